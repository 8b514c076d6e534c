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
   * @param onOutcome is called with each outcome in order while the next islands are rendered, and with the milliseconds that it took where the
   *   process reports them
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
   * Starts a process in advance, for the next release that needs one. Like all others it ends after the idle time. Of the idle processes that belong to
   * a release, all but the {@link maxIdleAhead} latest end now: the next release cannot use them.
   * @param shell whose shared libraries the process loads in advance
   */
  warm(shell?: LoadedRelease): void;
  /** Ends all processes and starts no new one. Running tasks fail. */
  close(): void;
}

export interface RenderPoolOptions {
  /** Most processes that render at once. */
  size?: number;
  /** The timeout of an island; `firstDeadlineMs` is that of the first one of a process, which also loads the libraries. */
  deadlineMs?: number;
  firstDeadlineMs?: number;
  /** How long an island may take on average: the timeout of a call is this for each island, plus `firstDeadlineMs`. */
  meanDeadlineMs?: number;
  /** The heap of a process. */
  memoryMb?: number;
  /** Time without work after which a process ends. */
  idleMs?: number;
}

/** How many processes of a release may end in one call until the rest of its tasks fails. */
const maxLosses = 3;

/** Milliseconds without a retry after {@link maxLosses} processes of a release ended, so that releases of other remotes go live meanwhile. */
const retryAfterMs = 30_000;

/**
 * Idle processes that are kept; the oldest ends first. Each portion of pages needs a process of every package of the site in turn: with fewer than
 * there are packages, each process would have ended before it is needed again.
 */
const maxIdle = 12;

/** Idle processes that are kept when a process is started in advance: that of the present release, and of the previous one for a rollback. */
const maxIdleAhead = 2;

/** A process and its release, which is undefined before its first task. */
interface Worker {
  process: RenderWorker;
  release: string | undefined;
}

/** A small pool of processes that render remotes' islands, each confined. */
export function createRenderPool(options: RenderPoolOptions = {}): RenderPool {
  const {
    size = 2,
    deadlineMs = 2000,
    firstDeadlineMs = 10_000,
    meanDeadlineMs = 50,
    memoryMb = 256,
    idleMs = 30_000,
  } = options;
  const workers = new Set<Worker>();
  const idleWorkers: Worker[] = [];
  /** Releases whose process is rendering: one process for each, and at most `size`. */
  const working = new Set<string>();
  /** Queued calls, which wait for a free place or for the process of their release: starting a second process takes longer than most calls. */
  const waiting: { release: string; go(): void }[] = [];
  /** When each release whose processes ended too often may be retried. */
  const broken = new Map<string, number>();
  let sweep: NodeJS.Timeout | undefined;
  let closed = false;

  function start(release: string | undefined, layers: Layers, prepare?: ServerSource): Worker {
    const worker: Worker = { process: startRenderWorker({ memoryMb, layers, prepare }), release };
    workers.add(worker);
    worker.process.onGone(() => {
      workers.delete(worker);
      remove(idleWorkers, worker);
    });
    return worker;
  }

  /** Waits for a free place, and returns a process for a release; undefined when the pool was closed. */
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

  /** Starts queued calls, in their order, whose release has no process that is rendering. */
  function startWaiting(): void {
    for (const call of waiting.splice(0)) {
      if (working.size >= size || working.has(call.release)) waiting.push(call);
      else {
        working.add(call.release);
        call.go();
      }
    }
  }

  function free(worker: Worker, healthy: boolean): void {
    if (!healthy) worker.process.kill();
    else if (workers.has(worker)) idleWorkers.push(worker);
    while (idleWorkers.length > maxIdle) idleWorkers.shift()?.process.kill();
    if (worker.release !== undefined) working.delete(worker.release);
    startWaiting();
    sweepLater();
  }

  function sweepLater(): void {
    clearTimeout(sweep);
    sweep = setTimeout(endIdle, idleMs);
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

  async function runTasks(
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
    const allMs = firstDeadlineMs + meanDeadlineMs * tasks.length;
    const fill = (problem: string): void => {
      while (count < tasks.length) add({ ok: false, problem });
    };
    let until: number | undefined;
    /** The index of the task that was retried. */
    let retried = -1;
    let losses = (broken.get(name) ?? 0) > performance.now() ? maxLosses : 0;
    // A task that ends its process fails, and the rest continues in a new process, at most maxLosses times: otherwise a remote that hangs
    // on every page would delay the releases of other remotes.
    while (count < tasks.length && losses < maxLosses) {
      const worker = await acquire(name);
      if (!worker) return fill("the pool is closed");
      // The timeout starts with the first process: the time in the queue does not count.
      until ??= performance.now() + allMs;
      const deadlines = {
        first: firstDeadlineMs,
        each: deadlineMs,
        all: Math.max(1, Math.round(until - performance.now())),
      };
      const { problem, isProcessLost } = await worker.process.run(
        () => toSources(target, shell),
        tasks.slice(count),
        deadlines,
        add,
      );
      free(worker, problem === undefined);
      if (problem === undefined) continue;
      losses += 1;
      // A lost process may have been killed from outside: retry the task once.
      if (isProcessLost && count !== retried) retried = count;
      else add({ ok: false, problem });
      if (performance.now() >= until) break;
    }
    const isLate = count < tasks.length && losses < maxLosses;
    if (losses < maxLosses && !isLate) broken.delete(name);
    else if (count > 0) broken.set(name, performance.now() + retryAfterMs);
    fill(
      isLate ? `the islands took more than ${allMs} ms together` : `${notTried}: ${maxLosses} of its processes ended`,
    );
  }

  return {
    async render(target, shell, tasks, onOutcome) {
      const outcomes: RenderOutcome[] = [];
      await runTasks(target, shell, tasks, (reply, milliseconds) => {
        const outcome = toIsland(reply);
        outcomes.push(outcome);
        onOutcome?.(outcome, outcomes.length - 1, milliseconds);
      });
      return outcomes;
    },
    async describe(target, shell) {
      let found: ReplyOutcome | undefined;
      await runTasks(target, shell, [{ describe: true }], (outcome) => {
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
