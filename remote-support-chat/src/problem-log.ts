/** Writes down what went wrong. */
export type ProblemLog = (sentence: string, cause?: unknown) => void;

/** A log that says the same thing once: a visitor who moves about, or tries again, does not fill it. */
export function createProblemLog(write: ProblemLog): ProblemLog {
  const said = new Set<string>();
  return (sentence, cause) => {
    // A parser names the place, which is another one in each message.
    const key = `${sentence} ${cause instanceof SyntaxError ? cause.name : String(cause)}`;
    if (said.has(key)) return;
    said.add(key);
    write(sentence, cause);
  };
}
