import { cp } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import type { FixtureVersions } from "../../src/server/testing/fixture-release.ts";
import { openSigner } from "../../src/server/releases/trust/open-signer.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
let live: FixtureVersions;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  live = await bench.releaseAll({ shell: fewPages });
});
afterEach(() => bench.remove());

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, words);

/** Names a new key of the role, revokes the present one, and puts the new one in its place on this machine. */
async function replaceStolenKey(role: "operator" | "check" | "content"): Promise<SiteRun> {
  const keysDir = `${bench.root}.keys`;
  const holder = role === "content" ? ({ kind: "team", name: role } as const) : ({ kind: role } as const);
  const file = role === "content" ? "teams/content.pem" : `${role}.pem`;
  const stolen = await openSigner(keysDir, holder);
  const next = join(bench.root, "next");
  const made = await runSiteIn(bench.root, ["keys", "make", role], { KEYS_DIR: next });
  const [, publicKey = ""] = /public key (\w{64})/.exec(made.out) ?? [];
  expect(await site("keys", "add", role, "--owner", "Bo", "--public-key", publicKey)).toMatchObject({ code: 0 });
  const revoked = await site("keys", "revoke", stolen.keyId, "--why", "laptop stolen");
  expect(revoked.code).toBe(0);
  await cp(join(next, file), join(keysDir, file));
  return revoked;
}

/** `content@1.0.0-… download@1.0.0-…`: every package of what was live. */
const labels = (): string[] => Object.entries(live).map(([name, version]) => `${name}@${version}`);

/** What a server reads that starts now. */
async function readLive() {
  const store = await openReleaseStore(toStorePlaces(bench.root), { signs: false });
  return store.current();
}

describe("after the only operator's key was revoked", () => {
  let revoked: SiteRun;
  beforeEach(async () => {
    revoked = await replaceStolenKey("operator");
  });

  test("the revocation says what has to be promoted again", () => {
    for (const label of labels()) expect(revoked.out).toContain(label);
  });

  test("status says what the newest record names, that its key was revoked, and what to do", async () => {
    const { code, out, err } = await site("status");
    const told = `${out}\n${err}`;
    expect(code).not.toBe(0);
    expect(told).toContain("laptop stolen");
    for (const label of labels()) expect(told).toContain(label);
    expect(told).toContain("site promote");
  });

  test("a promote takes nothing from that record: one that names some packages is refused, and one that names all is live", async () => {
    const some = await site("promote", `content@${live.content}`, "--why", "go on");
    expect(some.code).not.toBe(0);
    for (const label of labels()) expect(some.err).toContain(label);
    expect(await site("promote", ...labels(), "--why", "looked at each")).toMatchObject({ code: 0 });
    expect(await readLive()).toMatchObject({ by: "Bo", set: { revision: 2, versions: live } });
  });

  test("a team publishes", async () => {
    const { folder, version } = await bench.write("content", {
      files: { "browser/island.js": "globalThis.next = 1;" },
    });
    expect(await site("publish", "content", "--from", folder)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`content@${version}`),
    });
  });
});

describe("after the key of the release check was revoked", () => {
  beforeEach(async () => {
    await replaceStolenKey("check");
  });

  test("publishing everything again and promoting it is the way out", async () => {
    for (const name of Object.keys(live)) {
      const { folder } = await bench.write(name, name === "shell" ? fewPages : {});
      expect(await site("publish", name, "--from", folder)).toMatchObject({ code: 0 });
    }
    expect(await site("promote", ...labels(), "--why", "checked anew")).toMatchObject({ code: 0 });
    expect(await readLive()).toMatchObject({ set: { revision: 2, versions: live } });
  });
});

test("a revocation says what the canary has of the key, and how it is taken back from its visitors", async () => {
  const { version } = await bench.admit("content", { files: { "browser/island.js": "globalThis.next = 1;" } });
  expect(await site("canary", "start", `content@${version}`, "--why", "a try")).toMatchObject({ code: 0 });
  const { out, err } = await replaceStolenKey("content");
  const told = `${out}\n${err}`;
  expect(told).toContain(`It signed what is live: content@${live.content}.`);
  expect(told).toContain(`It signed what the canary has: content@${version}.`);
  expect(told).toContain("site canary stop");
  expect(await site("canary", "stop", "--why", "stolen key")).toMatchObject({ code: 0 });
  expect((await readLive())?.channels?.canary).toBeUndefined();
});

describe("while the key of a live release is revoked", () => {
  beforeEach(async () => {
    const { version } = await bench.admit("download", { files: { "browser/island.js": "globalThis.next = 1;" } });
    const started = await site("canary", "start", `download@${version}`, "--why", "a try");
    expect(started).toMatchObject({ code: 0 });
    await replaceStolenKey("content");
  });

  test("a canary of another package is ended, and the channel is frozen", async () => {
    expect(await site("canary", "share", "1", "--why", "complaints")).toMatchObject({ code: 0 });
    expect(await site("canary", "stop", "--why", "complaints")).toMatchObject({ code: 0 });
    expect(await site("freeze", "--why", "until content is signed")).toMatchObject({ code: 0 });
    const record = await readLive();
    expect(record?.set.versions).toEqual(live);
    expect(record?.channels?.canary).toBeUndefined();
    expect(record?.channels?.freeze).toBeDefined();
  });

  test("another team publishes, and promotes only a set without that release", async () => {
    const { folder, version } = await bench.write("compliance", {
      files: { "browser/island.js": "globalThis.next = 1;" },
    });
    expect(await site("publish", "compliance", "--from", folder)).toMatchObject({ code: 0 });
    const refused = await site("promote", `compliance@${version}`, "--why", "a new policy");
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain(`content@${live.content}`);
  });
});
