import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { join } from "node:path";
import { lowMemoryEnvironment } from "@site/contracts/confine/low-memory";
import { nodeOptions } from "@site/contracts/confine/node-options";
import * as v from "valibot";
import { type Layers, probeLayers } from "@site/contracts/confine/layers";
import { SiteError } from "@site/contracts/errors";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { type ComposeRequest, keepsProcessesFlag, type ReceivedReport, reportSchema } from "./compose-messages.ts";

export interface ComposeChild {
  /** The id of the running process; undefined while there is none. */
  pid(): number | undefined;
  /** The number of processes started so far. A new process has nothing that was sent to an earlier one. */
  generation(): number;
  /** Starts the process, unless it runs. */
  start(): Promise<void>;
  send(request: ComposeRequest): void;
  /** While watched, a process that sends nothing for `silenceMs` is ended. */
  watch(isWatched: boolean): void;
  /** Ends the process and the render processes it started. The next order starts a new process. */
  end(): Promise<void>;
}

export interface ComposeChildOptions {
  site: SiteConfig;
  silenceMs?: number | undefined;
  /** A folder for the compiled code of the process: with it a start takes a fifth of the time. */
  codeCache?: string | undefined;
  /** Whether idle render processes are kept. */
  keepsProcesses?: boolean | undefined;
  onReport(report: Exclude<ReceivedReport, { kind: "alive" }>): void;
  /** Called when the process ended unexpectedly, or was ended for an invalid report or a timeout. */
  onLost(error: SiteError): void;
}

/** Megabytes of heap the process may use: pages are written in portions, so it does not grow with the site. */
const heapMb = 256;

/**
 * Lets its allocator keep up to 16 MB of free memory: compressing a page needs some megabytes, and getting them from the kernel each time
 * takes as long as compressing.
 */
const keptMemoryEnvironment = {
  ...lowMemoryEnvironment,
  MALLOC_MMAP_THRESHOLD_: "16777216",
  MALLOC_TRIM_THRESHOLD_: "16777216",
};

/**
 * Megabytes of heap at which a full garbage collection starts. The process holds about 25 MB, and each run allocates as much again: with a lower value a
 * run would have six full collections.
 */
const collectFromMb = 64;

/** Megabytes of each half of its young generation: pages are large, short-lived texts, and the process does not run for long. */
const semiSpaceMb = 8;

/** Milliseconds without a message during a run after which the process is considered hung. */
const defaultSilenceMs = 20_000;

/**
 * Niceness of the process and of the render processes that it starts, which inherit it: requests come first, and on a busy machine composing still gets
 * a quarter of what a server's thread gets.
 */
export const composingNiceness = 5;

const processFile = join(import.meta.dirname, "compose-process.ts");

/** One composing process: trusted code that handles untrusted text. It gets no environment of the server, and its messages are checked. */
export function createComposeChild({
  site,
  codeCache,
  keepsProcesses = false,
  silenceMs = defaultSilenceMs,
  onReport,
  onLost,
}: ComposeChildOptions): ComposeChild {
  let child: ChildProcess | undefined;
  /** The process; it starts once the kernel's layers for render processes are probed, which the server does once. */
  let starting: Promise<ChildProcess> | undefined;
  let generation = 0;
  let silence: NodeJS.Timeout | undefined;
  let isWatched = false;

  function start(): Promise<ChildProcess> {
    starting ??= probeLayers().then(begin);
    return starting;
  }

  function begin(layers: Layers): ChildProcess {
    const started = fork(processFile, keepsProcesses ? [keepsProcessesFlag] : [], {
      execPath: process.execPath,
      execArgv: [
        ...nodeOptions,
        `--max-old-space-size=${heapMb}`,
        `--initial-old-space-size=${collectFromMb}`,
        `--max-semi-space-size=${semiSpaceMb}`,
      ],
      env: {
        NODE_ENV: "production",
        ...keptMemoryEnvironment,
        ...(codeCache !== undefined && { NODE_COMPILE_CACHE: codeCache }),
      },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // A process group of its own, so that its render processes are ended with it.
      detached: true,
    });
    child = started;
    generation += 1;
    yieldToServer(started);
    const lose = (problem: string): void => {
      endGroup(started);
      if (child !== started) return;
      child = undefined;
      starting = undefined;
      clearTimeout(silence);
      onLost(new SiteError("COMPOSE_FAILED", { problem }));
    };
    started.on("error", (error) => lose(error.message));
    started.on("exit", (code, signal) => lose(`its process ended (${signal ?? code})`));
    started.on("message", (message) => {
      if (child !== started) return;
      const { success, output, issues } = v.safeParse(reportSchema, message);
      if (!success)
        return lose(
          `its process sent an invalid report, at ${v.getDotPath(issues[0]) ?? "(root)"}: ${issues[0].message}`,
        );
      noteSign();
      if (output.kind !== "alive") onReport(output);
    });
    started.send({ kind: "start", site, layers } satisfies ComposeRequest);
    return started;
  }

  function noteSign(): void {
    clearTimeout(silence);
    const watched = child;
    if (!isWatched || !watched) return;
    silence = setTimeout(() => watched.kill("SIGKILL"), silenceMs);
    silence.unref();
  }

  return {
    pid: () => child?.pid,
    generation: () => generation,
    start: async () => void (await start()),
    send(request) {
      // Ignore a failed send: the exit of the process is reported.
      void start().then((started) => started.send(request, undefined, undefined, () => undefined));
    },
    watch(watched) {
      isWatched = watched;
      noteSign();
    },
    async end() {
      const started = starting;
      starting = undefined;
      const ending = await started;
      if (child === ending) child = undefined;
      clearTimeout(silence);
      if (!ending) return;
      const ended = new Promise((resolve) => ending.once("exit", resolve));
      endGroup(ending);
      if (ending.exitCode === null && ending.signalCode === null) await ended;
    },
  };
}

/** Lowers the priority of a process before it starts threads and processes of its own. */
function yieldToServer({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, composingNiceness);
  } catch {
    // The process has ended already; its exit event reports that.
  }
}

/** Ends a process and all that is left of its group. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // No process of the group is left.
  }
}
