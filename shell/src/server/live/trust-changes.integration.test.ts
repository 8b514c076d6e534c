import { toKeyObject } from "@site/contracts/signing/signing-key";
import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFixtureApp, type FixtureApp } from "../testing/fixture-app.ts";
import { fewPages } from "../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { type FixtureRelease, toServerSource } from "../testing/fixture-release.ts";
import { planChannels } from "../publishing/plan-channels.ts";
import { carryOut } from "../publishing/promote.ts";
import { openReleaseStore, openServedStore, type ServedStore, toStorePlaces } from "../releases/stores/open-store.ts";
import { readRelease } from "../releases/release-files.ts";
import { revokeKey } from "../releases/trust/change-teams.ts";
import { createIdentity } from "../releases/trust/create-identities.ts";
import { signDocument } from "@site/contracts/signing/signed-document";
import type { RootDocument, TeamsDocument } from "../releases/trust/trust-documents.ts";
import { toMoment } from "../releases/trust/trusted-key.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const hourMs = 3_600_000;

let bench: FixtureBench;
let served: ServedStore;
let app: FixtureApp;
let stop: AbortController;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({
    shell: fewPages,
    content: { server: toServerSource("first content") },
    navigation: { server: toServerSource("first navigation") },
  });
  served = await openServedStore(toStorePlaces(bench.root));
  app = await createFixtureApp(bench, served);
  await app.reconciler.start();
  stop = new AbortController();
  served.trust.watch(() => void app.onTrustChange(), stop.signal);
});
afterEach(async () => {
  vi.useRealTimers();
  stop.abort();
  await app.close();
  await bench.remove();
});

/** Waits up to 20 seconds, because the machine may be loaded. */
const until = (check: () => Promise<unknown>): Promise<unknown> => vi.waitFor(check, { timeout: 20_000 });
const folders = () => toStorePlaces(bench.root);
/** The text of every island of a page. */
async function page(): Promise<string[]> {
  const { body } = await app.server.inject("/about-us/");
  return [...body.matchAll(/<section class="fixture">([^<]*)/g)].map(([, text = ""]) => text);
}
async function ready(): Promise<{
  ready: boolean;
  revision: number;
  desired: number | null;
  canary?: { percent: number };
  lag: { why: string } | null;
  trust: { root: number; teams: number; problem: { code: string } | null; refused: string[] };
}> {
  const { statusCode, body } = await app.server.inject("/readyz");
  expect(statusCode).toBe(200);
  return JSON.parse(body);
}

/** Signs the next root with the root's key of the bench, and puts it where the server reads it. */
async function putRoot(change: (copy: RootDocument) => void): Promise<void> {
  const document = structuredClone(bench.trust.rootDocument);
  document.version += 1;
  change(document);
  const text = JSON.stringify(await signDocument(document, [bench.trust.signerOf({ kind: "root" })]));
  for (const name of [`${document.version}.root.json`, "root.json"])
    writeFileSync(join(folders().trustDir, name), text);
}

async function putTeams(change: (copy: TeamsDocument) => void): Promise<void> {
  const document = structuredClone(bench.trust.teamsDocument);
  document.version += 1;
  change(document);
  writeFileSync(
    join(folders().trustDir, "targets.json"),
    JSON.stringify(await signDocument(document, [bench.trust.signerOf({ kind: "root" })])),
  );
}

/** Makes a release live as an operator whose own trust list is still the earlier one. */
function releaseNext(name: "content" | "navigation", label: string): Promise<FixtureRelease> {
  return bench.release(name, { server: toServerSource(label) });
}

describe("a team's key that is revoked while a server runs", () => {
  beforeEach(async () => {
    await revokeKey(folders(), bench.trust.team("content").keyId, "laptop stolen");
    await until(async () => expect((await ready()).trust.teams).toBe(2));
  });

  test("leaves the live set as it is, and is named in /readyz with the releases it signed", async () => {
    const { content } = app.live.state()?.set.versions ?? {};
    await until(async () =>
      expect((await ready()).trust).toMatchObject({ problem: null, refused: [`content@${content}`] }),
    );
    expect(await page()).toContain("first content about-us on /about-us/");
    // A change of data composes the same record again: its releases stay.
    expect(await app.live.refresh()).toBe(true);
    expect(await page()).toContain("first content about-us on /about-us/");
  });

  test("no longer makes releases live: under a new record the team's slots keep their last good HTML, and the rest goes live", async () => {
    await releaseNext("content", "stolen content");
    await releaseNext("navigation", "second navigation");
    await app.reconciler.look();
    await until(async () => expect((await ready()).revision).toBe(3));
    expect(await page()).toContain("first content about-us on /about-us/");
    expect(await page()).toContain("second navigation header on /about-us/");
  });

  test("is replaced by publishing the same release with the team's new key, after which nothing is refused", async () => {
    const [{ keysDir }, next] = [folders(), createIdentity({ kind: "team", name: "content" }, "Carla")];
    await putTeams((copy) => {
      copy.version += 1;
      const old = bench.trust.team("content").keyId;
      copy.delegations.keys[next.keyId] = { ...toKeyObject(next.publicKey), owner: "Carla" };
      for (const role of copy.delegations.roles) if (role.name === "content") role.keyids = [old, next.keyId];
      copy.revoked = { [old]: { owner: "development team content", at: toMoment(new Date()), why: "laptop stolen" } };
    });
    writeFileSync(join(keysDir, "teams/content.pem"), next.pem, { mode: 0o600 });
    const live = await bench.store.load("content", app.live.state()?.set.versions["content"] ?? "");
    const operator = await openReleaseStore(folders(), { signs: true });
    await expect(operator.load("content", live.release.version)).rejects.toMatchObject({ code: "KEY_REVOKED" });
    await operator.admit(live);
    expect(await operator.load("content", live.release.version)).toMatchObject({ label: live.label });
    const { version, folder } = await bench.write("navigation", { server: toServerSource("second navigation") });
    await operator.admit(await readRelease(folder, "navigation"));
    const versions = { ...app.live.state()?.set.versions, navigation: version };
    await operator.countersign(await operator.toSet(versions), { sites: ["GGPPH"], checks: [] });
    await operator.advance(1, versions, { why: "after the theft" });
    await until(async () => expect((await ready()).trust.teams).toBe(3));
    await app.reconciler.look();
    await until(async () => expect(await ready()).toMatchObject({ revision: 2, lag: null, trust: { refused: [] } }));
    expect(await page()).toContain("first content about-us on /about-us/");
    expect(await page()).toContain("second navigation header on /about-us/");
  });
});

describe("a key that signed a release of the canary and is revoked while a server runs", () => {
  let version = "";
  beforeEach(async () => {
    ({ version } = await bench.admit("content", { server: toServerSource("content that is tried") }));
    const steps = [{ percent: 60, from: new Date(Date.now() + hourMs).toISOString() }];
    const plan = { kind: "canary-start", changes: { content: version }, percent: 30, first: 90, steps } as const;
    const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };
    await carryOut(bench.store, await planChannels(bench.store, plan), note);
    await app.reconciler.look();
    await until(async () => expect(app.live.canary()).toBeDefined());
    await revokeKey(folders(), bench.trust.team("content").keyId, "laptop stolen");
  });

  test("is named in /readyz with that release too, which a share of the visitors gets", async () => {
    const { content } = app.live.state()?.set.versions ?? {};
    await until(async () =>
      expect((await ready()).trust.refused).toEqual([`content@${content}`, `content@${version}`]),
    );
  });

  test("lets no further visitors get the canary when the time of a larger share comes", async () => {
    await until(async () => expect((await ready()).trust.refused).toContain(`content@${version}`));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * hourMs });
    expect((await ready()).canary).toMatchObject({ percent: 30 });
    await app.live.refresh();
    expect((await ready()).canary).toMatchObject({ percent: 30 });
  });

  test("leaves the canary to be made smaller, which visitors see, and not larger", async () => {
    const operator = await openReleaseStore(folders(), { signs: true });
    const planShare = (percent: number) => planChannels(operator, { kind: "canary-share", percent });
    await expect(planShare(31)).rejects.toMatchObject({ code: "KEY_REVOKED" });
    await carryOut(operator, await planShare(3), { why: "after the theft" });
    await app.reconciler.look();
    await until(async () => expect(await ready()).toMatchObject({ revision: 3, canary: { percent: 3 } }));
  });
});

describe("a team's key that is revoked while a server starts", () => {
  test("is noticed when the list begins to be followed, not half a minute later", async () => {
    stop.abort();
    await revokeKey(folders(), bench.trust.team("content").keyId, "laptop stolen");
    stop = new AbortController();
    served.trust.watch(() => void app.onTrustChange(), stop.signal);
    const { content } = app.live.state()?.set.versions ?? {};
    await until(async () => expect((await ready()).trust).toMatchObject({ teams: 2, refused: [`content@${content}`] }));
  });
});

describe("a trust list's folder that is copied anew while a server runs", () => {
  test("is followed: the next key that is revoked in it is noticed at once", async () => {
    const { trustDir } = folders();
    renameSync(trustDir, `${trustDir}.before`);
    cpSync(`${trustDir}.before`, trustDir, { recursive: true });
    await revokeKey(folders(), bench.trust.team("content").keyId, "laptop stolen");
    await until(async () => expect((await ready()).trust).toMatchObject({ teams: 2, problem: null }));
    await revokeKey(folders(), bench.trust.team("navigation").keyId, "laptop stolen too");
    await until(async () => expect((await ready()).trust).toMatchObject({ teams: 3, problem: null }));
  });
});

describe("an operator's key that is revoked while a server runs", () => {
  test("no longer moves the channel; the set it made live stays and is named, until another operator's record", async () => {
    const next = createIdentity({ kind: "operator" }, "Olga");
    await putRoot((copy) => {
      const old = bench.trust.operator.keyId;
      copy.keys[next.keyId] = { ...toKeyObject(next.publicKey), owner: "Olga" };
      copy.roles.timestamp.keyids = [old, next.keyId];
      copy.revoked = { [old]: { owner: "development operator", at: toMoment(new Date()), why: "left" } };
    });
    await until(async () =>
      expect((await ready()).trust).toMatchObject({ root: 2, problem: null, refused: ["revision 1"] }),
    );
    await releaseNext("content", "second content");
    await app.reconciler.look();
    expect(await ready()).toMatchObject({ revision: 1, desired: null, lag: { why: "RECORD_REVOKED" } });
    expect(await page()).toContain("first content about-us on /about-us/");
    const olga = await openReleaseStore(folders(), { signs: true });
    await expect(olga.advance(2, app.live.state()?.set.versions ?? {}, { why: "x" })).rejects.toMatchObject({
      code: "KEY_REVOKED",
    });
    writeFileSync(join(folders().keysDir, "operator.pem"), next.pem, { mode: 0o600 });
    const content = (await bench.store.current())?.set.versions ?? {};
    await olga.advance(2, content, { why: "by Olga" });
    await app.reconciler.look();
    await until(async () => expect(await ready()).toMatchObject({ revision: 3, lag: null, trust: { refused: [] } }));
    expect(await page()).toContain("second content about-us on /about-us/");
  });
});

describe("a trust list that is refused while a server runs", () => {
  const spoilt: [what: string, spoil: () => Promise<void> | void, code: string][] = [
    ["broken", () => writeFileSync(join(folders().trustDir, "targets.json"), "{"), "TRUST_INVALID"],
    [
      "signed with an unknown key",
      async () => {
        const stranger = createIdentity({ kind: "root" }, "Eve");
        const document = { ...structuredClone(bench.trust.teamsDocument), version: 2 };
        writeFileSync(
          join(folders().trustDir, "targets.json"),
          JSON.stringify(await signDocument(document, [stranger.signer])),
        );
      },
      "TRUST_INVALID",
    ],
    [
      "another one under the same version",
      () =>
        putTeams((copy) => {
          copy.version = 1;
          copy.expires = toMoment(new Date(Date.now() + 3_600_000));
        }),
      "TRUST_REPLACED",
    ],
    [
      "expired",
      () =>
        putTeams((copy) => {
          copy.expires = "2026-01-01T00:00:00Z";
        }),
      "TRUST_EXPIRED",
    ],
  ];

  test.each(spoilt)(
    "%s: the live set stays, no new record is accepted, /readyz says so, and a good list ends it",
    async (_what, spoil, code) => {
      await spoil();
      await until(async () => expect((await ready()).trust.problem).toMatchObject({ code }));
      expect(await ready()).toMatchObject({ ready: true, revision: 1, desired: 1, lag: null });
      await releaseNext("content", "second content");
      await app.reconciler.look();
      expect(await ready()).toMatchObject({ ready: true, revision: 1, desired: null, lag: { why: code } });
      expect(await page()).toContain("first content about-us on /about-us/");
      await putTeams((copy) => {
        copy.version = 3;
      });
      await until(async () =>
        expect(await ready()).toMatchObject({ revision: 2, lag: null, trust: { teams: 3, problem: null } }),
      );
      expect(await page()).toContain("second content about-us on /about-us/");
    },
  );

  test("older than the one in use: it is refused as rolled back, and the newer one stays in use", async () => {
    await revokeKey(folders(), bench.trust.team("download").keyId, "lost");
    await until(async () => expect((await ready()).trust.teams).toBe(2));
    writeFileSync(join(folders().trustDir, "targets.json"), JSON.stringify(bench.trust.targets));
    await until(async () =>
      expect((await ready()).trust).toMatchObject({ teams: 2, problem: { code: "TRUST_ROLLED_BACK" } }),
    );
  });

  test("that expires without a change of the file: new records are refused from that moment on", async () => {
    await releaseNext("content", "second content");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 86_400_000 });
    try {
      await app.reconciler.look();
      expect(await ready()).toMatchObject({
        revision: 1,
        lag: { why: "TRUST_EXPIRED" },
        trust: { problem: { code: "TRUST_EXPIRED" } },
      });
      expect(await page()).toContain("first content about-us on /about-us/");
    } finally {
      vi.useRealTimers();
    }
  });
});
