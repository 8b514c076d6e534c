// What a render process has of a place: its clock, time zone and language. The clock does not run: pages are composed ahead, so a present moment would be
// one of the past when they are read.

/** Where a render seems to happen. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  clock: number;
  /** What local times are told in, such as `Asia/Manila`. */
  timeZone: string;
  /** What is formatted in where code names no language; that of the process when left out. */
  language?: string;
  /** Whether a server file that is loaded here finds the names that only browsers have, such as `window`. */
  isBrowser?: boolean;
}

/** Those of every render, unless a release check has set others. */
const usual: Surroundings = { clock: 0, timeZone: "UTC" };

let current = usual;

/** Milliseconds since 1970. */
export function readClock(): number {
  return current.clock;
}

/** The language of code that names none, where it is not that of the process. */
export function readLanguage(): string | undefined {
  return current.language;
}

export function hasBrowserNames(): boolean {
  return current.isBrowser === true;
}

export function setSurroundings(next: Surroundings = usual): void {
  // Node reads it again whenever it is set.
  if (next.timeZone !== current.timeZone) process.env["TZ"] = next.timeZone;
  current = next;
}
