import { type DescribeOutcome, type RenderOutcome, toDescription, toIsland } from "@site/contracts/confine/answers";
import { type Layers, probeLayers } from "@site/contracts/confine/layers";
import {
  type DescribeTask,
  notTried,
  type RenderTask,
  type ReplyOutcome,
  type ServerSource,
} from "@site/contracts/confine/render-messages";
import { type RenderWorker, startRenderWorker } from "@site/contracts/confine/render-worker";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { toShared, toSources } from "./release-sources.ts";

export interface RenderPool {
  /**
   * Renders islands of one release, in order. A failure is an outcome, never a rejection.
   * @param onOutcome is called with each outcome in order, as soon as it is there, while the next islands are rendered; with the milliseconds it
   *   took, unless its process did not say them
   */
  render(
    release: LoadedRelease,
    shell: LoadedRelease,
    tasks: RenderTask[],
    onOutcome?: (outcome: RenderOutcome, index: number, milliseconds?: number) => void,
  ): Promise<RenderOutcome[]>;
  /** Asks a release's server file to describe the release. A failure is an outcome, never a rejection. */
  describe(release: LoadedRelease, shell: LoadedRelease): Promise<DescribeOutcome>;
  /**
   * Starts a process ahead, for the next release that needs one. It ends when it is idle, as all others do. Of the idle processes that belong to a
   * release, all but the {@link maxIdleAhead} latest end now: the next release cannot use them.
   * @param shell whose shared libraries it loads, when it is known
   */
  warm(shell?: LoadedRelease): void;
  /** Ends all processes and starts no new one. Running tasks fail. */
  close(): void;
}

export interface RenderPoolOptions {
  /** Processes that work at once, at most. */
  size?: number;
  /** Milliseconds an island may take; the first of a process also loads the libraries. */
  deadline?: number;
  firstDeadline?: number;
  /** Milliseconds an island may take on average: a call may take this for each island, plus `firstDeadline`. */
  meanDeadline?: number;
  /** Megabytes of heap of a process. */
  memory?: number;
  /** Milliseconds without work after which a process ends. */
  idle?: number;
}

/** Processes that one release may cost in one call before the rest of its tasks fails. */
const maxLosses = 3;

/** Milliseconds for which a release that cost {@link maxLosses} processes is not rendered, so that releases of other remotes go live meanwhile. */
const breakTime = 30_000;

/**
 * Idle processes that are kept; the oldest ends first. Each portion of pages needs a process of every package of the site in turn: with fewer than
 * there are packages, each process would have ended before it is needed again.
 */
const maxIdle = 12;

/** Idle processes of releases that are kept when a process is started ahead: that of this release, and of the one before, for a rollback. */
const maxIdleAhead = 2;

/** A process, and the release it belongs to; undefined before its first work. */
interface Worker {
  process: RenderWorker;
  release: string | undefined;
}

/** A small pool of processes that render remotes' islands, each confined. */
export function createRenderPool(options: RenderPoolOptions = {}): RenderPool {
  const { size = 2, deadline = 2000, firstDeadline = 10_000, meanDeadline = 50, memory = 256, idle = 30_000 } = options;
  const workers = new Set<Worker>();
  const idleWorkers: Worker[] = [];
  /** Releases whose process works: one for each, and at most `size`. */
  const working = new Set<string>();
  /** Calls that wait for a free place, or for the process of their release: a second one would take longer to start than most calls take. */
  const waiting: { release: string; go(): void }[] = [];
  /** When each release that cost too many processes may be tried again. */
  const broken = new Map<string, number>();
  let sweep: NodeJS.Timeout | undefined;
  let closed = false;

  function start(release: string | undefined, layers: Layers, prepare?: ServerSource): Worker {
    const worker: Worker = { process: startRenderWorker({ memory, layers, prepare }), release };
    workers.add(worker);
    worker.process.onGone(() => {
      workers.delete(worker);
      remove(idleWorkers, worker);
    });
    return worker;
  }

  /** Waits for a free place and gives a process for a release. Undefined when the pool was closed. */
  async function acquire(release: string): Promise<Worker | undefined> {
    if (closed) return undefined;
    await new Promise<void>((resolve) => {
      waiting.push({ release, go: resolve });
      startWaiting();
    });
    const layers = await probeLayers();
    if (closed) return undefined;
    const ready =
      idleWorkers.findLast((worker) => worker.release === release) ??
      idleWorkers.findLast((worker) => worker.release === undefined);
    if (!ready) return start(release, layers);
    remove(idleWorkers, ready);
    ready.release = release;
    return ready;
  }

  /** Lets calls begin, in their order, whose release has no process that works. */
  function startWaiting(): void {
    for (const call of waiting.splice(0)) {
      if (working.size >= size || working.has(call.release)) waiting.push(call);
      else {
        working.add(call.release);
        call.go();
      }
    }
  }

  function giveBack(worker: Worker, healthy: boolean): void {
    if (!healthy) worker.process.kill();
    else if (workers.has(worker)) idleWorkers.push(worker);
    while (idleWorkers.length > maxIdle) idleWorkers.shift()?.process.kill();
    if (worker.release !== undefined) working.delete(worker.release);
    startWaiting();
    sweepLater();
  }

  function sweepLater(): void {
    clearTimeout(sweep);
    sweep = setTimeout(endIdle, idle);
    sweep.unref();
  }

  async function startAhead(shell: LoadedRelease | undefined): Promise<void> {
    const layers = await probeLayers();
    for (const worker of idleWorkers.filter(({ release }) => release !== undefined).slice(0, -maxIdleAhead)) {
      remove(idleWorkers, worker);
      worker.process.kill();
    }
    if (closed || idleWorkers.some(({ release }) => release === undefined)) return;
    idleWorkers.push(start(undefined, layers, shell && toShared(shell)));
    sweepLater();
  }

  function endIdle(): void {
    for (const worker of idleWorkers.splice(0)) worker.process.kill();
  }

  async function answer(
    target: LoadedRelease,
    shell: LoadedRelease,
    tasks: readonly (RenderTask | DescribeTask)[],
    onOutcome: (outcome: ReplyOutcome, milliseconds?: number) => void,
  ): Promise<void> {
    let count = 0;
    const add = (outcome: ReplyOutcome, milliseconds?: number): void => {
      count += 1;
      onOutcome(outcome, milliseconds);
    };
    const name = `${target.label} ${shell.label}`;
    const all = firstDeadline + meanDeadline * tasks.length;
    const fill = (problem: string): void => {
      while (count < tasks.length) add({ ok: false, problem });
    };
    let until: number | undefined;
    /** The index of the task that was tried again. */
    let retried = -1;
    let losses = (broken.get(name) ?? 0) > performance.now() ? maxLosses : 0;
    // A task that kills its process fails, and the rest goes on in a new process, at most maxLosses times: a remote that hangs
    // on every page would keep the releases of other remotes from going live.
    while (count < tasks.length && losses < maxLosses) {
      const worker = await acquire(name);
      if (!worker) return fill("the pool is closed");
      // The deadline starts with the first process: waiting for one does not count.
      until ??= performance.now() + all;
      const deadlines = {
        first: firstDeadline,
        each: deadline,
        all: Math.max(1, Math.round(until - performance.now())),
      };
      const { problem, isProcessLost } = await worker.process.run(
        () => toSources(target, shell),
        tasks.slice(count),
        deadlines,
        add,
      );
      giveBack(worker, problem === undefined);
      if (problem === undefined) continue;
      losses += 1;
      // A process that was lost may have been killed from outside: try the task once more.
      if (isProcessLost && count !== retried) retried = count;
      else add({ ok: false, problem });
      if (performance.now() >= until) break;
    }
    const isLate = count < tasks.length && losses < maxLosses;
    if (losses < maxLosses && !isLate) broken.delete(name);
    else if (count > 0) broken.set(name, performance.now() + breakTime);
    fill(isLate ? `the islands took more than ${all} ms together` : `${notTried}: ${maxLosses} of its processes ended`);
  }

  return {
    async render(target, shell, tasks, onOutcome) {
      const outcomes: RenderOutcome[] = [];
      await answer(target, shell, tasks, (reply, milliseconds) => {
        const outcome = toIsland(reply);
        outcomes.push(outcome);
        onOutcome?.(outcome, outcomes.length - 1, milliseconds);
      });
      return outcomes;
    },
    async describe(target, shell) {
      let found: ReplyOutcome | undefined;
      await answer(target, shell, [{ describe: true }], (outcome) => {
        found = outcome;
      });
      return toDescription(found);
    },
    warm: (shell) => void startAhead(shell),
    close() {
      closed = true;
      clearTimeout(sweep);
      for (const { go } of waiting.splice(0)) go();
      for (const worker of workers) worker.process.kill();
    },
  };
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
