/** Settles as a promise does, or rejects when the attempt aborts first. */
export function during<T>(attempt: AbortSignal, outcome: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(attempt.reason);
    if (attempt.aborted) giveUp();
    attempt.addEventListener("abort", giveUp, { once: true });
    outcome.then(resolve, reject);
  });
}
