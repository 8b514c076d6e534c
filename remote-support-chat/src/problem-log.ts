/** Logs a problem. */
export type ProblemLog = (sentence: string, cause?: unknown) => void;

/** A log that writes the same sentence once, however often a visitor navigates or retries. */
export function createProblemLog(write: ProblemLog): ProblemLog {
  const said = new Set<string>();
  return (sentence, cause) => {
    // A parser's message contains a position, which differs each time.
    const key = `${sentence} ${cause instanceof SyntaxError ? cause.name : String(cause)}`;
    if (said.has(key)) return;
    said.add(key);
    write(sentence, cause);
  };
}
