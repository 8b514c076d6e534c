import { type SubmitEvent, useState } from "react";
import type { States } from "../bench-data.ts";

interface StateListProps {
  states: States;
  /** Why there are none, where their file cannot be read. */
  unread: string | undefined;
  /** The address of the workbench that shows a state. */
  toLink: (name: string) => string;
  /** Shows a state without loading the workbench again. */
  show: (name: string) => void;
  /** Gives the present state a name. Resolves with why not, or undefined. */
  save: (name: string) => Promise<string | undefined>;
}

/** States that the team has named, each a link that a colleague can open. */
export function StateList({ states, unread = "", toLink, show, save }: StateListProps) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState(unread);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const why = await save(name);
    setProblem(why ?? "");
    if (why === undefined) setName("");
  };
  return (
    <section className="states" aria-labelledby="states-title">
      <h2 id="states-title">States</h2>
      <ul>
        {Object.keys(states).map((one) => (
          <li key={one}>
            <a
              href={toLink(one)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                show(one);
              }}
            >
              {one}
            </a>
          </li>
        ))}
      </ul>
      <form className="name-state" onSubmit={(event) => void submit(event)}>
        <label>
          Name of this state
          <input
            value={name}
            aria-invalid={problem !== ""}
            aria-describedby={problem === "" ? undefined : "state-problem"}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        {problem && (
          <p role="alert" id="state-problem">
            {problem}
          </p>
        )}
        <button type="submit">Keep</button>
      </form>
    </section>
  );
}
