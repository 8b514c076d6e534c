import { useEffect, useState } from "react";
import { parseSettings, type Settings, toQuery } from "../settings.ts";

/** The settings of the address. A change is written back to it, so a reload keeps them and a link shares them. */
export function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(() => parseSettings(new URLSearchParams(location.search)));
  useEffect(() => {
    const query = toQuery(settings).toString();
    history.replaceState(null, "", query === "" ? location.pathname : `?${query}`);
  }, [settings]);
  return [settings, (change) => setSettings((before) => ({ ...before, ...change }))];
}
