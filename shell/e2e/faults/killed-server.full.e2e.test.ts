import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRunning, listTree } from "../harness/started-processes.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPage, fetchPayload, listMarks } from "../releases/answers.ts";
import { untilRevisionRemembered } from "../releases/readiness.ts";
import type { Variant } from "../releases/release-variant.ts";
import { admitVariant, promoteVariants } from "./admit-variant.ts";
import { isSetLive } from "./is-set-live.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { sampled } from "../harness/sampled.ts";

/** How often the server is killed. */
const kills = sampled({ all: 3, sample: 1 });

/** Milliseconds after a promote in which it is killed: composing and keeping what was composed take about as long. */
const momentMs = 1500;

const paths = ["/", "/about-us/", "/download/", "/privacy-policy/", "/ggteam/"];

const random = createSeededRandom("killed server");
let storeDir = "";
let site: RunningSite;
const variants: Variant[] = [];

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  for (const mark of ["left", "right"].slice(0, kills))
    variants.push(await admitVariant(storeDir, "navigation", { mark }));
  site = await startSite("GGPPH", { storeDir });
});
afterAll(async () => {
  await site?.stop();
  await removeStore(storeDir);
});

test(
  "a server that is killed in the middle of a promote starts again in its folder, whole, and goes on to what was promoted",
  { timeout: 90_000 },
  async () => {
    // What was live before them has no mark.
    let live: string[] = [];
    for (let turn = 0; turn < kills; turn += 1) {
      const variant = variants[turn % 2];
      if (!variant) throw new Error("There is no such variant.");
      const tree = listTree(site.child.pid ?? 0);
      const promoted = await promoteVariants(storeDir, [variant]);
      await sleep(random.below(momentMs));
      await killSite(tree);

      site = await startSite("GGPPH", { storeDir });
      // The first answers are of what was live before or of what was promoted, each page whole.
      for (const path of paths) expect([live, [variant.mark]]).toContainEqual(await readMarks(path));
      await waitUntil(() => isSetLive(site, promoted), {
        what: `${variant.mark} to be live`,
        within: 30_000,
      });
      for (const path of paths) expect(await readMarks(path)).toEqual([variant.mark]);
      live = [variant.mark];
      await untilRevisionRemembered(site, promoted.revision);
    }
  },
);

/** Kills the server. Resolves when none of its processes runs, of which some may have started before. */
async function killSite(tree: readonly number[]): Promise<void> {
  const pids = [...tree, ...listTree(site.child.pid ?? 0)];
  site.child.kill("SIGKILL");
  await site.ended;
  await waitUntil(() => !pids.some(isRunning), { what: "every process of the killed server to end" });
}

/** By which variants a page was made, as a document and as data. */
async function readMarks(path: string): Promise<string[]> {
  const page = await fetchPage(site, path);
  expect(page.status).toBe(200);
  expect(page.html.endsWith("</html>\n")).toBe(true);
  const payload = await fetchPayload(site, path);
  return [...new Set([...listMarks(page.html), ...payload.slots.flatMap(({ html }) => listMarks(html))])];
}
