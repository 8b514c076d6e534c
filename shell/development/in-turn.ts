/** Calls of one function that wait for each other. */
export interface CallsInTurn<Parameters extends unknown[]> {
  /** Starts the function when the calls before this one have ended, whether they succeeded or failed. */
  call(...parameters: Parameters): Promise<void>;
  /** Resolves when all calls that were made so far have ended. Never rejects. */
  settle(): Promise<void>;
}

export function inTurn<Parameters extends unknown[]>(
  run: (...parameters: Parameters) => Promise<void>,
): CallsInTurn<Parameters> {
  let last = Promise.resolve();
  return {
    call(...parameters) {
      const next = last.then(() => run(...parameters));
      last = next.catch(() => undefined);
      return next;
    },
    settle: () => last,
  };
}
