import { cp, rename } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { toKeyFile } from "../../src/server/releases/trust/key-files.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
});
afterEach(async () => {
  vi.useRealTimers();
  await bench.remove();
});

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, words);

/** Makes another key of a role on this machine, and names it in the place of the former one. */
async function rotate(role: "check" | "operator"): Promise<void> {
  // The list has whole seconds: what the former key signed was signed before this one.
  vi.setSystemTime(Date.now() + 2000);
  const file = toKeyFile(`${bench.root}.keys`, { kind: role });
  await rename(file, `${file}.former`);
  const { out } = await site("keys", "make", role);
  const [, publicKey = ""] = /public key (\w{64})/.exec(out) ?? [];
  expect(await site("keys", "rotate", role, "--public-key", publicKey)).toMatchObject({ code: 0, err: "" });
  // The former key counts until the second is over.
  vi.setSystemTime(Date.now() + 1000);
}

test("a rotated key of the release check leaves every release that the former one admitted valid, and a rollback to it possible", async () => {
  const before = await bench.releaseAll({ shell: fewPages });
  await bench.release("content", { server: toServerSource("second") });
  await rotate("check");
  expect(await site("verify")).toMatchObject({
    code: 0,
    out: expect.stringContaining("every signature and hash of revision"),
  });
  expect(await site("rollback", "content", "--why", "wrong text")).toMatchObject({ code: 0 });
  expect((await openVersions()).content).toBe(before.content);
  expect(await site("verify")).toMatchObject({
    code: 0,
    out: expect.stringContaining("every signature and hash of revision"),
  });
});

test("a rotated key of an operator leaves what the former one removed from the store removed", async () => {
  await bench.releaseAll({ shell: fewPages });
  const { version } = await bench.admit("content", { server: toServerSource("never live") });
  await bench.store.remove("content", version);
  await rotate("operator");
  const store = await openReleaseStore(toStorePlaces(bench.root), { signs: false });
  expect(await store.versions("content")).not.toContain(version);
});

test("a command that began before a rotation signs with the new key of the release check", async () => {
  await bench.releaseAll({ shell: fewPages });
  const store = await openReleaseStore(toStorePlaces(bench.root), { signs: true });
  const next = await bench.load("content", { server: toServerSource("second") });
  await rotate("check");
  await store.admit(next);
  const others = await openReleaseStore(toStorePlaces(bench.root), { signs: false });
  expect(await others.versions("content")).toContain(next.release.version);
});

test.each(["check", "operator"] as const)(
  "a command of a machine that has the former key of the %s alone is refused, and leaves nothing that servers would refuse",
  async (role) => {
    await bench.releaseAll({ shell: fewPages });
    const former = join(bench.root, "../former");
    await cp(`${bench.root}.keys`, former, { recursive: true });
    const store = await openReleaseStore({ ...toStorePlaces(bench.root), keysDir: former }, { signs: true });
    const next = await bench.load("content", { server: toServerSource("second") });
    const versions = await openVersions();
    await rotate(role);
    const signed = role === "check" ? store.admit(next) : store.advance(1, versions, { why: "again" });
    await expect(signed).rejects.toMatchObject({ code: "KEY_RETIRED" });
    expect(await bench.serverStore.current()).toMatchObject({ set: { revision: 1 } });
    expect(await site("store", "repair")).toMatchObject({ code: 0 });
    expect(await site("promote", `content@${versions["content"]}`, "--why", "same")).toMatchObject({ code: 0 });
  },
);

async function openVersions(): Promise<Readonly<Record<string, string>>> {
  const store = await openReleaseStore(toStorePlaces(bench.root), { signs: false });
  return (await store.current())?.set.versions ?? {};
}
