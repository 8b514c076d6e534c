/** Resolves after the next frame, or soon where none is painted. */
export function painted(): Promise<unknown> {
  return Promise.race([
    new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
    new Promise((done) => setTimeout(done, 200)),
  ]);
}
