/** What a press came to. */
export interface Outcome {
  text: string;
  /** Milliseconds of the document's clock. */
  at: number;
}

/** @returns the outcome of what was pressed just now */
export function toOutcome(text: string): Outcome {
  return { text, at: performance.now() };
}

/** Says what a press came to. The same words are put in anew after each press: screen readers say again only what is put in again. */
export function StatusLine({
  outcome,
  id,
  isWrong = false,
}: {
  outcome: Outcome | undefined;
  id?: string;
  isWrong?: boolean;
}) {
  return (
    <p id={id} role="status" className={isWrong ? "wrong" : "quiet"}>
      {outcome && <span key={outcome.at}>{outcome.text}</span>}
    </p>
  );
}
