/** Rejects with `late` when a promise takes longer than `milliseconds`. The promise's later outcome is ignored. */
export async function within<T>(promise: Promise<T>, milliseconds: number, late: Error): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late), milliseconds);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
