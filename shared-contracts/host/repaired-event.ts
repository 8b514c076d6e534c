/** The event of `window` by which the shell's code learns that React replaced the server's HTML of an island. Remotes do not hear it. */
export const repairedEvent = "shell:repaired";

/** Its detail. */
export interface Repaired {
  /** Such as `content/home`. */
  island: string;
}
