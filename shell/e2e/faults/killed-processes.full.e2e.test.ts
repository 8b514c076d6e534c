import { rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listTree, readProcessName } from "../harness/started-processes.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPage, listMarks } from "../releases/answers.ts";
import { admitVariant, promoteVariants } from "./admit-variant.ts";
import { isSetLive } from "./is-set-live.ts";
import { recordFigure } from "./record-figure.ts";
import { untilComposed } from "../releases/readiness.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { beginLoad, toDocumentAndData } from "./steady-load.ts";
import { sampled } from "../harness/sampled.ts";

/** Promotes during which a process is killed, and pictures during whose drawing one is. */
const rounds = sampled({ all: 6, sample: 2 });
const pictures = sampled({ all: 4, sample: 2 });

/** Requests a second. */
const rate = sampled({ all: 200, sample: 100 });

/** Milliseconds after a promote in which a process is killed: composing takes about as long. */
const momentMs = 600;

const paths = ["/", "/about-us/", "/download/", "/privacy-policy/", "/ggteam/"];

const random = createSeededRandom("killed processes");
let site: RunningSite;

beforeAll(async () => {
  site = await startSite("GGPPH", { storeDir: await copyStartedStore("GGPPH"), env: { METRICS_PORT: "0" } });
  await untilComposed(site);
});
afterAll(async () => {
  await site?.stop();
  await removeStore(site.storeDir);
});

test(
  "a process that composes or renders and is killed at any moment costs no request, and what was promoted goes live",
  { timeout: 120_000 },
  async () => {
    const endLoad = beginLoad(site.origin, paths.flatMap(toDocumentAndData), rate);
    for (let round = 0; round < rounds; round += 1) {
      const variant = await admitVariant(site.storeDir, "navigation", { mark: `round-${round}` });
      const set = await promoteVariants(site.storeDir, [variant]);
      const isLive = async (): Promise<boolean> => isSetLive(site, set);
      await sleep(random.below(momentMs));
      await killOne(round % 2 === 0 ? /^compose/ : /^render/, isLive);
      await waitUntil(isLive, { what: `${variant.mark} to be live`, within: 30_000 });
      expect(listMarks((await fetchPage(site, "/about-us/")).html)).toEqual([variant.mark]);
    }
    const { requests, failures } = await endLoad();
    expect([...failures]).toEqual([]);
    expect(requests).toBeGreaterThan(100);
  },
);

test("a process that draws and is killed at any moment costs no picture", { timeout: 60_000 }, async () => {
  const addresses = await listPictures();
  expect(addresses.length).toBeGreaterThan(pictures);
  let kills = 0;
  for (const picture of addresses.slice(0, pictures)) {
    let isAnswered = false;
    const answer = fetch(`${site.origin}${picture}`).finally(() => {
      isAnswered = true;
    });
    await sleep(random.below(momentMs / 4));
    // A process that has drawn and has nothing more to draw ends by itself.
    if (await killOne(/^draw/, async () => isAnswered)) kills += 1;
    const { status, headers } = await answer;
    expect({ status, type: headers.get("content-type") }).toEqual({ status: 200, type: "image/webp" });
  }
  expect(kills).toBeGreaterThan(0);
  expect(site.child.exitCode).toBeNull();
});

/** Kills one of the processes whose file has such a name, as soon as there is one, unless what it would do is done before. Says whether it did. */
async function killOne(name: RegExp, isDone: () => Promise<boolean>): Promise<boolean> {
  const list = (): number[] =>
    listTree(site.child.pid ?? 0)
      .slice(1)
      .filter((pid) => name.test(readProcessName(pid)));
  await waitUntil(async () => list().length > 0 || (await isDone()), { what: `a process whose file is like ${name}` });
  const found = list();
  if (found.length > 0) process.kill(random.pick(found), "SIGKILL");
  return found.length > 0;
}

/** Addresses of pictures that were not asked for before, on pages whose pictures no store begins with. */
async function listPictures(): Promise<string[]> {
  const pages = await Promise.all(["/about-us/", "/streamer-mode/"].map((path) => fetchPage(site, path)));
  const html = pages.map((page) => page.html).join("\n");
  return [...new Set([...html.matchAll(/\/_image\/[^"\s,]+\.webp/g)].map(([address]) => address))];
}

// Its promote finds the processes that the kills left.
test(
  "a store that is gone costs no page, shows in a gauge, and is followed again when it is back",
  { timeout: 120_000 },
  async () => {
    const variant = await admitVariant(site.storeDir, "navigation", { mark: "after" });
    await rename(site.storeDir, `${site.storeDir}.gone`);
    await waitUntil(async () => (await readStaleSeconds()) > 0, {
      what: "the gauge of a stale server",
      within: 60_000,
    });
    const good = await countGood(50);
    recordFigure("store-down", "of 50 pages answered", good);
    expect(good).toBe(50);

    await rename(`${site.storeDir}.gone`, site.storeDir);
    const set = await promoteVariants(site.storeDir, [variant]);
    await waitUntil(() => isSetLive(site, set), {
      what: "what was promoted after the store was back",
      within: 60_000,
    });
    expect(listMarks((await fetchPage(site, "/about-us/")).html)).toEqual(["after"]);
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
