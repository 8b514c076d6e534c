import type { CanaryShare } from "../releases/channels.ts";

/** The shares of a canary that grows by itself, in percent. */
export const growingShares = [1, 5, 25, 100] as const;

/** The share of a canary that grows by itself: the first percentage from now on, each further one `stepMs` milliseconds after the previous. */
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
