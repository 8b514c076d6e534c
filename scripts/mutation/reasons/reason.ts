/** Why a change for which no test fails is acceptable. */
export interface Reason {
  file: string;
  /** A part of the changed line. */
  line: string;
  /** A part of the replacement, if the line has several changes. */
  to?: string;
  reason: string;
}
