import { useEffect, useId, useState } from "react";
import { admittedPath, type AdmittedReleases, type TesterFacts, toWith } from "../layout/tester-facts.ts";

let asked: Promise<AdmittedReleases> | undefined;

/** The admitted releases, asked for once in a document. A failure is not kept. */
function askReleases(): Promise<AdmittedReleases> {
  asked ??= fetch(admittedPath)
    .then((response) => {
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
  const [admitted, setAdmitted] = useState<AdmittedReleases | string>();
  useEffect(() => {
    let isGone = false;
    askReleases().then(
      (found) => !isGone && setAdmitted(found),
      (error: unknown) => !isGone && setAdmitted(String(error)),
    );
    return () => void (isGone = true);
  }, []);
  if (typeof admitted === "string") return <p role="alert">The releases could not be had. {admitted}</p>;

  const shown = releases[remote]?.version;
  const others = (admitted?.[remote] ?? []).filter(({ version }) => version !== shown);
  // What the tester sees already in place of the live releases stays.
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
                {version}, admitted {at.slice(0, 16).replace("T", " ")}
              </option>
            ))}
          </select>
          <input type="hidden" name="to" value={`${location.pathname}${location.search}`} />
          <button type="submit">Show it to me…</button>
        </>
      )}
    </form>
  );
}
