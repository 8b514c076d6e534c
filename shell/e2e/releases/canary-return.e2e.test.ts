// After how many visits a canary is returned, on a running server: visitors of networks of their own load a page and leave it, one after the other.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { openServerKey } from "../../src/server/continuity/server-key.ts";
import { personAgent, toBeacon, toNetwork } from "../../src/server/testing/tell-beacon.ts";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { listMarks } from "./answers.ts";
import type { Variant } from "./release-variant.ts";
import { openStore, runCommand } from "./site-command.ts";

const visitsPerSecond = 50;

/** Seconds within which a clear regression has to be found: as many visits as come in them. */
const seconds = 30;

/** Percent of the visitors who get the canary. */
const share = 5;

let storeDir = "";
let site: RunningSite;
let bad: Variant;
let stable: SetVersions;
let first = 0;

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  bad = await admitVariant(storeDir, "content", { mark: "fails" });
  await countersignVariants(storeDir, [bad]);
  const { publicKey } = await openServerKey(`${storeDir}.state`);
  await run("canary", "guard", publicKey, "--owner", "web-1");
  await run("canary", "start", bad.label, "--percent", `${share}`);
  const record = await (await openStore(storeDir)).current();
  stable = record?.set.versions ?? {};
  first = record?.channels?.canary?.first ?? 0;
  site = await startSite("GGPPH", { storeDir, env: { MEASURE_PERCENT: "10", TRUSTED_PROXIES: "127.0.0.1" } });
  await waitUntil(async () => (await readServed()) !== undefined, { what: "the canary to be served", within: 30_000 });
}, 180_000);
afterAll(async () => {
  await site?.stop();
  await removeStore(storeDir);
});

async function run(...verbs: string[]): Promise<void> {
  const { exitCode, output } = await runCommand(storeDir, ...verbs, "--why", "new texts");
  expect([exitCode, output]).toEqual([0, output]);
}

/** What the server says of the canary that it serves. */
async function readServed(): Promise<unknown> {
  const answer: { canary?: unknown } = await (await fetch(`${site.origin}/readyz`)).json();
  return answer.canary;
}

interface Seen {
  isCanary: boolean;
  hasFailed: boolean;
}

/** One visitor of a network of their own: loads a page of the set that the bucket assigns, and tells of it. One of three with the canary meets its fault. */
async function visit(index: number, canaries: number): Promise<Seen> {
  const headers = { "user-agent": personAgent, "x-forwarded-for": toNetwork(index) };
  const cookie = `bucket=${(first + index) % 100}`;
  const html = await (await fetch(`${site.origin}/contact/`, { headers: { ...headers, cookie } })).text();
  const isCanary = listMarks(html).includes(bad.mark);
  const hasFailed = isCanary && canaries % 3 === 0;
  const set = isCanary ? { ...stable, content: bad.version } : stable;
  const problems = hasFailed ? [{ kind: "failed" as const, remote: "content", at: [] }] : [];
  const { status } = await fetch(`${site.origin}/-/beacon`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(toBeacon(isCanary ? "canary" : "stable", set, { problems })),
  });
  expect(status).toBe(204);
  return { isCanary, hasFailed };
}

test(
  "B303 a canary of 5 % that fails for one of three of its visitors is returned within what 30 seconds of 50 visits a second tell",
  { timeout: 240_000 },
  async () => {
    expect(await readServed()).toMatchObject({ percent: share });
    const seen: Seen[] = [];
    // Without the time between them: the server decides after each visit, by what was told so far.
    while (seen.length < seconds * visitsPerSecond && (await readServed()) !== undefined)
      seen.push(await visit(seen.length, seen.filter(({ isCanary }) => isCanary).length));
    // What the last visitors told is enough: nothing more is told from here on.
    await waitUntil(async () => (await readServed()) === undefined, {
      what: "the stable set to be served to all visitors",
      within: 60_000,
    });
    const met = seen.filter(({ isCanary }) => isCanary).length;
    console.info(`all visitors had the stable set again after ${seen.length} visits, ${met} of them of the canary`);
    const record = await (await openStore(storeDir)).current();
    expect(record).toMatchObject({ by: "web-1", action: { kind: "canary-return" }, set: { versions: stable } });
    expect(record?.why).toMatch(/^content: problems in \d+ of \d+ visits of the canary, in 0 of \d+ of the stable set/);
    // A visitor who had the canary gets the stable set with the next page.
    const html = await (await fetch(`${site.origin}/contact/`, { headers: { cookie: `bucket=${first}` } })).text();
    expect(listMarks(html)).toEqual([]);
  },
);
