import type { BeaconProblem } from "../../layout/beacon.ts";
import { toErrorId } from "../../layout/error-id.ts";

/** An error as browsers report it: its kind, and the place where it was thrown. */
export interface BrowserError {
  kind: BeaconProblem["kind"];
  /** Places in scripts of releases, the innermost first, such as `content@1.0.0-3f2a9c0d11aa/remoteEntry.js:1:234`; empty when no error was thrown. */
  at: readonly string[];
}

/** An error that browsers reported, and the number of counted documents with it. */
export interface ToldError extends BrowserError {
  /** The error id: equal on all servers, and shown to the visitor. */
  id: string;
  views: number;
}

/** Errors of one release, distinguished by their kind and places. */
export interface ToldErrors {
  /** @returns the error when it is new, or was dropped before */
  add(error: BrowserError): ToldError | undefined;
  /** Those on the most documents first. */
  list(): ToldError[];
}

/** Maximum of errors of one release; for another one, the one on the fewest documents is dropped. */
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
