/** Thresholds and durations of load shedding. Times in milliseconds. */
export interface LoadLimits {
  /** How long one turn of the event loop answers requests. By then the remaining requests of that turn have waited as long. */
  turnMs: number;
  /** How long a turn then refuses requests, before it answers again for `turnMs`. */
  refuseMs: number;
  /** How long all turns must have exceeded `turnMs` before a request is refused: a single long turn is no overload. */
  toleratedMs: number;
  /** Requests of a turn that are always answered, however long it takes. */
  fewestAnswers: number;
  /** Seconds after which a refused client should retry. */
  retryAfterSeconds: number;
}

/**
 * Four fifths of the time go to answers, however many requests there are: refusing one costs about a third of answering it. Pauses for garbage
 * collection and for receiving composed pages are shorter than `toleratedMs`. `fewestAnswers` covers the 60 files that ten browsers request at the
 * same time: on a slow machine they wait, and no picture is missing from a page that was answered.
 */
export const loadLimits: LoadLimits = {
  turnMs: 100,
  refuseMs: 25,
  toleratedMs: 500,
  fewestAnswers: 64,
  retryAfterSeconds: 2,
};

/** The clock and the event loop, for tests to replace. */
export interface Turns {
  /** Milliseconds on a clock that only goes forward. */
  now(): number;
  /** Calls back once, when all requests that arrived before have been handled. */
  afterTurn(callback: () => void): void;
}

const turnsOfProcess: Turns = { now: () => performance.now(), afterTurn: (callback) => setImmediate(callback) };

/** Decides for each request whether it is answered. */
export interface LoadShedder {
  /** Whether to answer a request that has just arrived. */
  admits(): boolean;
}

/**
 * Refuses requests while more arrive than the server can answer. A turn of Node's event loop handles every request that arrived during the previous
 * turn: under overload turns become long, and each request of a turn has waited for those before it. So a turn alternately answers for `turnMs` and
 * refuses for `refuseMs`. Requests that arrive meanwhile wait for the next turn; the limit of connections bounds their number.
 * @param onChange called with true at the first refused request, and with false when a turn is short again
 */
export function createLoadShedder(
  { turnMs, refuseMs, toleratedMs, fewestAnswers }: LoadLimits,
  onChange: (isShedding: boolean) => void,
  { now, afterTurn }: Turns = turnsOfProcess,
): LoadShedder {
  let startedAt: number | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;
  let answered = 0;
  let answeringSince = 0;
  let refusingSince: number | undefined;
  /** The start of the first of the consecutive long turns. */
  let longSince: number | undefined;
  let isShedding = false;

  function relax(): void {
    longSince = undefined;
    if (isShedding) onChange((isShedding = false));
  }
  function begin(at: number): void {
    // After a pause between two turns no requests were waiting, so there is no overload.
    if (at - endedAt > turnMs) relax();
    startedAt = at;
    answered = 0;
    answeringSince = at;
    refusingSince = undefined;
    afterTurn(end);
  }
  function end(): void {
    endedAt = now();
    const began = startedAt ?? endedAt;
    startedAt = undefined;
    if (endedAt - began < turnMs) relax();
    else longSince ??= began;
  }

  return {
    admits() {
      const at = now();
      if (startedAt === undefined) begin(at);
      if (refusingSince === undefined) {
        if (at - answeringSince >= turnMs && answered >= fewestAnswers) refusingSince = at;
      } else if (at - refusingSince >= refuseMs) {
        refusingSince = undefined;
        answeringSince = at;
      }
      if (refusingSince !== undefined && longSince !== undefined && at - longSince >= toleratedMs) {
        if (!isShedding) onChange((isShedding = true));
        return false;
      }
      answered += 1;
      return true;
    },
  };
}
