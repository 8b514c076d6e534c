import {
  breakEndPath,
  type BreakMode,
  breakModes,
  breakPath,
  type TesterFacts,
  toBreakText,
} from "../layout/tester-facts.ts";
import { keepPlace } from "./follow-page.ts";
import { ShownPageField } from "./shown-page.tsx";

const names: Readonly<Record<BreakMode, string>> = {
  fail: "Fail",
  slow: "Slow",
  hang: "Hang",
  unstyled: "No styles",
  unclosed: "Broken HTML",
};

/** Breaks a remote for this tester: the server does it, and the page is loaded again. */
export function BreakForm({ remote, facts: { broken } }: { remote: string; facts: TesterFacts }) {
  const isBroken = broken?.remote === remote;
  return (
    <form
      method="post"
      action={isBroken ? breakEndPath : breakPath}
      className="form"
      onSubmit={({ currentTarget }) => keepPlace(currentTarget)}
    >
      <h3>{isBroken ? "Broken on purpose" : "Break on purpose"}</h3>
      <p className="quiet">
        {isBroken
          ? `The ${toBreakText(remote, broken.how)}. Visitors get all as always.`
          : "For ten minutes and for you alone, its scripts are answered with an error, after three seconds, or never; its styles are missing; or an element of its HTML is not closed."}
      </p>
      {isBroken ? (
        <button type="submit">Mend {remote}</button>
      ) : (
        <>
          <input type="hidden" name="remote" value={remote} />
          <ShownPageField />
          <div className="buttons">
            {breakModes.map((mode) => (
              <button key={mode} type="submit" name="how" value={mode} title={`The ${toBreakText(remote, mode)}`}>
                {names[mode]}
              </button>
            ))}
          </div>
        </>
      )}
    </form>
  );
}
