// The clock, time zone and language of a render process. The clock is fixed: pages are composed before they are requested, so the current time of a render
// would be in the past when a visitor reads it.

/** The clock, time zone and language that a render sees. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  clock: number;
  /** The time zone of local times, such as `Asia/Manila`. */
  timeZone: string;
  /** The language of formats where code names none; by default that of the process. */
  language?: string;
  /**
   * The size of the window in CSS pixels, and of all that has a number there. A server file that is loaded in surroundings with one finds the globals of browsers,
   * such as `window`.
   */
  browserSize?: number;
}

/** The surroundings of every render, unless a release check set others. */
const usual: Surroundings = { clock: 0, timeZone: "UTC" };

let current = usual;

/** Milliseconds since 1970. */
export function readClock(): number {
  return current.clock;
}

/** The language of formats where code names none; undefined for that of the process. */
export function readLanguage(): string | undefined {
  return current.language;
}

/** The size of a browser's window; undefined where there are no globals of browsers. */
export function readBrowserSize(): number | undefined {
  return current.browserSize;
}

export function setSurroundings(next: Surroundings = usual): void {
  // Node reads it again whenever it is set.
  if (next.timeZone !== current.timeZone) process.env["TZ"] = next.timeZone;
  current = next;
}
