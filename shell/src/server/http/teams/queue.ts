import { SiteError } from "@site/contracts/errors";

/** A queue with a limited number of places. */
export interface Queue {
  /** @throws SiteError `PUBLISH_BUSY` when all places are taken */
  enter<T>(work: () => Promise<T>): Promise<T>;
  /** Runs tasks in sequence, in the order of the calls. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

export function createQueue(places: number): Queue {
  let taken = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async enter(work) {
      if (taken >= places) throw new SiteError("PUBLISH_BUSY", { count: taken });
      taken += 1;
      try {
        return await work();
      } finally {
        taken -= 1;
      }
    },
    inTurn(work) {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
  };
}
