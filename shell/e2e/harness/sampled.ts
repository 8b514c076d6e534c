import { inject } from "vitest";

/** Whether tests run on all they are about, as in `npm run prove`, or on a sample of it, as in `npm test`. */
declare module "vitest" {
  export interface ProvidedContext {
    extent: "all" | "sample";
  }
}

/** What a test runs on: a sample in `npm test`, all of it in `npm run prove`. The file's name ends in `.full.e2e.test.ts`. */
export function sampled<T>({ all, sample }: { all: T; sample: T }): T {
  return inject("extent") === "all" ? all : sample;
}
