import type { CanaryShare } from "../releases/channels.ts";

/** The shares of a canary that grows by itself, in percent. */
export const growingShares = [1, 5, 25, 100] as const;

/** The share of a canary that grows by itself: the first one now, each later one a step after the one before. @param stepMs milliseconds */
export function toGrowingShare(stepMs: number, now: Date): Required<Pick<CanaryShare, "percent" | "steps">> {
  const [percent, ...later] = growingShares;
  return {
    percent,
    steps: later.map((share, index) => ({
      percent: share,
      from: new Date(now.getTime() + (index + 1) * stepMs).toISOString(),
    })),
  };
}
