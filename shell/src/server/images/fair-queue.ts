/** Who waits for work: a client by name, all clients that cannot be told apart, or the server itself, ahead of any request. */
export type QueueClient = { client: string } | "any" | "ahead";

export interface FairQueueOptions {
  /** How much may wait, of all clients together. */
  maxWaiting: number;
  /** How much may wait of one client that has a name. */
  maxPerClient: number;
}

export interface FairQueue {
  /** Does work when it is its turn. Answers undefined, without doing it, when too much waits already. */
  run<T>(who: QueueClient, work: () => Promise<T>): Promise<T> | undefined;
  /** How much waits or is under way. */
  waiting(): number;
}

/**
 * Does one piece of work after the other, in turns between the clients: one that asks for much waits longer, and others do not. Work ahead
 * of requests is done when no request waits.
 */
export function createFairQueue({ maxWaiting, maxPerClient }: FairQueueOptions): FairQueue {
  const turns = new Map<string, (() => Promise<void>)[]>();
  const perClient = new Map<string, number>();
  let waiting = 0;
  let isBusy = false;

  /** The next client's first piece of work. A client that has more goes to the end. */
  function takeNext(): (() => Promise<void>) | undefined {
    const name = [...turns.keys()].find((key) => key !== aheadName) ?? aheadName;
    const [work, ...more] = turns.get(name) ?? [];
    turns.delete(name);
    if (more.length > 0) turns.set(name, more);
    return work;
  }

  async function go(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let work = takeNext(); work; work = takeNext()) await work();
    isBusy = false;
  }

  return {
    waiting: () => waiting,
    run(who, work) {
      const name = typeof who === "string" ? (who === "ahead" ? aheadName : anyName) : `client ${who.client}`;
      const own = perClient.get(name) ?? 0;
      if (waiting >= maxWaiting || (typeof who !== "string" && own >= maxPerClient)) return undefined;
      waiting += 1;
      perClient.set(name, own + 1);
      const done = (): void => {
        waiting -= 1;
        const left = (perClient.get(name) ?? 1) - 1;
        if (left === 0) perClient.delete(name);
        else perClient.set(name, left);
      };
      return new Promise((resolve, reject) => {
        const turn = (): Promise<void> => work().finally(done).then(resolve, reject);
        turns.set(name, [...(turns.get(name) ?? []), turn]);
        void go();
      });
    },
  };
}

const aheadName = "ahead";
const anyName = "any";
