// A canary as visitors meet it: real browsers, each of a network of its own, with a release whose header throws when it is hydrated.
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Beacon } from "../../src/layout/beacon.ts";
import { openServerKey } from "../../src/server/continuity/server-key.ts";
import { beaconSchema } from "../../src/server/health/beacon-schema.ts";
import type { RevisionRecord } from "../../src/server/releases/release-store.ts";
import { personAgent, toBeacon, toNetwork } from "../../src/server/testing/tell-beacon.ts";
import { toBanner } from "../consent/vendor-visit.ts";
import { portsInARow } from "../harness/free-port.ts";
import { createNetworkFronts } from "../harness/network-fronts.ts";
import { openBrowser, type Visit } from "../harness/open-browser.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { listIslands, touchIslands } from "../harness/touch-islands.ts";
import { waitUntil } from "../harness/wait-until.ts";
import {
  isOfHeader,
  navigate,
  noteMeasuring,
  readMarks,
  reload,
  untilInputMeasured,
  untilMeasured,
} from "./canary-visit.ts";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import { throwInRender } from "../faults/throw-in-render.ts";
import type { Variant } from "./release-variant.ts";
import { openStore, runCommand } from "./site-command.ts";
import { untilCore } from "./soft-visit.ts";

/** Percent of the visitors. */
const share = 50;

/** Visitors of the stable set who tell of their documents without a browser. */
const stableBeacons = 40;

/** Visitors of the canary with a browser, at most: it has to be returned before. */
const mostCanaryVisitors = 12;

// As an argument of the start: the name that a context is given is not that of a beacon sent while its document is left.
const browser = openBrowser({ args: [`--user-agent=${personAgent}`] });
const fronts = createNetworkFronts(() => site.port);
let storeDir = "";
let site: RunningSite;
let bad: Variant;
let networks = 0;

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  bad = await admitVariant(storeDir, "navigation", { mark: "throws", entryCode: throwInRender });
  await countersignVariants(storeDir, [bad]);
  const { publicKey } = await openServerKey(`${storeDir}.state`);
  await run("canary", "guard", publicKey, "--owner", "web-1");
  await run("canary", "start", bad.label, "--percent", `${share}`);
  site = await start();
});
afterAll(async () => {
  await browser.close();
  await fronts.close();
  await site?.stop();
  await removeStore(storeDir);
});

describe("B300 a visitor who is assigned to a canary", () => {
  test(
    "stays with it through soft navigations, reloads and a restart of the server",
    { timeout: 180_000 },
    async () => {
      const origin = await openNetwork();
      const visited = await browser.visit();
      await visited.page.addInitScript(noteMeasuring);
      await drawBucket(visited, `${origin}/contact/`);
      // The first document was of the stable set, so the way to the canary is one document load.
      expect(await readMarks(visited)).toEqual([]);
      expect((await navigate(visited, "privacy-policy")).documents).toEqual(["/privacy-policy/"]);
      for (const name of ["cookie-policy", "terms-conditions"]) {
        expect(await readMarks(visited)).toEqual([bad.mark]);
        expect((await navigate(visited, name)).documents).toEqual([]);
      }
      await reload(visited);
      expect(await readMarks(visited)).toEqual([bad.mark]);
      // Nothing is under way then.
      await untilMeasured(visited);
      await site.stop();
      site = await start();
      expect((await navigate(visited, "contact")).documents).toEqual([]);
      expect(await readMarks(visited)).toEqual([bad.mark]);
      await reload(visited);
      expect(await readMarks(visited)).toEqual([bad.mark]);
      await visited.close();
    },
  );

  test("B302 stays with it with either answer on consent, and tells what the page met with a yes alone", async () => {
    const network = nextNetwork();
    const origin = await fronts.open(network, { "cf-ipcountry": "DE" });
    const visited = await visitAs(origin, "canary", 0);
    const { accept, reject, again } = toBanner(visited.page);
    const untilTold = (count: number): Promise<void> =>
      waitUntil(() => readTold(network).length >= count, {
        what: `beacon ${count}, of a document whose visitor agreed`,
      });
    await accept.click();
    await again.waitFor();
    await untilMeasured(visited);
    await reload(visited);
    await untilTold(1);
    expect(await readMarks(visited)).toEqual([bad.mark]);
    await untilMeasured(visited);
    await again.click();
    await reject.click();
    await again.waitFor();
    await reload(visited);
    expect(await readMarks(visited)).toEqual([bad.mark]);
    await untilMeasured(visited);
    await again.click();
    await accept.click();
    await again.waitFor();
    await visited.page.goto("about:blank");
    await untilTold(2);
    // None of the document in between, whose visitor refused.
    expect(readTold(network)).toHaveLength(2);
    await visited.close();
  });
});

test(
  "B303 a canary whose header throws is returned by what browsers tell, and a tab that has it open goes on",
  { timeout: 300_000 },
  async () => {
    const stable = (await readRecord()).set.versions;
    const open = await visitAs(await openNetwork(), "canary", 40, "/");
    open.permits("failed request", /_release\/navigation/);
    open.permits("console error", /./);
    expect(await readMarks(open)).toEqual([bad.mark]);

    for (let index = 0; index < stableBeacons; index += 1) await tell(toBeacon("stable", stable));
    for (let index = 0; index < 2; index += 1) expectHealthy(await leave(await openAs("stable", index), "stable"));
    const told: Beacon[] = [];
    while (told.length < mostCanaryVisitors && (await hasCanary())) {
      const visited = await openAs("canary", told.length);
      // What the visitor before told may have returned it in the meantime.
      if ((await readMarks(visited)).includes(bad.mark)) told.push(await leave(visited, "canary"));
      else {
        await visited.close();
        await waitUntil(async () => !(await hasCanary()), { what: "the canary whose page was not served to end" });
      }
    }
    await waitUntil(async () => !(await hasCanary()), { what: "the canary to be returned", within: 30_000 });
    console.info(`the canary was returned after ${told.length} visitors whose browsers met the error`);
    for (const { problems } of told)
      expect(problems).toContainEqual({ kind: "failed", remote: "navigation", at: expect.any(Array) });

    // Where it was thrown: the release's own source maps lead to the header's sources.
    const places = told.flatMap(({ problems }) => problems.flatMap(({ at }) => at));
    const { output: explained } = await runCommand(storeDir, "explain", ...places, "--release", bad.label);
    expect(explained).toMatch(
      new RegExp(
        `"remote":"navigation","release":"${bad.label}","file":"expose-header[^}]*"source":{"file":"[^"]+\\.tsx?"`,
      ),
    );

    // Who returned it and why: in the signed log, for the operator, in the server's log and in its metrics.
    const record = await readRecord();
    expect(record).toMatchObject({ by: "web-1", action: { kind: "canary-return" }, set: { versions: stable } });
    const met =
      /^navigation: problems in (\d+) of \d+ visits of the canary, in 0 of \d+ of the stable set \(p [\de.-]+\)$/;
    expect(met.exec(record.why)?.[1]).toBe(`${told.length}`);
    const { output } = await runCommand(storeDir, "history", "--last", "1");
    expect(output).toContain('"by":"web-1"');
    expect(output).toContain(JSON.stringify(record.why));
    expect(site.log()).toContainEqual(
      expect.objectContaining({ msg: "the canary was returned to the stable set", why: record.why }),
    );
    const metrics = await site.readMetrics();
    expect(metrics).toContain('canary_return_total{remote="navigation",metric="errors"} 1');
    expect(metrics).toContain(
      `release_problem_count{remote="navigation",version="${bad.version}",kind="failed"} ${told.length}`,
    );
    expect(metrics).not.toContain('browser_beacon_total{use="robot"}');

    // The open tab: the regions of other remotes are hydrated, and the next page is one document of the stable set.
    await waitUntil(async () => !(await readCanary()), { what: "the stable set to be served to all" });
    await touchIslands(open.page);
    await waitUntil(
      async () => {
        const { all, live } = await listIslands(open.page);
        const others = all.filter((id) => !id.startsWith("navigation/"));
        return others.length > 0 && others.every((id) => live.includes(id));
      },
      { what: "the regions of other remotes to be hydrated" },
    );
    expect((await navigate(open, "privacy-policy")).documents).toEqual(["/privacy-policy/"]);
    expect(await readMarks(open)).toEqual([]);
    await open.page.locator("header nav button[popovertarget]").first().click();
    await open.page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
    await open.close();
  },
);

/** The site, which knows the address and country of a visitor from its front, with simulated third parties. */
function start(): Promise<RunningSite> {
  return startSite("GGPPH", {
    storeDir,
    env: {
      MEASURE_PERCENT: "100",
      METRICS_PORT: "0",
      // The same third parties after a restart: then its pages are those from before it.
      SIMULATORS: "1",
      SIMULATORS_PORT: String(portsInARow),
      SITE_EDGE: "cloudflare",
      TRUSTED_PROXIES: "127.0.0.1",
    },
  });
}

async function run(...verbs: string[]): Promise<void> {
  const { exitCode, output } = await runCommand(storeDir, ...verbs, "--why", "a new menu");
  expect([exitCode, output]).toEqual([0, output]);
}

function nextNetwork(): string {
  networks += 1;
  return toNetwork(networks);
}

const openNetwork = (): Promise<string> => fronts.open(nextNetwork());

async function readRecord(): Promise<RevisionRecord> {
  const record = await (await openStore(storeDir)).current();
  if (!record) throw new Error("Nothing is live.");
  return record;
}

const hasCanary = async (): Promise<boolean> => (await readRecord()).channels?.canary !== undefined;

/** What the server says of the canary it serves. */
async function readCanary(): Promise<unknown> {
  const answer: { canary?: unknown } = await (await fetch(`${site.origin}/readyz`)).json();
  return answer.canary;
}

/** Opens pages as first visits until the server draws a bucket of the canary's share, as it does for half of them. */
async function drawBucket(visited: Visit, url: string): Promise<void> {
  const first = (await readRecord()).channels?.canary?.first ?? 0;
  const context = visited.page.context();
  for (;;) {
    await context.clearCookies();
    await visited.page.goto(url);
    await untilCore(visited);
    let bucket: number | undefined;
    await waitUntil(
      async () => {
        const cookie = (await context.cookies(url)).find(({ name }) => name === "bucket");
        if (cookie) bucket = Number(cookie.value);
        return bucket !== undefined;
      },
      { what: "the cookie with the bucket" },
    );
    if (bucket !== undefined && (bucket - first + 100) % 100 < share) return;
  }
}

/** Opens a page as a visitor whose bucket was drawn before. `index` is below 50. */
async function visitAs(origin: string, set: "canary" | "stable", index: number, path = "/contact/"): Promise<Visit> {
  const first = (await readRecord()).channels?.canary?.first ?? 0;
  const bucket = (first + index + (set === "canary" ? 0 : share)) % 100;
  const visited = await browser.visit();
  await visited.page.addInitScript(noteMeasuring);
  await visited.page.context().addCookies([{ name: "bucket", value: `${bucket}`, url: origin }]);
  await visited.page.goto(`${origin}${path}`);
  await untilCore(visited);
  return visited;
}

/** A visit of a network of its own, whose beacons are found by it. */
interface NetworkVisit extends Visit {
  network: string;
}

/** Opens a page as another visitor of a set. */
async function openAs(set: "canary" | "stable", index: number): Promise<NetworkVisit> {
  const network = nextNetwork();
  return { ...(await visitAs(await fronts.open(network), set, index)), network };
}

/** Touches every region of the page, and leaves when it is measured. @returns what the browser told */
async function leave(visited: NetworkVisit, set: "canary" | "stable"): Promise<Beacon> {
  const { network } = visited;
  visited.permits("failed request", /_release\/navigation/);
  visited.permits("console error", /./);
  await touchIslands(visited.page);
  const end = set === "canary" ? "remote:failed" : "island:hydrated";
  await waitUntil(async () => (await visited.events()).some(({ name, detail }) => name === end && isOfHeader(detail)), {
    what: `${end} of the header`,
  });
  await untilMeasured(visited);
  if (set === "stable") {
    await visited.page.locator("header nav button[popovertarget]").first().click();
    await untilInputMeasured(visited.page);
  }
  await visited.page.goto("about:blank");
  await waitUntil(() => readTold(network).length > 0, { what: "the beacon" });
  await visited.close();
  const [beacon] = readTold(network);
  if (!beacon) throw new Error("There is no beacon.");
  expect(beacon.channel).toBe(set);
  return beacon;
}

/** Nothing failed, and the answer to the click in the header is navigation's. */
function expectHealthy({ problems, vitals }: Beacon): void {
  expect(problems).toEqual([]);
  expect(vitals).toContainEqual({ name: "inp", remote: "navigation", value: expect.any(Number) });
}

/** What browsers of a network told, and the site took. */
function readTold(network: string): Beacon[] {
  return fronts
    .told()
    .filter(({ from, status }) => from === network && status === 204)
    .map(({ text }) => v.parse(beaconSchema, JSON.parse(text)));
}

/** Tells of a document without a browser, from a network of its own. */
async function tell(beacon: Beacon): Promise<void> {
  const { status } = await fetch(`${site.origin}/-/beacon`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": personAgent, "x-forwarded-for": nextNetwork() },
    body: JSON.stringify(beacon),
  });
  expect(status).toBe(204);
}
