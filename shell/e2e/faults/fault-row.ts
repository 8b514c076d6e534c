/** A bound of a measured figure. Of several measurements the worst counts. */
export interface Bound {
  /** What is measured, as the document names it. */
  figure: string;
  atMost?: number;
  atLeast?: number;
  /** Such as `s`; a share is written in percent, and a count has none. */
  unit?: "s" | "ms" | "share" | "x";
}

/** Tests that prove a row: those of a file whose title matches. */
export interface Proof {
  file: string;
  /** A part of the titles; all tests of the file where there is none. */
  title?: string;
  /** Whether a test builds on those before it, so that the file runs as a whole. */
  needsWholeFile?: boolean;
}

/** One way in which something fails, and what has to be true then. */
export interface FaultRow {
  id: string;
  fault: string;
  /** What a visitor, or an operator, sees. */
  seen: string;
  /** What the proofs assert, in words; the bounds say the rest in figures. */
  criterion: string;
  bounds: readonly Bound[];
  proofs: readonly Proof[];
}
