import { rename } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { admitVariant, promoteVariants } from "./admit-variant.ts";
import { fetchPage, listMarks } from "../releases/answers.ts";
import { untilComposed } from "../releases/readiness.ts";
import { recordFigure } from "./record-figure.ts";

const paths = ["/", "/about-us/", "/download/", "/privacy-policy/", "/ggteam/"];

let storeDir = "";
let site: RunningSite;

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  site = await startSite("GGPPH", { storeDir, env: { METRICS_PORT: "0" } });
  await untilComposed(site);
});
afterAll(async () => {
  await site?.stop();
  await removeStore(storeDir);
});

test(
  "a store that is gone costs no page, shows in a gauge, and is followed again when it is back",
  { timeout: 120_000 },
  async () => {
    const variant = await admitVariant(storeDir, "navigation", { mark: "after" });
    await rename(storeDir, `${storeDir}.gone`);
    await waitUntil(async () => (await readStaleSeconds()) > 0, {
      what: "the gauge of a stale server",
      within: 60_000,
    });
    const good = await countGood(50);
    recordFigure("store-down", "of 50 pages answered", good);
    expect(good).toBe(50);

    await rename(`${storeDir}.gone`, storeDir);
    await promoteVariants(storeDir, [variant]);
    await waitUntil(async () => listMarks((await fetchPage(site, "/about-us/")).html).join() === "after", {
      what: "what was promoted after the store was back",
      within: 60_000,
    });
    await waitUntil(async () => (await readStaleSeconds()) === 0, { what: "the gauge to be 0" });
  },
);

/** How many of so many requests for pages were answered with 200. */
async function countGood(requests: number): Promise<number> {
  let good = 0;
  for (let asked = 0; asked < requests; asked += 1) {
    const answer = await fetch(`${site.origin}${paths[asked % paths.length]}`);
    await answer.arrayBuffer();
    if (answer.status === 200) good += 1;
  }
  return good;
}

/** Seconds for which the server has known that it may be behind the store; 0 when it is not. */
async function readStaleSeconds(): Promise<number> {
  return Number(/^site_revision_stale_seconds (\S+)$/m.exec(await site.readMetrics())?.[1]);
}
