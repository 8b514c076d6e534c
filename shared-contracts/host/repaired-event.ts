/** The event of `window` by which the shell's code learns that React replaced the server's HTML of an island, or failed to take it over. Remotes do not hear it. */
export const repairedEvent = "shell:repaired";

/** Its detail. */
export interface Repaired {
  /** Such as `content/home`. */
  island: string;
  /** What the island threw when it failed; absent when React replaced its HTML and went on. */
  error?: unknown;
}
