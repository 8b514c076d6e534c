/** Why a change that no test notices may stay unnoticed. */
export interface Reason {
  file: string;
  /** A part of the changed line. */
  line: string;
  /** A part of what it becomes, where the line has several changes. */
  to?: string;
  reason: string;
}
