// A render process: it has no files, no environment and no network to speak of, and runs only bytes whose hash its
// parent has verified. A remote that hangs or leaks costs this process, nothing else.
import { loadCommonJs, loadServerEntry, type ServerEntry } from "@site/contracts/server-entry";
import { listThrownAt } from "@site/contracts/thrown-at";
import type { RenderFailure, RenderReply, RenderRequest } from "./messages.ts";

let loaded: ServerEntry | RenderFailure | undefined;

// Between a component that throws and its release's server file are frames of the shared libraries.
Error.stackTraceLimit = 50;

// A remote's code cannot answer in our name, and a process whose parent is gone has nobody to work for.
const send = process.send?.bind(process);
delete process.send;
process.on("disconnect", () => process.exit());

process.on("message", (request: RenderRequest) => {
  loaded ??= load(request);
  const entry = loaded;
  answer({ run: request.run, index: -1, outcome: { ok: false, problem: "" } });
  for (const [index, task] of request.tasks.entries()) {
    const outcome = "problem" in entry ? entry : run(entry, task, toFilename(request.release));
    answer({ run: request.run, index, outcome });
  }
});

/** What cannot be sent, such as a promise, is a failure of the remote. */
function answer(reply: RenderReply): void {
  try {
    send?.(reply);
  } catch (error) {
    send?.({ ...reply, outcome: toFailure(error, "") });
  }
}

function run(entry: ServerEntry, task: RenderRequest["tasks"][number], filename: string): RenderReply["outcome"] {
  try {
    if ("describe" in task) return { ok: true, answer: { islands: entry.describe(), messages: entry.messages?.(), head: entry.head } };
    return { ok: true, answer: entry.render(task.expose, task.id, task.context) };
  } catch (error) {
    return toFailure(error, filename);
  }
}

/** The server file of the release, or why it cannot be loaded. A process is of one release for all its life. */
function load({ release, server, shared }: RenderRequest): ServerEntry | RenderFailure {
  try {
    const modules = loadShared(shared.bytes, shared.release);
    return loadServerEntry(Buffer.from(server), toFilename(release), (id) => {
      const found = modules.get(id);
      if (found === undefined) throw new Error(`${release} asks for ${id}, which the shell does not provide`);
      return found;
    });
  } catch (error) {
    return toFailure(error, toFilename(release));
  }
}

/** The name of a release's server file in stack traces. */
function toFilename(release: string): string {
  return `release:${release}`;
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

function toFailure(error: unknown, filename: string): RenderFailure {
  const thrownAt = filename === "" ? [] : listThrownAt(error, filename);
  return { ok: false, problem: error instanceof Error ? error.message : String(error), ...(thrownAt.length > 0 && { thrownAt }) };
}
