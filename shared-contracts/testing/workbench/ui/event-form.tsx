import { type SubmitEvent, useState } from "react";
import { eventNames, eventSamples } from "../event-samples.ts";
import { findDetailProblem } from "../find-detail-problem.ts";

const unheard = "The preview runs without JavaScript: no event reaches it.";

/**
 * Sends an event of the contract into the preview, as if another remote had.
 * @param emit undefined while the preview runs without JavaScript
 */
export function EventForm({ emit }: { emit: ((name: string, detail: unknown) => void) | undefined }) {
  const [name, setName] = useState(eventNames[0] ?? "route:changed");
  const [text, setText] = useState(() => toText(name));
  const [problem, setProblem] = useState("");
  const isDetailWrong = problem !== "" && problem !== unheard;

  const choose = (next: string): void => {
    const known = eventNames.find((one) => one === next);
    if (!known) return;
    setName(known);
    setText(toText(known));
    setProblem("");
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!emit) return setProblem(unheard);
    try {
      const detail: unknown = JSON.parse(text);
      const wrong = findDetailProblem(name, detail);
      setProblem(
        wrong ? `${wrong.field === undefined ? "The detail" : `The field ${wrong.field}`}: ${wrong.text}` : "",
      );
      if (!wrong) emit(name, detail);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <form className="send" onSubmit={submit}>
      <h2>Send an event</h2>
      <label>
        Event
        <select value={name} onChange={({ target }) => choose(target.value)}>
          {eventNames.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Detail, JSON
        <textarea
          value={text}
          rows={5}
          spellCheck={false}
          aria-invalid={isDetailWrong}
          aria-describedby={isDetailWrong ? "detail-problem" : undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {problem && (
        <p role="alert" id="detail-problem">
          {problem}
        </p>
      )}
      <button type="submit">Send</button>
    </form>
  );
}

function toText(name: keyof typeof eventSamples): string {
  return JSON.stringify(eventSamples[name], null, 2);
}
