import type { BeaconProblem } from "../../layout/beacon.ts";
import { toErrorId } from "../../layout/error-id.ts";

/** What browsers tell of an error: its kind, and where it was thrown. */
export interface BrowserError {
  kind: BeaconProblem["kind"];
  /** Places in scripts of releases, the innermost first, such as `content@1.0.0-3f2a9c0d11aa/remoteEntry.js:1:234`; none where nothing was thrown. */
  at: readonly string[];
}

/** An error that browsers told of, and on how many of the documents that were counted. */
export interface ToldError extends BrowserError {
  /** Equal on all servers, and in the words that a visitor reads of it. */
  id: string;
  views: number;
}

/** Errors of one release, told apart by their kind and places. */
export interface ToldErrors {
  /** @returns the error when it is the first of its kind, or the first since it was forgotten */
  add(error: BrowserError): ToldError | undefined;
  /** Those on the most documents first. */
  list(): ToldError[];
}

/** Errors of one release that are kept; for another one, the one on the fewest documents is forgotten. */
const maxKept = 20;

/** @param release such as `content@1.0.0-3f2a9c0d11aa` */
export function createToldErrors(release: string): ToldErrors {
  const kept = new Map<string, ToldError>();
  return {
    add({ kind, at }) {
      const id = toErrorId(release, [kind, ...at].join("\n"));
      const known = kept.get(id);
      if (known) {
        known.views += 1;
        return undefined;
      }
      if (kept.size >= maxKept) {
        const [least] = [...kept].toSorted(([, one], [, other]) => one.views - other.views);
        if (least) kept.delete(least[0]);
      }
      const error = { id, kind, at, views: 1 };
      kept.set(id, error);
      return error;
    },
    list: () => [...kept.values()].toSorted((one, other) => other.views - one.views),
  };
}
