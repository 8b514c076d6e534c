import { join } from "node:path";
import { type SiteError, toProblem } from "@site/contracts/errors";
import { openSites } from "../../src/server/data/open-sites.ts";
import { isDiskError } from "../../src/server/disk/disk.ts";
import type { Diagnosis } from "./diagnosis.ts";

/**
 * Data documents of the store that servers refuse, of every site. Documents that this user may not read are one finding for each site, because they
 * may be valid.
 */
export async function examineData(storeDir: string, open: typeof openSites = openSites): Promise<Diagnosis[]> {
  const denied = new Map<string, Diagnosis>();
  const refused: Diagnosis[] = [];
  await open(storeDir, (error, siteId) => {
    const folder = join(storeDir, "data", siteId);
    if (isDenied(error)) denied.set(siteId, toDenied(siteId, folder, error));
    else
      refused.push({
        about: "data",
        state: "now",
        found: `${siteId}: ${error.message}`,
        change: `Correct it in ${folder}, or take it away: running servers keep the last good one, others take the one that came with the shell.`,
      });
  });
  return [...denied.values(), ...refused];
}

const isDenied = ({ cause }: SiteError): boolean => isDiskError(cause, "EACCES", "EPERM");

function toDenied(siteId: string, folder: string, { cause }: SiteError): Diagnosis {
  return {
    about: "data",
    state: "now",
    found: `${siteId}: its data documents cannot be read by this user, so they were not examined: ${toProblem(cause)}`,
    change: `Run site as the user that owns ${folder}, or let this user read it, with the folders above: a server of this user starts with the documents that came with the shell.`,
  };
}
