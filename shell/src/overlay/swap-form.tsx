import { useEffect, useId, useState } from "react";
import { admittedPath, type AdmittedReleases, signInPath, type TesterFacts, toWith } from "../layout/tester-facts.ts";
import { ShownPageField } from "./shown-page.tsx";

class SignedOutError extends Error {}

let asked: Promise<AdmittedReleases> | undefined;

/** The admitted releases, asked for once in a document. A failure is not kept. @throws SignedOutError when the session has ended */
function askReleases(): Promise<AdmittedReleases> {
  asked ??= fetch(admittedPath)
    .then((response) => {
      if (response.status === 403) throw new SignedOutError("Your session has ended.");
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return response.json();
    })
    .catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
  return asked;
}

/** Leads to the page that asks whether to see another admitted release of a remote here. Nothing is chosen before that form was sent. */
export function SwapForm({ remote, facts: { releases } }: { remote: string; facts: TesterFacts }) {
  const id = useId();
  const [admitted, setAdmitted] = useState<AdmittedReleases | Error>();
  useEffect(() => {
    let isGone = false;
    askReleases().then(
      (found) => !isGone && setAdmitted(found),
      (error: unknown) => !isGone && setAdmitted(error instanceof Error ? error : new Error(String(error))),
    );
    return () => void (isGone = true);
  }, []);
  if (admitted instanceof Error)
    return (
      <form method="get" action={signInPath} className="form">
        <p role="alert">The releases cannot be listed. {admitted.message}</p>
        {admitted instanceof SignedOutError && (
          <>
            <ShownPageField />
            <button type="submit">Sign in again</button>
          </>
        )}
      </form>
    );

  const shown = releases[remote]?.version;
  const others = (admitted?.[remote] ?? []).filter(({ version }) => version !== shown);
  // The releases that the tester sees already in place of live ones stay in the override.
  const kept = Object.fromEntries(
    Object.entries(releases).flatMap(([name, { version, channel }]) => (channel === "stable" ? [] : [[name, version]])),
  );
  return (
    <form method="get" action="/-/override" className="form">
      <h3>Show another release</h3>
      {others.length === 0 ? (
        <p className="quiet">{admitted ? `No other release of ${remote} was admitted.` : "…"}</p>
      ) : (
        <>
          <label htmlFor={id}>Release of {remote}</label>
          <select id={id} name="with">
            {others.map(({ version, at }) => (
              <option key={version} value={toWith({ ...kept, [remote]: version })}>
                {version}, admitted {at.slice(0, 16).replace("T", " ")} UTC
              </option>
            ))}
          </select>
          <ShownPageField />
          <button type="submit">Show it to me…</button>
        </>
      )}
    </form>
  );
}
