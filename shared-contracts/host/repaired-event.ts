/** The event of `window`, for the shell's code only, after React replaced the server's HTML of an island or failed to hydrate it. */
export const repairedEvent = "shell:repaired";

/** The detail of that event. */
export interface Repaired {
  /** Such as `content/home`. */
  island: string;
  /** The error of an island that failed; absent when React replaced the HTML and continued. */
  error?: unknown;
}
