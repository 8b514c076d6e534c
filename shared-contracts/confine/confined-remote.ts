import { type DescribeOutcome, type RenderOutcome, toDescription, toIsland } from "./answers.ts";
import { probeLayers } from "./layers.ts";
import {
  type DescribeTask,
  notTried,
  type ReleaseSources,
  type RenderTask,
  type ReplyOutcome,
} from "./render-messages.ts";
import { type RenderDeadlines, type RenderWorker, startRenderWorker } from "./render-worker.ts";

/** Runs a remote's server file as a server does, one request at a time. */
export interface ConfinedRemote {
  describe(): Promise<DescribeOutcome>;
  /** One outcome for each task, in order; tasks after one that ended the process are not rendered. */
  render(tasks: readonly RenderTask[]): Promise<RenderOutcome[]>;
  close(): void;
}

/** The limits of a server's release check. */
const memoryMb = 256;
const firstMs = 30_000;
const eachMs = 10_000;
const meanMs = 50;

/**
 * Starts a process at the first request, and a new one after the process was lost.
 * @param each the timeout of an island in milliseconds, once its release is loaded
 */
export function openConfinedRemote(sources: ReleaseSources, each = eachMs): ConfinedRemote {
  let worker: RenderWorker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function ask(tasks: readonly (RenderTask | DescribeTask)[]): Promise<ReplyOutcome[]> {
    if (tasks.length === 0) return [];
    const layers = await probeLayers();
    if (isClosed) return tasks.map(() => ({ ok: false, problem: "it was closed" }));
    worker ??= startRenderWorker({ memoryMb, layers });
    const deadlines: RenderDeadlines = { first: firstMs, each, all: firstMs + meanMs * tasks.length };
    const { done, problem } = await worker.run(() => sources, tasks, deadlines);
    if (problem === undefined) return done;
    worker = undefined;
    return tasks.map(
      (_task, index) => done[index] ?? { ok: false, problem: index === done.length ? problem : notTried },
    );
  }

  /** Requests wait until earlier ones have ended. */
  function askInTurn(tasks: readonly (RenderTask | DescribeTask)[]): Promise<ReplyOutcome[]> {
    const turn = last.then(() => ask(tasks));
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    describe: async () => toDescription((await askInTurn([{ describe: true }]))[0]),
    render: async (tasks) => (await askInTurn(tasks)).map(toIsland),
    close() {
      isClosed = true;
      worker?.kill();
    },
  };
}
