import type { IslandContext, RenderedIsland } from "../src/islands/island.ts";
import type { IslandDefinition } from "../react/define-island.ts";
import { createServerEntry } from "../react/server-entry.server.tsx";
import { createFakeContext } from "./fake-site.ts";

export interface RenderRemoteOptions {
  /** The remote's messages in the page's language, as in `messages/en.json`. */
  messages?: Record<string, string>;
  /** What differs from the home page of the fake site. */
  context?: Partial<IslandContext>;
  /** The slot's id, which prefixes every id in the HTML. */
  id?: string;
}

/**
 * Renders an island from its source, as the server would: for a remote's own unit tests.
 * @throws the island's own error, or an Error when a message is missing.
 */
export function renderRemote(island: IslandDefinition, options: RenderRemoteOptions = {}): RenderedIsland {
  const context = createFakeContext(options.context);
  const entry = createServerEntry({ island }, { [context.locale.code]: options.messages ?? {} });
  return entry.render("island", options.id ?? "test/island", context);
}
