import { createRoot, hydrateRoot, type RootOptions } from "react-dom/client";
import { flushSync } from "react-dom";
import type { ReactElement } from "react";
import { type IslandContext, type IslandLifecycles, toIdentifierPrefix } from "../src/islands/island.ts";
import { listMessageLocales } from "../src/locale/locale-fallback.ts";
import type { IslandDefinition } from "./define-island.ts";
import { IslandTree, type MessageCatalog, type RouterComponent } from "./island-tree.tsx";

/** Loaders of a remote's messages, by locale code. */
export type MessageLoaders = Record<string, () => Promise<{ default: MessageCatalog }>>;

/** Messages, and their locale code where it is not the page's. */
interface LoadedMessages {
  messages: MessageCatalog;
  language: string | undefined;
}

/** Missing languages that were warned about already. */
const missing = new Set<string>();

/**
 * The messages the server rendered the page with. A language the package does not have is warned about, and the fallback is
 * used (B184). One that does not load is logged (B183), and no fallback is used, because the HTML is in that language.
 * @throws the loader's error when the messages do not load
 */
async function loadMessages(context: IslandContext, loaders: MessageLoaders): Promise<LoadedMessages> {
  for (const code of listMessageLocales(context)) {
    const load = Object.hasOwn(loaders, code) ? loaders[code] : undefined;
    if (!load) {
      if (Object.keys(loaders).length > 0 && !missing.has(code)) console.warn(`There are no messages in ${code}.`);
      missing.add(code);
      continue;
    }
    try {
      return { messages: (await load()).default, language: code === context.locale.code ? undefined : code };
    } catch (error) {
      console.error(`The messages in ${code} could not be loaded.`, error);
      throw error;
    }
  }
  return { messages: {}, language: undefined };
}

/**
 * The React adapter of an expose in the browser. single-spa-react cannot replace it: it does not set `identifierPrefix`, and
 * renders instead of hydrating on remount.
 */
export function toLifecycles(
  definition: IslandDefinition,
  loaders: MessageLoaders,
  router?: RouterComponent,
): IslandLifecycles {
  let loaded: LoadedMessages = { messages: {}, language: undefined };
  return {
    async prepare(context) {
      loaded = await loadMessages(context, loaders);
    },
    mount(container, { id, context, services, onFailure, onRecoverableError }) {
      return new Promise((resolve, reject) => {
        let live = false;
        const options: RootOptions = {
          identifierPrefix: toIdentifierPrefix(id),
          onRecoverableError,
          onUncaughtError(error) {
            if (live) onFailure(error);
            else reject(error instanceof Error ? error : new Error(String(error)));
          },
        };
        const onLive = (): void => {
          live = true;
          resolve({
            update: (next) => root.render(toTree(next)),
            unmount: () => root.unmount(),
          });
        };
        const toTree = (now: IslandContext): ReactElement => (
          <IslandTree
            component={definition.component}
            context={now}
            {...loaded}
            router={router}
            services={services}
            onLive={onLive}
          />
        );
        const isFilled = container.firstChild !== null;
        // Synchronous, so that neither the page nor its address changes during hydration.
        const root = flushSync(() =>
          isFilled ? hydrateRoot(container, toTree(context), options) : createRoot(container, options),
        );
        if (!isFilled) root.render(toTree(context));
      });
    },
  };
}
