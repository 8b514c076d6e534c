/** Writes down what went wrong. */
export type ProblemLog = (sentence: string, cause?: unknown) => void;

/** A log that says the same thing once: a visitor who moves about, or tries again, does not fill it. */
export function createProblemLog(write: ProblemLog): ProblemLog {
  const said = new Set<string>();
  return (sentence, cause) => {
    const key = `${sentence} ${String(cause)}`;
    if (said.has(key)) return;
    said.add(key);
    write(sentence, cause);
  };
}
