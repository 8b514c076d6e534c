import { describe } from "vitest";
import { siteIds } from "./start-site.ts";
import { type SiteInUse, useSite } from "./use-site.ts";

/** Runs the same promises on both sites. Each is started once for them, with a browser. */
export function describeSites(promises: (underTest: SiteInUse) => void): void {
  describe.each(siteIds)("on the site %s", (id) => promises(useSite(id)));
}

/** The same in Chromium's headless shell, for what does not depend on the parts that only the whole browser has. */
export function describeSitesInShell(promises: (underTest: SiteInUse) => void): void {
  describe.each(siteIds)("on the site %s", (id) => promises(useSite(id, { isShellEnough: true })));
}
