import { spawn } from "node:child_process";
import { type FrameListener, readFrames, toFrame } from "./frames.ts";
import { lowMemoryEnvironment } from "./low-memory.ts";
import { nodeOptions } from "./node-options.ts";
import { type Layers, type MemoryLimits, toCommand } from "./layers.ts";

/** What a confined process runs and what it is given. */
export interface ConfinedOptions {
  /** What Node is asked to run, such as a file: its last options and arguments. */
  command: readonly string[];
  memory: MemoryLimits;
  /** Bytes of the largest message it may send. */
  maxMessageBytes: number;
  layers: Layers;
  /** What Node is to allow it, such as `--allow-fs-read=/path`; nothing otherwise. */
  allow?: readonly string[];
}

/** Hears one conversation with a confined process. */
export interface ConfinedListener {
  onMessage(message: unknown): void;
  /** Called once when the conversation ends, with the reason: the process was lost, or was ended for a message that it must not send. */
  onEnd(problem: string, isProcessLost: boolean): void;
}

/**
 * The share of the heap limit at which a full garbage collection starts. The process lives for a short time; with a smaller share it would run
 * several full collections during a batch of islands.
 */
const collectFrom = 1 / 8;

/** A process that was started confined. */
export interface ConfinedProcess {
  /** The id of the process, or of the tool it runs in. */
  readonly pid: number | undefined;
  /** Sends a message that has no answer. */
  send(message: unknown): void;
  /** Sends a request and hears what follows, until the returned function is called. One conversation at a time. */
  converse(request: unknown, listener: ConfinedListener): () => void;
  /** Ends it at once, with all that it started. */
  kill(): void;
  /** Calls back once, when it is gone. */
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
  /** Why the process sends nothing more; without `end` it still runs. */
  const state: { end?: { problem: string; isProcessLost: boolean } } = {};
  const finish = (problem: string, isProcessLost: boolean): void => {
    const end = (state.end ??= { problem, isProcessLost });
    child.kill("SIGKILL");
    const told = listener;
    listener = undefined;
    told?.onEnd(end.problem, end.isProcessLost);
  };
  readFrames(child.stdout, maxMessageBytes, {
    onMessage: (message) => (listener ? listener.onMessage(message) : finish("it sent an unrequested message", false)),
    onProblem: (problem) => finish(problem, false),
  } satisfies FrameListener);
  // A failed write means that the process has exited, which its exit event reports.
  child.stdin.on("error", () => undefined);
  const gone = new Promise<void>((resolve) => {
    // A process that could not be started has no exit.
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
