/** A goal of the table in docs/performance.md, and the figure of a bench that tells whether it is met. */
export interface PerformanceGoal {
  what: string;
  /** In words, as it stands in the table. */
  goal: string;
  /** The best that was recorded of others with the same page; empty where no peer was measured. */
  peer: string;
  bench: string;
  /** The figure's name in the bench, or what only its name begins with. */
  figure: string;
  /** Which number of the figure counts: its median, its largest, or the median of its ratios to the floor. */
  reads: "median" | "most" | "ratio";
  /** The number may be at most this, in the figure's unit. */
  atMost?: number;
  /** The number must be at least this. */
  atLeast?: number;
  /** Why it is not met, as far as it is known. It stands in the document while the goal is not met. */
  why?: string;
  /** What would be tried next. It stands in the document while the goal is not met. */
  next: string;
}
