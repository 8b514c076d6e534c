// A render process: it runs only bytes whose hash its parent has verified, in compartments, and waits for its parent by blocking reads. Its event
// loop never runs, so no timer, promise or event of a remote does, between two renders or after them.
import { listThrownAt, type Position } from "../src/islands/thrown-at.ts";
import type { ServerEntry } from "../src/islands/server-entry.ts";
import { linesBefore, loadServer, loadShared, type SharedModules } from "./compartment.ts";
import { maxMessageBytes, readFrameSync, toFrame, writeWholeSync } from "./frames.ts";
import { hardenProcess } from "./hardened.ts";
import { readBrowserSize, setSurroundings } from "./surroundings.ts";
import type {
  DescribeTask,
  PrepareMessage,
  RenderFailure,
  RenderRequest,
  RenderTask,
  ReplyOutcome,
  ServerSource,
} from "./render-messages.ts";

/** File descriptors of requests and answers. */
const requests = 0;
const answers = 1;

/** Most characters of a remote's error that are passed on. */
const maxProblem = 2000;

interface Loaded {
  entry: ServerEntry;
  filename: string;
  /** Loads the server file once more, in the surroundings that are set. */
  reload(): ServerEntry;
}

hardenProcess(readFrameSync<{ ses: string }>(requests)?.ses ?? "");

let prepared: { modules: SharedModules } | { thrown: unknown } | undefined;
let loaded: Loaded | RenderFailure = { ok: false, problem: "nothing was loaded" };
for (let request = receive(); request; request = receive()) {
  if ("prepare" in request) {
    prepared = prepare(request.prepare);
    continue;
  }
  const { run, load: sources, tasks } = request;
  if (sources) loaded = load(sources);
  const current = loaded;
  send(run, -1, toJson({ ok: true, answer: null }));
  for (const [index, task] of tasks.entries()) {
    const start = performance.now();
    const outcome = "problem" in current ? toJson(current) : perform(current, task);
    send(run, index, outcome, performance.now() - start);
  }
}

/** The next request of the parent, which alone writes there. */
function receive(): RenderRequest | PrepareMessage | undefined {
  return readFrameSync<RenderRequest | PrepareMessage>(requests);
}

/** Loads shared libraries in advance. An error of theirs is reported when a release is loaded. */
function prepare(shared: ServerSource): NonNullable<typeof prepared> {
  try {
    return { modules: loadShared({ ...shared, filename: `${toFilename(shared.label)}/shared` }) };
  } catch (thrown) {
    return { thrown };
  }
}

/** Sends an outcome. One that exceeds the limit of a frame becomes a failure of the remote. */
function send(run: string, index: number, outcome: string, ms = 0): void {
  const frame = toFrame(`{"run":${JSON.stringify(run)},"index":${index},"ms":${ms},"outcome":${outcome}}`);
  if (frame.length <= maxMessageBytes) writeWholeSync(answers, frame);
  else
    send(
      run,
      index,
      toJson({ ok: false, problem: `its answer is ${frame.length} bytes, at most ${maxMessageBytes} are read` }),
    );
}

function toJson(outcome: ReplyOutcome): string {
  return JSON.stringify(outcome);
}

/** The outcome of a task, as JSON. */
function perform({ entry, filename, reload }: Loaded, task: RenderTask | DescribeTask): string {
  try {
    setSurroundings("describe" in task ? undefined : task.surroundings);
    const answer: unknown =
      "describe" in task
        ? { islands: entry.describe(), messages: entry.messages?.(), head: entry.head }
        : (task.isReloaded ? reload() : entry).render(task.expose, task.id, task.context);
    // Getters of the answer run only once, here. An answer that is not plain data, such as a function, a promise or a cycle, is refused.
    const json: string | undefined = JSON.stringify(structuredClone(answer));
    return `{"ok":true,"answer":${json ?? "null"}}`;
  } catch (error) {
    return toJson(toFailure(error, filename));
  }
}

/** The server file of the release, or why it cannot be loaded. A process is of one release for all its life. */
function load({ server, shared }: NonNullable<RenderRequest["load"]>): Loaded | RenderFailure {
  const filename = toFilename(server.label);
  try {
    if (shared) prepared = prepare(shared);
    if (!prepared) throw new Error("there are no shared libraries");
    if ("thrown" in prepared) throw prepared.thrown;
    const { modules } = prepared;
    const loadOnce = (): ServerEntry => loadServer({ ...server, filename }, modules);
    const reloaded = new Map<number | undefined, ServerEntry>();
    const reload = (): ServerEntry => {
      const found = reloaded.get(readBrowserSize()) ?? loadOnce();
      reloaded.set(readBrowserSize(), found);
      return found;
    };
    return { entry: loadOnce(), filename, reload };
  } catch (error) {
    return toFailure(error, filename);
  }
}

/** The name of a release's server file in stack traces. */
function toFilename(label: string): string {
  return `release:${label}`;
}

/** The text of an error. The thrown value belongs to the remote, and may throw again when it is read. */
function toFailure(error: unknown, filename: string): RenderFailure {
  try {
    const text = String(error instanceof Error ? error.message : error);
    const thrownAt = listThrownAt(error, filename).flatMap(toPlaceInFile);
    return { ok: false, problem: text.slice(0, maxProblem), ...(thrownAt.length > 0 && { thrownAt }) };
  } catch {
    return { ok: false, problem: "it threw a value that cannot be read" };
  }
}

/** A place as it is in the file, without the lines that a compartment puts before it. */
function toPlaceInFile({ line, column }: Position): Position[] {
  return line > linesBefore ? [{ line: line - linesBefore, column }] : [];
}
