import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openAuditLog } from "../../src/server/access/audit-log.ts";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { createAdmitUpload } from "../../src/server/publishing/admit-upload.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { openServedStore, type StorePlaces, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import type { FollowedTrust } from "../../src/server/releases/trust/follow-trust.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureApp, type FixtureApp } from "../../src/server/testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bench: FixtureBench;
let places: StorePlaces;
let trust: FollowedTrust;
/** A server with the key of the release check, and one without. Both run through all tests: no key needs a restart. */
let admitting: FixtureApp;
let reading: FixtureApp;
let liveVersion: string;
let firstKey: string;
const urls = { admitting: "", reading: "" };
const stop = new AbortController();

beforeAll(async () => {
  bench = await createFixtureBench();
  liveVersion = (await bench.releaseAll({ shell: fewPages })).content;
  await bench.writeIdentities();
  firstKey = bench.trust.team("content").keyId;
  places = toStorePlaces(bench.root);
  const served = await openServedStore(places);
  trust = served.trust;
  const openLog = openFileLogs(`${bench.root}.access`);
  const access = {
    tokens: openTokenList(openLog("tokens")),
    audit: openAuditLog(openLog("audit")),
    trustDir: places.trustDir,
  };
  const admit = createAdmitUpload({ places, checkKey: join(places.keysDir, "check.pem"), rootDigest: undefined });
  const publishing = { storeDir: bench.root, trust: trust.trust, admit };
  admitting = await createFixtureApp(bench, { store: served.store, trust, access: { ...access, publishing } });
  reading = await createFixtureApp(bench, { store: served.store, trust, access: { ...access, publishing: undefined } });
  for (const [name, app] of Object.entries({ admitting, reading })) {
    await app.live.refresh();
    Object.assign(urls, { [name]: await app.server.listen({ port: 0, host: "127.0.0.1" }) });
  }
  trust.watch(() => void admitting.onTrustChange(), stop.signal);
});
afterAll(async () => {
  stop.abort();
  await admitting.close();
  await reading.close();
  await bench.remove();
});

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, words);

async function makeToken(): Promise<string> {
  const { out } = await site("tokens", "make", "team", "content", "--owner", "CI of content");
  return /\bsite_\S+/.exec(out)?.[0] ?? "";
}

let written = 0;

/** Publishes a new release of content with a key, on a machine that has neither the store nor another key. */
async function publish(keyFile: string, url = urls.admitting): Promise<SiteRun> {
  written += 1;
  const { folder } = await bench.write("content", {
    files: { "browser/island.js": `globalThis.island = ${written};` },
  });
  const elsewhere = join(bench.root, "..", "elsewhere");
  mkdirSync(elsewhere, { recursive: true });
  return runSiteIn(elsewhere, ["publish", "content", "--from", folder], {
    SITE_URL: url,
    SITE_TOKEN: await makeToken(),
    SITE_SIGN_KEY_FILE: keyFile,
  });
}

/** Waits until the running servers have read a change of the trust list. */
async function untilFollowed(change: () => Promise<SiteRun>): Promise<SiteRun> {
  const before = trust.status().teams;
  const run = await change();
  expect(run).toMatchObject({ code: 0 });
  await vi.waitFor(() => expect(trust.status().teams).toBeGreaterThan(before), { timeout: 20_000 });
  return run;
}

test("B298 a server without the key of the release check refuses each upload, says where to publish, and admits nothing", async () => {
  const before = await bench.reopen().versions("content");
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { code, err } = await publish(join(places.keysDir, "teams/content.pem"), urls.reading);
    expect(code).toBe(3);
    expect(err).toMatch(/^PUBLISH_REFUSED: .*PUBLISHING_OFF/m);
    expect(err).toContain("CHECK_KEY");
  }
  expect(await bench.reopen().versions("content")).toEqual(before);
});

test("B299 a key that was rotated signs nothing new and the next one does, a revoked key is told with the live release that it signed, all without a restart", async () => {
  const old = join(places.keysDir, "teams/content.pem");
  const first = await publish(old);
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^admitted content@/) });
  const [tried = ""] = /content@\S+/.exec(first.out) ?? [];
  expect(await site("canary", "start", tried, "--percent", "10", "--why", "a trial")).toMatchObject({ code: 0 });
  await admitting.live.refresh();

  const machine = join(bench.root, "laptop");
  const { out } = await runSiteIn(bench.root, ["keys", "make", "content"], { KEYS_DIR: machine });
  const [, publicKey = ""] = /public key (\w{64})/.exec(out) ?? [];
  await untilFollowed(() => site("keys", "rotate", "content", "--public-key", publicKey));
  await vi.waitFor(async () => expect((await publish(old)).err).toContain("KEY_RETIRED"), { timeout: 20_000 });
  expect(await publish(join(machine, "teams/content.pem"))).toMatchObject({ code: 0 });

  const revoked = await untilFollowed(() => site("keys", "revoke", firstKey.slice(0, 12), "--why", "laptop stolen"));
  expect(`${revoked.out}${revoked.err}`).toContain(`It signed what is live: content@${liveVersion}.`);
  const { code, err } = await publish(old);
  expect(code).toBe(3);
  expect(err).toContain("KEY_REVOKED");
  expect(err).toContain(`It signed content@${liveVersion}, which is live: publish that again`);
  expect(err).toContain(`It signed ${tried}, which the canary has: site canary stop takes it back from its visitors.`);
  await vi.waitFor(async () => {
    const readiness: unknown = await (await fetch(`${urls.admitting}/readyz`)).json();
    expect(readiness).toMatchObject({
      ready: true,
      trust: { refused: expect.arrayContaining([`content@${liveVersion}`]) },
    });
  });
  expect((await site("keys", "list")).out).toMatch(new RegExp(`${firstKey.slice(0, 12)}.*revoked`));
  // The live release stays live: visitors have their pages.
  expect((await fetch(`${urls.admitting}/about-us/`)).status).toBe(200);
  expect((await site("doctor", urls.admitting)).out).toContain(
    `serves content@${liveVersion}, which was signed with a key that is revoked`,
  );
  // Who reads the site from elsewhere learns of the key too: the token is right.
  const proof = await runSiteIn(bench.root, ["verify", "--against", urls.admitting], { SITE_TOKEN: await makeToken() });
  expect(proof.code).toBe(6);
  expect(proof.err).toMatch(new RegExp(`content@${liveVersion}: the key ${firstKey.slice(0, 12)} .*laptop stolen`));
  expect(proof.err).toContain("LIVE_REVOKED");
  expect(proof.err).toContain("Publish it there with a key that counts, and promote it.");
  expect(proof.err).not.toMatch(/SITE_TOKEN|who changed it/);
});
