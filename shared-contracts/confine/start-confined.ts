import { type ChildProcess, spawn } from "node:child_process";
import { type FrameListener, readFrames, toFrame } from "./frames.ts";
import { type Layers, toCommand } from "./layers.ts";

export interface ConfinedOptions {
  /** What Node is asked to run, such as a file: its last options and arguments. */
  command: readonly string[];
  /** Megabytes of its JavaScript heap. */
  memory: number;
  /** Bytes of the largest message it may send. */
  maxMessageBytes: number;
  layers: Layers;
  /** What Node is to allow it, such as `--allow-fs-read=/path`; nothing otherwise. */
  allow?: readonly string[];
}

/** Hears one conversation with a confined process. */
export interface ConfinedListener {
  onMessage(message: unknown): void;
  /** Called once, when the process is gone, and why. */
  onEnd(problem: string): void;
}

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
 * Starts a process without files, environment, children, workers, addons and inspector but for what `allow` names, and with what the
 * machine's kernel adds. It speaks when it is spoken to: a message outside of a conversation ends it.
 */
export function startConfined({ command: run, memory, maxMessageBytes, layers, allow = [] }: ConfinedOptions): ConfinedProcess {
  const [command = "", ...rest] = toCommand(layers, memory, [
    process.execPath,
    "--permission", ...allow,
    "--disable-sigusr1", `--max-old-space-size=${memory}`, "--disable-warning=ExperimentalWarning", "--disable-warning=SecurityWarning",
    ...run,
  ]);
  const child = spawn(command, rest, { env: { NODE_ENV: "production", TZ: "UTC" }, stdio: ["pipe", "pipe", "ignore"] });
  let listener: ConfinedListener | undefined;
  /** Why there is nothing more to hear from it. */
  const state: { lost?: string } = {};
  const lose = (problem: string): void => {
    state.lost ??= problem;
    child.kill("SIGKILL");
    const told = listener;
    listener = undefined;
    told?.onEnd(state.lost);
  };
  readFrames(child.stdout, maxMessageBytes, {
    onMessage: (message) => (listener ? listener.onMessage(message) : lose("it spoke without being asked")),
    onProblem: lose,
  } satisfies FrameListener);
  // A process that is gone tells so by its exit; what could not be written to it needs no words of its own.
  child.stdin.on("error", () => undefined);
  child.on("error", (error) => lose(error.message));
  child.on("close", (code, signal) => lose(`its process ended (${signal ?? code})`));
  const send = (message: unknown): void => void child.stdin.write(toFrame(JSON.stringify(message)));
  return {
    pid: child.pid,
    send,
    converse(request, next) {
      listener = next;
      const { lost: problem } = state;
      if (problem === undefined) send(request);
      else queueMicrotask(() => lose(problem));
      return () => {
        if (listener === next) listener = undefined;
      };
    },
    kill() {
      child.kill("SIGKILL");
    },
    onGone: (gone) => void onceGone(child, gone),
  };
}

/** A process that could not be started has no exit. */
function onceGone(child: ChildProcess, gone: () => void): void {
  if (child.pid === undefined) child.once("error", gone);
  else child.once("close", gone);
}
