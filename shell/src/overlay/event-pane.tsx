import { type FormEvent, useId, useState } from "react";
import { Log } from "./log.tsx";
import { eventNames } from "../layout/event-names.ts";
import type { PassedEvent } from "./recorder.ts";
import { toDetailText } from "./report.ts";
import { sendEvent, toExample } from "./send-event.ts";
import { type Outcome, StatusLine, toOutcome } from "./status-line.tsx";

/** A form that sends an event, and those that passed. */
export function EventPane({ events }: { events: readonly PassedEvent[] }) {
  return (
    <div className="columns">
      <SendForm />
      <div className="form">
        <h3>Passed, newest last</h3>
        {events.length === 0 && <p className="quiet">None since the page was loaded.</p>}
        <Log
          name="Events"
          entries={events.map(({ id, at, name, detail }) => ({ id, at, title: name, text: toDetailText(detail) }))}
        />
      </div>
    </div>
  );
}

function SendForm() {
  const id = useId();
  const [name, setName] = useState(eventNames[0] ?? "route:changed");
  const [text, setText] = useState(() => toExample(name));
  const [outcome, setOutcome] = useState<Outcome & { isWrong: boolean }>();

  function send(event: FormEvent): void {
    event.preventDefault();
    const problem = sendEvent(name, text);
    setOutcome({ ...toOutcome(problem ?? "It was sent."), isWrong: problem !== undefined });
  }
  const isWrong = outcome?.isWrong ?? false;
  return (
    <form className="form" onSubmit={send}>
      <h3>Send one</h3>
      <label htmlFor={`${id}-name`}>Event</label>
      <select
        id={`${id}-name`}
        value={name}
        onChange={({ target: { value } }) => {
          const chosen = eventNames.find((one) => one === value);
          if (!chosen) return;
          setName(chosen);
          setText(toExample(chosen));
          setOutcome(undefined);
        }}
      >
        {eventNames.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <label htmlFor={`${id}-detail`}>Detail, JSON</label>
      <textarea
        id={`${id}-detail`}
        rows={5}
        spellCheck={false}
        value={text}
        aria-invalid={isWrong}
        aria-describedby={`${id}-outcome`}
        onChange={({ target: { value } }) => setText(value)}
      />
      <StatusLine id={`${id}-outcome`} outcome={outcome} isWrong={isWrong} />
      <button type="submit">Send</button>
    </form>
  );
}
