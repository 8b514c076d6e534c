// A render process: it has no files, no environment and no network to speak of, and runs only bytes whose hash its
// parent has verified. A remote that hangs or leaks costs this process, nothing else.
import { loadCommonJs, loadServerEntry, type ServerEntry } from "@site/contracts/server-entry";
import type { RenderOutcome, RenderReply, RenderRequest } from "./messages.ts";

let shared: { release: string; modules: ReadonlyMap<string, unknown> } | undefined;
const entries = new Map<string, ServerEntry>();

/** Versions of remotes kept ready at once. */
const maxEntries = 12;

process.on("message", (request: RenderRequest) => {
  const entry = load(request);
  for (const [index, task] of request.tasks.entries()) {
    const reply: RenderReply = { index, outcome: typeof entry === "string" ? { ok: false, problem: entry } : render(entry, task) };
    process.send?.(reply);
  }
});

function render(entry: ServerEntry, { expose, id, context }: RenderRequest["tasks"][number]): RenderOutcome {
  try {
    return { ok: true, island: entry.render(expose, id, context) };
  } catch (error) {
    return { ok: false, problem: toText(error) };
  }
}

/** The server file of the release, or why it cannot be loaded. */
function load({ release, server, shared: libraries }: RenderRequest): ServerEntry | string {
  try {
    if (shared?.release !== libraries.release) {
      // Other libraries: whatever was loaded with the old ones holds on to them.
      entries.clear();
      shared = { release: libraries.release, modules: loadShared(libraries.bytes, libraries.release) };
    }
    const { modules } = shared;
    let entry = entries.get(release);
    if (!entry) {
      entry = loadServerEntry(Buffer.from(server), `release:${release}`, (id) => {
        const found = modules.get(id);
        if (found === undefined) throw new Error(`${release} asks for ${id}, which the shell does not provide`);
        return found;
      });
      entries.set(release, entry);
      // Versions come and go while a process lives; the oldest can be loaded again.
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    }
    return entry;
  } catch (error) {
    return toText(error);
  }
}

function loadShared(bytes: Uint8Array, release: string): Map<string, unknown> {
  const exports = loadCommonJs(Buffer.from(bytes), `release:${release}/shared`, (id) => {
    throw new Error(`the shared libraries ask for ${id}`);
  });
  const modules: unknown =
    typeof exports === "object" && exports !== null && "sharedModules" in exports ? exports.sharedModules : undefined;
  if (typeof modules !== "object" || modules === null) throw new Error(`${release} provides no shared libraries`);
  return new Map(Object.entries(modules));
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
