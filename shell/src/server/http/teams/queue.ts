import { SiteError } from "@site/contracts/errors";

/** Bounds how much work is under way at once. */
export interface Queue {
  /** @throws SiteError `PUBLISH_BUSY` when all places are taken */
  enter<T>(work: () => Promise<T>): Promise<T>;
  /** Runs one piece of work after the other, in the order of asking. */
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
