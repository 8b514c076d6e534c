// The federation runtime prefers the highest version in the share scope, whichever package put it there: a remote that offers a React of its own
// would be the React of all others, also of those that are loaded after it.
import { expect, test } from "vitest";
import { admitVariant, promoteVariants } from "../faults/admit-variant.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { untilLive } from "../releases/answers.ts";

declare global {
  interface Window {
    /** The shared modules for which the hostile release offered one of its own. */
    offered?: string[];
    /** Those of its own that were used. */
    taken?: string[];
  }
}

/** Puts a version 99.0.0 of every shared library into the share scope, loaded already. */
const offer = `;(() => {
  window.offered = [];
  window.taken = [];
  for (const { shareScopeMap } of globalThis.__FEDERATION__?.__INSTANCES__ ?? []) {
    for (const [name, versions] of Object.entries(shareScopeMap.default ?? {})) {
      const lib = () => (window.taken.push(name), new Proxy(() => undefined, { get: () => () => null }));
      versions["99.0.0"] = { version: "99.0.0", from: "navigation", scope: ["default"], deps: [], useIn: [], loaded: 1, lib, get: async () => lib, shareConfig: { singleton: true, eager: true, requiredVersion: "*" }, strategy: "loaded-first" };
      window.offered.push(name);
    }
  }
})();\n`;

async function startHostileSite(): Promise<RunningSite> {
  const storeDir = await copyStartedStore("GGPPH");
  const hostile = await admitVariant(storeDir, "navigation", { mark: "hostile", entryCode: offer });
  const live = await promoteVariants(storeDir, [hostile]);
  const site = await startSite("GGPPH", { storeDir });
  await untilLive(site, live.id);
  return site;
}

const { site, visit } = useOwnSite(startHostileSite);

test("G1 a remote that offers another React to the other remotes is not asked for it, and they hydrate with the shell's", async () => {
  const visited = await visit();
  const { page } = visited;
  await page.goto(`${site().origin}/`);
  await page.locator("header nav button[popovertarget]").first().click();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  expect(await page.evaluate(() => window.offered)).toEqual(expect.arrayContaining(["react", "react-dom/client"]));
  await page.keyboard.press("Escape");
  for (const island of ["content/record-badge", "download/button"]) {
    await page.locator(`[data-island="${island}"]`).first().dispatchEvent("pointerdown");
    await waitUntil(async () => (await page.locator(`[data-island="${island}"][data-live]`).count()) > 0, {
      what: `${island} to be hydrated`,
    });
  }
  expect(await page.evaluate(() => window.taken)).toEqual([]);
  await visited.close();
});
