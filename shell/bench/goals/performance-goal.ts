/** A goal of the table in docs/performance.md, and the figure of a bench that decides whether it is met. */
export interface PerformanceGoal {
  what: string;
  /** The goal in words, for the table. */
  goal: string;
  /** The best recorded figure of others with the same page; empty when no peer was measured. */
  peer: string;
  bench: string;
  /** The figure's name in the bench, or a prefix of it. */
  figure: string;
  /** The number of the figure that counts: its median, its maximum, or the median of its ratios to the floor. */
  reads: "median" | "most" | "ratio";
  /** Upper bound of the number, in the figure's unit. */
  atMost?: number;
  /** Lower bound of the number. */
  atLeast?: number;
  /** Why it is not met, if known. In the document while the goal is not met. */
  why?: string;
  /** The next improvement to try. In the document while the goal is not met. */
  next: string;
}
