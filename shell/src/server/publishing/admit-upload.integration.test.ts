import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { signDocument } from "@site/contracts/signing/signed-document";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { toStorePlaces } from "../releases/stores/open-store.ts";
import { fewPages } from "../testing/few-pages.ts";
import { toKeyFile } from "../releases/trust/key-files.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { type FixtureOptions } from "../testing/fixture-release.ts";
import { readRelease } from "../releases/release-files.ts";
import { createAdmitUpload, createCheckSet, type PublishAnswer } from "./admit-upload.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll({ shell: fewPages });
  await bench.writeIdentities();
  const { keysDir } = toStorePlaces(bench.root);
  // Of all private keys only that of the release check is on the publishing server.
  for (const name of ["teams", "operator.pem", "root.pem"]) await rm(join(keysDir, name), { recursive: true });
});
afterAll(() => bench.remove());

/** Writes a release of content, signs it as its team does elsewhere, and has it admitted in a process of its own. */
async function admit(options: FixtureOptions): Promise<{ version: string; answer: PublishAnswer }> {
  const { folder, version } = await bench.write("content", options);
  const { release } = await readRelease(folder, "content");
  const { signatures } = await signDocument(toJsonObject(release), [bench.trust.team("content")]);
  const places = toStorePlaces(bench.root);
  const checkKey = join(places.keysDir, "check.pem");
  const admitUpload = createAdmitUpload({ places, checkKey, rootDigest: undefined });
  return { version, answer: await admitUpload({ name: "content", folder, signatures }) };
}

test("B298 a process with the key of the release check alone checks a team's release, and admits it", async () => {
  const { version, answer } = await admit({ files: { "browser/island.js": "globalThis.island = 'new';" } });
  expect(answer).toEqual({ ok: true });
  const store = bench.reopen();
  expect((await store.load("content", version)).release.version).toBe(version);
  const live = (await store.current())?.set.versions;
  expect(await store.isChecked(await store.toSet({ ...live, content: version }))).toBe(true);
});

test("B298 what the checks find is told with the change to make, and nothing is admitted", async () => {
  const { version, answer } = await admit({ server: "exports.render = () => { throw new Error('no page'); };" });
  expect(answer).toMatchObject({ ok: false, code: "RELEASE_REFUSED", detail: expect.stringContaining("no page") });
  expect(await bench.reopen().versions("content")).not.toContain(version);
});

test("B298 the same process checks a set that other releases have become since, and signs that it passed", async () => {
  const places = toStorePlaces(bench.root);
  const checkSet = createCheckSet({ places, checkKey: join(places.keysDir, "check.pem"), rootDigest: undefined });
  const { version } = await bench.admit("navigation", { files: { "browser/island.js": "globalThis.menu = 'new';" } });
  const store = bench.reopen();
  const versions = { ...(await store.current())?.set.versions, navigation: version };
  expect(await store.isChecked(await store.toSet(versions))).toBe(false);
  expect(await checkSet(versions)).toEqual({ ok: true });
  expect(await bench.reopen().isChecked(await store.toSet(versions))).toBe(true);
  const unknown = await checkSet({ ...versions, navigation: "1.0.0-0123456789ab" });
  expect(unknown).toMatchObject({ ok: false, detail: expect.stringContaining("0123456789ab") });
});

test("B298 a key of the release check that was taken away after the start is named as CHECK_KEY, with what to do", async () => {
  const { keysDir } = toStorePlaces(bench.root);
  const file = toKeyFile(keysDir, { kind: "check" });
  await rename(file, `${file}.away`);
  const { version, answer } = await admit({ files: { "browser/late.js": "globalThis.late = 1;" } });
  await rename(`${file}.away`, file);
  expect(answer).toEqual({
    ok: false,
    code: "CHECK_KEY_INVALID",
    detail: expect.stringMatching(/^CHECK_KEY names \S+, .*: there is no such file\. An operator of the server puts/),
  });
  expect(await bench.reopen().versions("content")).not.toContain(version);
});
