/** Who requests work: a client by name, any of the clients that cannot be told apart, or the server itself ahead of requests. */
export type QueueClient = { client: string } | "any" | "ahead";

export interface FairQueueOptions {
  /** How many tasks may be queued or running, of all clients together. */
  maxWaiting: number;
  /** How many tasks of one client with a name may be queued or running. */
  maxPerClient: number;
  /** A monotonic clock in milliseconds, for tests. */
  now?: (() => number) | undefined;
}

export interface FairQueue {
  /**
   * Queues a task and runs it when it is its turn.
   * @param owner whose work the task is, such as the package of a picture
   * @returns the result of the task; undefined when the queue is full. Resolves to undefined when the task was cancelled to make room for an
   * owner with fewer queued tasks
   */
  run<T>(who: QueueClient, task: () => Promise<T>, owner?: string): Promise<T | undefined> | undefined;
  /** How many tasks are queued or running. */
  waiting(): number;
}

interface QueuedTask {
  run(): Promise<void>;
  /** Resolves the task to undefined without running it. */
  cancel(): void;
}

interface OwnerQueue {
  /** The queued tasks of the owner by client, in the order of their next turns. */
  clients: Map<string, QueuedTask[]>;
  /** Milliseconds that tasks of the owner ran since the queue was last empty. */
  spentMs: number;
}

/**
 * A queue that runs one task at a time. The owner whose tasks ran for the shortest time comes first, so a slow task delays other owners by
 * no more than itself. Clients of one owner take turns, so that many tasks of one client do not delay another client. Tasks ahead of
 * requests run when no requested task is queued.
 */
export function createFairQueue({
  maxWaiting,
  maxPerClient,
  now = () => performance.now(),
}: FairQueueOptions): FairQueue {
  const owners = new Map<string, OwnerQueue>();
  /** How many tasks of each client are queued or running. */
  const perClient = new Map<string, number>();
  let pending = 0;
  let isRunning = false;

  function takeNext(): { owner: OwnerQueue; task: QueuedTask } | undefined {
    const all = [...owners.values()];
    const requested = all.filter(({ clients }) => [...clients.keys()].some((name) => name !== aheadName));
    const candidates = requested.length > 0 ? requested : all.filter(({ clients }) => clients.size > 0);
    const [owner] = candidates.toSorted((one, other) => one.spentMs - other.spentMs);
    const task = owner && takeTurn(owner.clients);
    return owner && task && { owner, task };
  }

  async function runAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let next = takeNext(); next; next = takeNext()) {
      const started = now();
      await next.task.run();
      next.owner.spentMs += now() - started;
    }
    owners.clear();
    isRunning = false;
  }

  /** Cancels a task of the owner with the most queued tasks, if those are more than this owner would have. */
  function makeRoom(owner: string): boolean {
    const [most] = [...owners.values()].toSorted((one, other) => countQueued(other) - countQueued(one));
    if (!most || countQueued(most) <= countQueued(owners.get(owner)) + 1) return false;
    takeLast(most.clients)?.cancel();
    return true;
  }

  function queueOf(owner: string): OwnerQueue {
    const queue = owners.get(owner) ?? { clients: new Map<string, QueuedTask[]>(), spentMs: 0 };
    owners.set(owner, queue);
    return queue;
  }

  return {
    waiting: () => pending,
    run<T>(who: QueueClient, task: () => Promise<T>, owner = "") {
      const name = typeof who === "string" ? (who === "ahead" ? aheadName : anyName) : `client ${who.client}`;
      const ofClient = perClient.get(name) ?? 0;
      if (typeof who !== "string" && ofClient >= maxPerClient) return undefined;
      if (pending >= maxWaiting && (name === aheadName || !makeRoom(owner))) return undefined;
      pending += 1;
      perClient.set(name, (perClient.get(name) ?? 0) + 1);
      const done = (): void => {
        pending -= 1;
        const left = (perClient.get(name) ?? 1) - 1;
        if (left === 0) perClient.delete(name);
        else perClient.set(name, left);
      };
      return new Promise<T | undefined>((resolve, reject) => {
        const { clients } = queueOf(owner);
        const queued: QueuedTask = {
          run: () => task().finally(done).then(resolve, reject),
          cancel() {
            done();
            resolve(undefined);
          },
        };
        clients.set(name, [...(clients.get(name) ?? []), queued]);
        void runAll();
      });
    },
  };
}

const aheadName = "ahead";
const anyName = "any";

function countQueued(owner: OwnerQueue | undefined): number {
  return [...(owner?.clients.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
}

/** Takes the first task of the client whose turn it is. A client with further tasks goes to the end of the order. */
function takeTurn(clients: Map<string, QueuedTask[]>): QueuedTask | undefined {
  const name = [...clients.keys()].find((key) => key !== aheadName) ?? aheadName;
  const [next, ...more] = clients.get(name) ?? [];
  clients.delete(name);
  if (more.length > 0) clients.set(name, more);
  return next;
}

/** Takes the last task ahead of requests, else the last task of the client with the most queued tasks. */
function takeLast(clients: Map<string, QueuedTask[]>): QueuedTask | undefined {
  const [most] = [...clients].toSorted(([, one], [, other]) => other.length - one.length);
  const name = clients.has(aheadName) ? aheadName : (most?.[0] ?? anyName);
  const tasks = clients.get(name) ?? [];
  const last = tasks.at(-1);
  if (tasks.length > 1) clients.set(name, tasks.slice(0, -1));
  else clients.delete(name);
  return last;
}
