/** The result of a pressed button. */
export interface Outcome {
  text: string;
  /** Milliseconds of the document's clock. */
  at: number;
}

/** The result of the button that was pressed just now. */
export function toOutcome(text: string): Outcome {
  return { text, at: performance.now() };
}

/** Shows the result of a pressed button. The element is a new one after each press, because screen readers repeat an equal text only in a new element. */
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
