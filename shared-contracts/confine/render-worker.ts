import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { maxMessageBytes } from "./frames.ts";
import type { Layers } from "./layers.ts";
import {
  type DescribeTask,
  type ReleaseSources,
  type PrepareMessage,
  type RenderRequest,
  type RenderTask,
  type ReplyOutcome,
  type ServerSource,
  replySchema,
} from "./render-messages.ts";
import { bootText, type ModuleTexts, readModuleTexts } from "./module-texts.ts";
import { startConfined } from "./start-confined.ts";

/** Timeouts in milliseconds. */
export interface RenderDeadlines {
  /** From the request until the sources are loaded and the first island is rendered. */
  first: number;
  /** Of each further island. */
  each: number;
  /** Of all islands together, loading included. */
  all: number;
}

/** The result of a request: outcomes in order, and the reason why there are not more. */
export interface RenderRun {
  done: ReplyOutcome[];
  problem?: string;
  /** Whether the process ended by itself or was ended by the machine, and not for a timeout or an invalid reply. */
  isProcessLost?: boolean;
}

/** One render process. It renders a single release until it ends, so that no remote affects the renders of another. */
export interface RenderWorker {
  readonly pid: number | undefined;
  /**
   * Runs tasks, one call at a time; `load` is called for the first. A task that times out or ends the process ends the run, and with it the process.
   * @param onOutcome is called with each outcome as it arrives, and the milliseconds it took, while the process runs the next task
   */
  run(
    load: () => ReleaseSources,
    tasks: readonly (RenderTask | DescribeTask)[],
    deadlines: RenderDeadlines,
    onOutcome?: (outcome: ReplyOutcome, milliseconds?: number) => void,
  ): Promise<RenderRun>;
  kill(): void;
  onGone(listener: () => void): void;
}

/** The modules of a render process. */
const files = [
  "confine/render-process",
  "confine/browser-names",
  "confine/compartment",
  "confine/follow-language",
  "confine/frames",
  "confine/globals",
  "confine/hardened",
  "confine/share-modules",
  "confine/surroundings",
  "src/islands/server-entry",
  "src/islands/thrown-at",
];

/** The name in the list of the machine's processes: the process has no file of its own. */
const processName = "render-process.ts";

/** Most megabytes of a render process outside of its JavaScript heap. */
const outsideMemoryMb = 128;

/** The smallest build of `ses`, beside its main file. Each process reads it first. */
const sesFile = "ses.umd.min.js";

/** The code that each process gets before its first request, read once. */
let texts: { modules: ModuleTexts; ses: string } | undefined;

function readTexts(): NonNullable<typeof texts> {
  texts ??= {
    modules: readModuleTexts(files),
    ses: readFileSync(join(dirname(createRequire(import.meta.url).resolve("ses")), sesFile), "utf8"),
  };
  return texts;
}

export interface RenderWorkerOptions {
  /** Megabytes of its JavaScript heap. */
  memoryMb: number;
  layers: Layers;
  /** Shared libraries that it loads in advance, because its release will probably use them. */
  prepare?: ServerSource | undefined;
}

export function startRenderWorker({ memoryMb, layers, prepare }: RenderWorkerOptions): RenderWorker {
  const { modules, ses } = readTexts();
  const confined = startConfined({
    command: ["--input-type=module", "--eval", bootText, processName],
    memory: { heap: memoryMb, outside: outsideMemoryMb },
    maxMessageBytes,
    layers,
  });
  confined.send(modules);
  confined.send({ ses });
  if (prepare) confined.send({ prepare } satisfies PrepareMessage);
  let isLoaded = false;
  return {
    pid: confined.pid,
    kill: confined.kill,
    onGone: confined.onGone,
    run(load, tasks, { first, each, all }, onOutcome) {
      const { promise, resolve } = Promise.withResolvers<RenderRun>();
      const run = randomUUID();
      const done: ReplyOutcome[] = [];
      let isReady = false;
      const end = (problem?: string, isProcessLost = false): void => {
        clearTimeout(islandTimer);
        clearTimeout(allTimer);
        stop();
        if (problem !== undefined) confined.kill();
        resolve(problem === undefined ? { done } : { done, problem, isProcessLost });
      };
      const onMessage = (message: unknown): void => {
        const reply = v.safeParse(replySchema, message);
        if (!reply.success || reply.output.run !== run || reply.output.index !== (isReady ? done.length : -1))
          return end("its answer does not belong to this request, or has another format");
        const outcome = isReady ? reply.output.outcome : undefined;
        if (outcome) done.push(outcome);
        isReady = true;
        clearTimeout(islandTimer);
        if (outcome) onOutcome?.(outcome, reply.output.ms);
        if (done.length === tasks.length) return end();
        islandTimer = setTimeout(() => end(`no answer within ${each} ms`), each);
      };
      let islandTimer = setTimeout(() => end(`no answer within ${first} ms`), first);
      const allTimer = setTimeout(() => end(`the islands took more than ${all} ms together`), all);
      const request: RenderRequest = { run, tasks, ...(isLoaded ? {} : { load: toLoad(load(), prepare) }) };
      isLoaded = true;
      const stop = confined.converse(request, { onMessage, onEnd: end });
      return promise;
    },
  };
}

function toLoad(
  { server, shared }: ReleaseSources,
  prepared: ServerSource | undefined,
): NonNullable<RenderRequest["load"]> {
  const isPrepared = prepared?.label === shared.label && prepared.source === shared.source;
  return isPrepared ? { server } : { server, shared };
}
