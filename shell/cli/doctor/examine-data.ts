import { join } from "node:path";
import { openSites } from "../../src/server/data/open-sites.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** Data documents of the store that servers refuse, of every site. */
export async function examineData(storeDir: string): Promise<Diagnosis[]> {
  const found: Diagnosis[] = [];
  await openSites(storeDir, ({ message }, siteId) =>
    found.push({
      about: "data",
      state: "now",
      found: `${siteId}: ${message}`,
      change: `Correct it in ${join(storeDir, "data", siteId)}, or take it away: running servers keep the last good one, others take the one that came with the shell.`,
    }),
  );
  return found;
}
