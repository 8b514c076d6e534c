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

/** Milliseconds that something may take. */
export interface RenderDeadlines {
  /** From the request until everything is loaded, and the first island rendered. */
  first: number;
  /** Each island. */
  each: number;
  /** All of them together, loading included. */
  all: number;
}

/** What became of a request: outcomes in order, and why there are not more. */
export interface RenderRun {
  done: ReplyOutcome[];
  problem?: string;
  /** The process ended by itself or was ended by the machine: not for being late, nor for what it said. */
  isProcessLost?: boolean;
}

/** One render process, which belongs to one release for all its life: what one remote does to it, no other meets. */
export interface RenderWorker {
  readonly pid: number | undefined;
  /**
   * Runs tasks (`load` is called for the first) until all are done, or one is late or fatal: then the process has ended. One call at a time.
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

/** What a list of the machine's processes shows: the process itself has no file. */
const processName = "render-process.ts";

/** Megabytes that a render process may hold outside of its JavaScript heap. */
const outsideMemory = 128;

/** The library's smallest file, beside its main one: each process reads it before anything else. */
const sesFile = "ses.umd.min.js";

/** What each process is sent before its first request, read once. */
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
  memory: number;
  layers: Layers;
  /** Shared libraries that it loads ahead, as its release will probably stand on them. */
  prepare?: ServerSource | undefined;
}

export function startRenderWorker({ memory, layers, prepare }: RenderWorkerOptions): RenderWorker {
  const { modules, ses } = readTexts();
  const confined = startConfined({
    command: ["--input-type=module", "--eval", bootText, processName],
    memory: { heap: memory, outside: outsideMemory },
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
