import { createHash } from "node:crypto";

/** An error that browsers told of: where it was thrown, and on how many of the documents that were counted. */
export interface ThrownProblem {
  /** 12 hexadecimal digits; equal on all servers for the same places of the same releases. */
  id: string;
  /** Places in scripts of releases, the innermost first, such as `content@1.0.0-3f2a9c0d11aa/remoteEntry.js:1:234`. */
  at: readonly string[];
  views: number;
}

/** Errors of one release, told apart by their places. */
export interface ThrownProblems {
  add(at: readonly string[]): void;
  /** Those on the most documents first. */
  list(): ThrownProblem[];
}

/** Errors of one release that are kept; for another one, the one on the fewest documents is forgotten. */
const maxKept = 20;

export function createThrownProblems(): ThrownProblems {
  const kept = new Map<string, { at: readonly string[]; views: number }>();
  return {
    add(at) {
      const id = toProblemId(at);
      const known = kept.get(id);
      if (known) return void (known.views += 1);
      if (kept.size >= maxKept) {
        const [least] = [...kept].toSorted(([, one], [, other]) => one.views - other.views);
        if (least) kept.delete(least[0]);
      }
      kept.set(id, { at, views: 1 });
    },
    list: () => [...kept].map(([id, one]) => ({ id, ...one })).toSorted((one, other) => other.views - one.views),
  };
}

function toProblemId(at: readonly string[]): string {
  return createHash("sha256").update(at.join("\n")).digest("hex").slice(0, 12);
}
