import { useEffect, useState } from "react";
import { parseSettings, type Settings, toQuery } from "../settings.ts";
import { readBench } from "./read-bench.browser.ts";

/** The settings of the address. A change is written back to it, so a reload keeps them and a link shares them. */
export function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(() => parseSettings(toAsked(new URLSearchParams(location.search))));
  useEffect(() => {
    const query = toQuery(settings).toString();
    history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
  }, [settings]);
  return [settings, (change) => setSettings((before) => ({ ...before, ...change }))];
}

/** A named state stands for its query. What the address says beside the name counts more. */
function toAsked(query: URLSearchParams): URLSearchParams {
  const name = query.get("state");
  const state = name === null ? undefined : readBench().states[name];
  return state === undefined ? query : new URLSearchParams([...query, ...new URLSearchParams(state)]);
}
