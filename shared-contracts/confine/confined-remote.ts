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

/** A remote's server file as a server runs it, one question at a time. */
export interface ConfinedRemote {
  describe(): Promise<DescribeOutcome>;
  /** One outcome for each task, in order; those after one that ended the process are not tried. */
  render(tasks: readonly RenderTask[]): Promise<RenderOutcome[]>;
  close(): void;
}

/** Megabytes and milliseconds: those of a server's release check. */
const memory = 256;
const firstMs = 30_000;
const eachMs = 10_000;
const meanMs = 50;

/**
 * Starts a process when it is first asked, and another when that was lost.
 * @param each milliseconds that an island may take, once its release is loaded
 */
export function openConfinedRemote(sources: ReleaseSources, each = eachMs): ConfinedRemote {
  let worker: RenderWorker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function ask(tasks: readonly (RenderTask | DescribeTask)[]): Promise<ReplyOutcome[]> {
    if (tasks.length === 0) return [];
    const layers = await probeLayers();
    if (isClosed) return tasks.map(() => ({ ok: false, problem: "it was closed" }));
    worker ??= startRenderWorker({ memory, layers });
    const deadlines: RenderDeadlines = { first: firstMs, each, all: firstMs + meanMs * tasks.length };
    const { done, problem } = await worker.run(() => sources, tasks, deadlines);
    if (problem === undefined) return done;
    worker = undefined;
    return tasks.map(
      (_task, index) => done[index] ?? { ok: false, problem: index === done.length ? problem : notTried },
    );
  }

  /** What is asked while another question is open waits for its turn. */
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
