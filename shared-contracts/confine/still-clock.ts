// The clock of a render process. It does not run: pages are composed ahead, so a present moment would be one of the past when they are read.

let moment = 0;

/** Milliseconds since 1970: 0, unless a release check has set it. */
export function readClock(): number {
  return moment;
}

export function setClock(ms: number): void {
  moment = ms;
}
