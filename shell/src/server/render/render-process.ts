// A render process: it has no files, no environment and no network to speak of, and runs only bytes whose hash its
// parent has verified. A remote that hangs or leaks costs this process, nothing else.
import { loadCommonJs, loadServerEntry, type ServerEntry } from "@site/contracts/server-entry";
import type { RenderOutcome, RenderReply, RenderRequest } from "./messages.ts";

let loaded: ServerEntry | string | undefined;

// A remote's code cannot answer in our name, and a process whose parent is gone has nobody to work for.
const send = process.send?.bind(process);
delete process.send;
process.on("disconnect", () => process.exit());

process.on("message", (request: RenderRequest) => {
  loaded ??= load(request);
  const entry = loaded;
  answer({ run: request.run, index: -1, outcome: { ok: false, problem: "" } });
  for (const [index, task] of request.tasks.entries()) {
    const outcome = typeof entry === "string" ? { ok: false as const, problem: entry } : render(entry, task);
    answer({ run: request.run, index, outcome });
  }
});

/** What cannot be sent, such as a promise, is a failure of the remote. */
function answer(reply: RenderReply): void {
  try {
    send?.(reply);
  } catch (error) {
    send?.({ ...reply, outcome: { ok: false, problem: toText(error) } });
  }
}

function render(entry: ServerEntry, { expose, id, context }: RenderRequest["tasks"][number]): RenderOutcome {
  try {
    return { ok: true, island: entry.render(expose, id, context) };
  } catch (error) {
    return { ok: false, problem: toText(error) };
  }
}

/** The server file of the release, or why it cannot be loaded. A process is of one release for all its life. */
function load({ release, server, shared }: RenderRequest): ServerEntry | string {
  try {
    const modules = loadShared(shared.bytes, shared.release);
    return loadServerEntry(Buffer.from(server), `release:${release}`, (id) => {
      const found = modules.get(id);
      if (found === undefined) throw new Error(`${release} asks for ${id}, which the shell does not provide`);
      return found;
    });
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
