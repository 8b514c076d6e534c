import { spawn } from "node:child_process";
import { type FrameListener, readFrames, toFrame } from "./frames.ts";
import { lowMemoryEnvironment } from "./low-memory.ts";
import { nodeOptions } from "./node-options.ts";
import { type Layers, type MemoryLimits, toCommand } from "./layers.ts";

/** What a confined process runs, and its permissions and limits. */
export interface ConfinedOptions {
  /** The last options and arguments of Node, such as the file to run. */
  command: readonly string[];
  memory: MemoryLimits;
  /** Most bytes of a message that the process may send. */
  maxMessageBytes: number;
  layers: Layers;
  /** Permissions of Node, such as `--allow-fs-read=/path`; none by default. */
  allow?: readonly string[];
}

/** Receives the messages of one conversation with a confined process. */
export interface ConfinedListener {
  onMessage(message: unknown): void;
  /** Called once with the reason when the process was lost, or was ended for a message that it must not send. */
  onEnd(problem: string, isProcessLost: boolean): void;
}

/**
 * The share of the heap limit at which a full garbage collection starts. The process lives for a short time; with a smaller share it would run
 * several full collections during a batch of islands.
 */
const collectFrom = 1 / 8;

/** A process that was started confined. */
export interface ConfinedProcess {
  /** The id of the process, or of the tool that started it. */
  readonly pid: number | undefined;
  /** Sends a message without a reply. */
  send(message: unknown): void;
  /** Sends a request, and passes all replies to the listener until the returned function is called. One conversation at a time. */
  converse(request: unknown, listener: ConfinedListener): () => void;
  /** Ends the process at once, with all processes that it started. */
  kill(): void;
  /** Calls back once, when the process has ended. */
  onGone(listener: () => void): void;
}

/**
 * Starts a process without files, environment, children, workers, addons and inspector except for what `allow` names, and with the layers of the
 * machine's kernel. The process may only answer requests: a message outside of a conversation ends it.
 */
export function startConfined({
  command: run,
  memory,
  maxMessageBytes,
  layers,
  allow = [],
}: ConfinedOptions): ConfinedProcess {
  const [command = "", ...rest] = toCommand(layers, memory, [
    process.execPath,
    "--permission",
    ...allow,
    ...nodeOptions,
    `--max-old-space-size=${memory.heap}`,
    `--initial-old-space-size=${Math.round(memory.heap * collectFrom)}`,
    "--disable-warning=SecurityWarning",
    ...run,
  ]);
  const child = spawn(command, rest, {
    env: { NODE_ENV: "production", TZ: "UTC", ...lowMemoryEnvironment },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let listener: ConfinedListener | undefined;
  /** Why the process has ended; without `end` it still runs. */
  const state: { end?: { problem: string; isProcessLost: boolean } } = {};
  const finish = (problem: string, isProcessLost: boolean): void => {
    const end = (state.end ??= { problem, isProcessLost });
    child.kill("SIGKILL");
    const last = listener;
    listener = undefined;
    last?.onEnd(end.problem, end.isProcessLost);
  };
  readFrames(child.stdout, maxMessageBytes, {
    onMessage: (message) => (listener ? listener.onMessage(message) : finish("it sent an unrequested message", false)),
    onProblem: (problem) => finish(problem, false),
  } satisfies FrameListener);
  // A failed write means that the process has exited, which its exit event reports.
  child.stdin.on("error", () => undefined);
  const gone = new Promise<void>((resolve) => {
    // A process that could not be started emits no exit event.
    child.on("error", (error) => {
      finish(error.message, true);
      if (child.pid === undefined) resolve();
    });
    child.on("close", (code, signal) => {
      finish(`its process ended (${signal ?? code})`, true);
      resolve();
    });
  });
  const send = (message: unknown): void => void child.stdin.write(toFrame(JSON.stringify(message)));
  return {
    pid: child.pid,
    send,
    converse(request, next) {
      listener = next;
      const { end } = state;
      if (end) queueMicrotask(() => finish(end.problem, end.isProcessLost));
      else send(request);
      return () => {
        if (listener === next) listener = undefined;
      };
    },
    kill() {
      child.kill("SIGKILL");
    },
    onGone: (listener) => void gone.then(listener),
  };
}
