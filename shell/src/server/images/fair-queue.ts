/** Who waits for work: a client by name, all clients that cannot be told apart, or the server itself, ahead of any request. */
export type QueueClient = { client: string } | "any" | "ahead";

export interface FairQueueOptions {
  /** How much may wait, of all clients together. */
  maxWaiting: number;
  /** How much may wait of one client that has a name. */
  maxPerClient: number;
  /** A clock in milliseconds that never goes back, for tests. */
  now?: (() => number) | undefined;
}

export interface FairQueue {
  /**
   * Does work when it is its turn. Answers undefined, without doing it, when too much waits already; and resolves to undefined when it gave
   * its place to work of an owner of which less waits.
   * @param owner whose work it is, such as the package of a picture
   */
  run<T>(who: QueueClient, work: () => Promise<T>, owner?: string): Promise<T | undefined> | undefined;
  /** How much waits or is under way. */
  waiting(): number;
}

interface Waiting {
  begin(): Promise<void>;
  /** Ends it without doing it. */
  giveUp(): void;
}

/** What waits of one owner, by client, and the milliseconds that its work took since the queue was empty. */
interface Owned {
  clients: Map<string, Waiting[]>;
  spentMs: number;
}

/**
 * Does one piece of work after the other. The owner whose work took the least time comes first, so work that is slow holds up no other owner
 * for longer than one piece. Of one owner, clients take turns: one that asks for much waits longer, and others do not. Work ahead of requests
 * is done when no request waits.
 */
export function createFairQueue({
  maxWaiting,
  maxPerClient,
  now = () => performance.now(),
}: FairQueueOptions): FairQueue {
  const owners = new Map<string, Owned>();
  const perClient = new Map<string, number>();
  let waiting = 0;
  let isBusy = false;

  function takeNext(): { owned: Owned; next: Waiting } | undefined {
    const all = [...owners.values()];
    const requested = all.filter(({ clients }) => [...clients.keys()].some((name) => name !== aheadName));
    const waitingOwners = requested.length > 0 ? requested : all.filter(({ clients }) => clients.size > 0);
    const [owned] = waitingOwners.toSorted((one, other) => one.spentMs - other.spentMs);
    const next = owned && takeTurn(owned.clients);
    return owned && next && { owned, next };
  }

  async function go(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let taken = takeNext(); taken; taken = takeNext()) {
      const began = now();
      await taken.next.begin();
      taken.owned.spentMs += now() - began;
    }
    owners.clear();
    isBusy = false;
  }

  /** Takes the place of work of the owner of which the most waits, if that is more than waits of this one. */
  function makeRoom(owner: string): boolean {
    const [most] = [...owners.values()].toSorted((one, other) => countWaiting(other) - countWaiting(one));
    if (!most || countWaiting(most) <= countWaiting(owners.get(owner)) + 1) return false;
    takeLast(most.clients)?.giveUp();
    return true;
  }

  return {
    waiting: () => waiting,
    run<T>(who: QueueClient, work: () => Promise<T>, owner = "") {
      const name = typeof who === "string" ? (who === "ahead" ? aheadName : anyName) : `client ${who.client}`;
      const own = perClient.get(name) ?? 0;
      if (typeof who !== "string" && own >= maxPerClient) return undefined;
      if (waiting >= maxWaiting && (name === aheadName || !makeRoom(owner))) return undefined;
      waiting += 1;
      perClient.set(name, (perClient.get(name) ?? 0) + 1);
      const done = (): void => {
        waiting -= 1;
        const left = (perClient.get(name) ?? 1) - 1;
        if (left === 0) perClient.delete(name);
        else perClient.set(name, left);
      };
      return new Promise<T | undefined>((resolve, reject) => {
        const owned = owners.get(owner) ?? { clients: new Map<string, Waiting[]>(), spentMs: 0 };
        owners.set(owner, owned);
        const entry: Waiting = {
          begin: () => work().finally(done).then(resolve, reject),
          giveUp() {
            done();
            resolve(undefined);
          },
        };
        owned.clients.set(name, [...(owned.clients.get(name) ?? []), entry]);
        void go();
      });
    },
  };
}

const aheadName = "ahead";
const anyName = "any";

function countWaiting(owned: Owned | undefined): number {
  return [...(owned?.clients.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
}

/** The next client's first piece of work. A client that has more goes to the end. */
function takeTurn(clients: Map<string, Waiting[]>): Waiting | undefined {
  const name = [...clients.keys()].find((key) => key !== aheadName) ?? aheadName;
  const [next, ...more] = clients.get(name) ?? [];
  clients.delete(name);
  if (more.length > 0) clients.set(name, more);
  return next;
}

/** What came last of the client that has the most; first what no request waits for. */
function takeLast(clients: Map<string, Waiting[]>): Waiting | undefined {
  const [most] = [...clients].toSorted(([, one], [, other]) => other.length - one.length);
  const name = clients.has(aheadName) ? aheadName : (most?.[0] ?? anyName);
  const list = clients.get(name) ?? [];
  const last = list.at(-1);
  if (list.length > 1) clients.set(name, list.slice(0, -1));
  else clients.delete(name);
  return last;
}
