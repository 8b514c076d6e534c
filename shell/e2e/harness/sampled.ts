import { inject } from "vitest";

/** Whether tests run on all of their cases, as in `npm run prove`, or on a sample, as in `npm test`. */
declare module "vitest" {
  export interface ProvidedContext {
    extent: "all" | "sample";
  }
}

/** The cases of a test: a sample in `npm test`, all in `npm run prove`. The file's name ends in `.full.e2e.test.ts` or `.full.integration.test.ts`. */
export function sampled<T>({ all, sample }: { all: T; sample: T }): T {
  return inject("extent") === "all" ? all : sample;
}

/** The cases of a table that run: the first `count` in `npm test`, all in `npm run prove`. A table begins with a case of each kind. */
export function sampledCases<const T>(count: number, cases: readonly T[]): readonly T[] {
  return sampled({ all: cases, sample: cases.slice(0, count) });
}
