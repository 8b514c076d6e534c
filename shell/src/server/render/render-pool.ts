import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import type { LoadedRelease } from "../release/release-files.ts";
import { descriptionSchema, islandSchema } from "./answers.ts";
import { type DescribeTask, type RenderFailure, type RenderOutcome, type RenderReply, type RenderRequest, type RenderTask, replySchema } from "./messages.ts";

export interface RenderPool {
  /** Renders islands of one release, in order. A failure is an outcome, never a rejection. */
  render(release: LoadedRelease, shell: LoadedRelease, tasks: RenderTask[]): Promise<RenderOutcome[]>;
  /** Asks a release's server file what it says of the release. A failure is an answer, never a rejection. */
  describe(release: LoadedRelease, shell: LoadedRelease): Promise<DescribeOutcome>;
  /** Ends every process, and starts no other: what is being rendered fails. */
  close(): void;
}

export type DescribeOutcome = ({ ok: true } & v.InferOutput<typeof descriptionSchema>) | RenderFailure;

export interface RenderPoolOptions {
  /** Processes at most. */
  size?: number;
  /** Milliseconds an island may take; the first of a process also loads the libraries. */
  deadline?: number;
  firstDeadline?: number;
  /** Megabytes of heap of a process. */
  memory?: number;
  /** Milliseconds without work after which a process ends. */
  idle?: number;
}

/** Processes one release may cost in one run before the rest of its tasks is given up. */
const maxLosses = 3;

/** Milliseconds for which a release that cost so many is not tried again: everybody else's change goes live meanwhile. */
const breakTime = 30_000;

/** Idle processes kept at most; the oldest ends first. */
const maxIdle = 6;

/** A process belongs to one release: what one remote does to it, no other meets. */
interface Worker {
  process: ChildProcess;
  release: string;
}

const processFile = join(import.meta.dirname, "render-process.ts");
const contractsFolder = join(import.meta.dirname, "../../../../shared-contracts");

/** A small pool of processes that render remotes' islands, each denied files, network addons and environment. */
export function createRenderPool(options: RenderPoolOptions = {}): RenderPool {
  const { size = 2, deadline = 2000, firstDeadline = 10_000, memory = 256, idle = 30_000 } = options;
  const workers = new Set<Worker>();
  const idleWorkers: Worker[] = [];
  const waiting: (() => void)[] = [];
  /** When each release that was given up may be tried again. */
  const broken = new Map<string, number>();
  let busy = 0;
  let sweep: NodeJS.Timeout | undefined;
  let closed = false;

  function start(release: string): Worker {
    const child = fork(processFile, [], {
      execPath: process.execPath,
      execArgv: [
        "--permission",
        `--allow-fs-read=${import.meta.dirname}`,
        `--allow-fs-read=${contractsFolder}`,
        `--allow-fs-read=${join(import.meta.dirname, "../../../node_modules/@site/contracts")}`,
        `--max-old-space-size=${memory}`,
        "--disable-warning=ExperimentalWarning",
        "--disable-warning=SecurityWarning",
      ],
      env: { NODE_ENV: "production" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const worker: Worker = { process: child, release };
    workers.add(worker);
    child.on("error", () => child.kill("SIGKILL"));
    child.on("exit", () => {
      workers.delete(worker);
      remove(idleWorkers, worker);
    });
    return worker;
  }

  /** A process for a release, once there is room for it. Undefined when the pool was closed meanwhile. */
  async function acquire(release: string): Promise<Worker | undefined> {
    // A place that is given up is handed to the first in line.
    if (busy < size) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    if (closed) return undefined;
    const ready = idleWorkers.findLast((worker) => worker.release === release);
    if (!ready) return start(release);
    remove(idleWorkers, ready);
    return ready;
  }

  function giveBack(worker: Worker, healthy: boolean): void {
    if (!healthy) worker.process.kill("SIGKILL");
    else if (workers.has(worker)) idleWorkers.push(worker);
    while (idleWorkers.length > maxIdle) idleWorkers.shift()?.process.kill();
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
    clearTimeout(sweep);
    sweep = setTimeout(endIdle, idle);
    sweep.unref();
  }

  function endIdle(): void {
    for (const worker of idleWorkers.splice(0)) worker.process.kill();
  }

  async function answer(target: LoadedRelease, shell: LoadedRelease, tasks: readonly (RenderTask | DescribeTask)[]): Promise<RenderReply["outcome"][]> {
    const outcomes: RenderReply["outcome"][] = [];
    const name = `${target.label} ${shell.label}`;
    let losses = (broken.get(name) ?? 0) > performance.now() ? maxLosses : 0;
    // A task that kills its process is answered as failed, and the rest goes on in a new one; not for ever, though: a
    // remote that hangs on every page would keep everybody else's change from going live.
    while (outcomes.length < tasks.length && losses < maxLosses) {
      const worker = await acquire(name);
      if (!worker) return tasks.map((): RenderFailure => ({ ok: false, problem: "the pool is closed" }));
      const rest = tasks.slice(outcomes.length);
      const { done, problem } = await runTasks(worker, target, shell, rest, firstDeadline, deadline);
      outcomes.push(...done);
      if (problem !== undefined) {
        losses += 1;
        outcomes.push({ ok: false, problem });
      }
      giveBack(worker, problem === undefined);
    }
    if (losses < maxLosses) broken.delete(name);
    else if (outcomes.length > 0) broken.set(name, performance.now() + breakTime);
    while (outcomes.length < tasks.length) outcomes.push({ ok: false, problem: `it took ${maxLosses} processes with it` });
    return outcomes;
  }

  return {
    async render(target, shell, tasks) {
      return (await answer(target, shell, tasks)).map(toIsland);
    },
    async describe(target, shell) {
      const [outcome] = await answer(target, shell, [{ describe: true }]);
      if (!outcome?.ok) return outcome ?? { ok: false, problem: "it was not asked" };
      const { success, output, issues } = v.safeParse(descriptionSchema, outcome.answer);
      if (success) return { ok: true, ...output };
      return { ok: false, problem: `its answer is no description, at ${v.getDotPath(issues[0]) ?? "(root)"}: ${issues[0].message}` };
    },
    close() {
      closed = true;
      clearTimeout(sweep);
      for (const next of waiting.splice(0)) next();
      for (const worker of workers) worker.process.kill("SIGKILL");
    },
  };
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}

/** An island has HTML, and a head only as text; anything else is a failure of its remote. */
function toIsland(outcome: RenderReply["outcome"]): RenderOutcome {
  if (!outcome.ok) return outcome;
  const island = v.safeParse(islandSchema, outcome.answer);
  return island.success ? { ok: true, island: island.output } : { ok: false, problem: `its answer is no island: ${island.issues[0].message}` };
}

/** Runs tasks in one process until all are done, or one is late or fatal: then `problem` says why. */
function runTasks(
  { process: child }: Worker,
  target: LoadedRelease,
  shell: LoadedRelease,
  tasks: readonly (RenderTask | DescribeTask)[],
  firstDeadline: number,
  deadline: number,
): Promise<{ done: RenderReply["outcome"][]; problem?: string }> {
  return new Promise((resolve) => {
    const done: RenderReply["outcome"][] = [];
    let timer = setTimeout(() => end(`no answer within ${firstDeadline} ms`), firstDeadline);
    const run = randomUUID();
    const onMessage = (message: unknown): void => {
      clearTimeout(timer);
      const reply = v.safeParse(replySchema, message);
      // Libraries and the release's file are loaded: from here on each island has its own deadline.
      if (reply.success && reply.output.run === run && reply.output.index === -1 && done.length === 0) {
        timer = setTimeout(() => end(`no answer within ${deadline} ms`), deadline);
        return;
      }
      if (!reply.success || reply.output.run !== run || reply.output.index !== done.length) return end("its answer is none of ours");
      done.push(reply.output.outcome);
      if (done.length === tasks.length) return end();
      timer = setTimeout(() => end(`no answer within ${deadline} ms`), deadline);
    };
    const onExit = (code: number | null, signal: string | null): void => end(`its process ended (${signal ?? code})`);
    const end = (problem?: string): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      resolve(problem === undefined ? { done } : { done, problem });
    };
    child.on("message", onMessage);
    child.on("exit", onExit);
    child.send({
      run,
      release: target.label,
      server: target.files.get(target.release.serverEntry) ?? Buffer.alloc(0),
      shared: { release: shell.label, bytes: shell.files.get("server/shared.cjs") ?? Buffer.alloc(0) },
      tasks,
    } satisfies RenderRequest, (error) => {
      if (error) end(error.message);
    });
  });
}
