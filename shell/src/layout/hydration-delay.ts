/** Paths on which islands in view hydrate at once (B194). */
const undelayed = ["/privacy-policy/", "/_nuxt/", "/api/"];

/** Whether an island that came into view may wait until the browser is idle. One with input never waits. */
export function mayWait(path: string): boolean {
  return !undelayed.some((start) => path.startsWith(start));
}
