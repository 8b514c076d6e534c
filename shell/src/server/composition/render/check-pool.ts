import { createRenderPool, type RenderPool } from "./render-pool.ts";

/** The pool of a release check. Its deadlines are long, so that no release is refused because the machine is busy. */
export function createCheckPool(): RenderPool {
  return createRenderPool({ deadlineMs: 10_000, firstDeadlineMs: 30_000 });
}
