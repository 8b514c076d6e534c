import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toDigest } from "@site/contracts/releases/digest";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { createFileBlobs } from "../../src/server/releases/storage/file-blobs.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { markStore } from "../../src/server/releases/stores/store-marker.ts";
import { createDevelopmentIdentities } from "../../src/server/releases/trust/development-identities.ts";
import { fixturePackages } from "../../src/server/testing/fixture-release.ts";
import { createFixtureTrust } from "../../src/server/testing/fixture-trust.ts";
import { useReadableSite } from "../testing/use-readable-site.ts";
import { openDeployedSite } from "./deployed-site.ts";

const { bench, app, folder, token, front } = useReadableSite();

/** A developer's machine with an empty store. */
async function createMachine(teams: readonly string[] = fixturePackages) {
  const root = mkdtempSync(join(folder, "machine-"));
  const places = toStorePlaces(join(root, "store"));
  markStore(places.storeDir);
  await createDevelopmentIdentities({ ...places, teams });
  const store = await openReleaseStore(places, { signs: true });
  const target = {
    store,
    owners: places,
    blobs: createFileBlobs(places.storeDir),
    dataFolder: join(root, "data"),
    memoryDir: join(root, "deployed"),
  };
  return {
    store,
    async copy(pin: { rootDigest?: string } = {}) {
      const site = openDeployedSite(front().url, token());
      return site.copyTo({ ...target, ...pin }, await site.readLive());
    },
  };
}

/** Changes the texts that pass; the files of releases are bytes. */
const change = (how: (path: string, text: string) => string): void =>
  front().change((path, body) =>
    path.endsWith("/content") || path.includes("/files/") ? body : Buffer.from(how(path, body.toString("utf8"))),
  );

/** Changes the first digit of every field of a name. */
const tamper = (text: string, field: string): string =>
  text.replaceAll(
    new RegExp(`("${field}":")(.)`, "g"),
    (_all, start: string, digit: string) => `${start}${digit === "0" ? "1" : "0"}`,
  );

test("takes over a deployed set that its operator and teams signed, and says that its trust list was seen for the first time", async () => {
  const machine = await createMachine();
  const { rootDigest, isFirstUse } = await machine.copy();
  expect({ rootDigest, isFirstUse }).toEqual({
    rootDigest: toDigest(Buffer.from(JSON.stringify(bench().trust.root))),
    isFirstUse: true,
  });
  expect((await machine.store.current())?.set.versions).toEqual(app().live.state()?.set.versions);
  expect(await machine.copy()).toMatchObject({ isFirstUse: false });
});

test("takes over a package that was placed there after the store of this machine was made", async () => {
  const machine = await createMachine(fixturePackages.filter((name) => name !== "content"));
  await machine.copy();
  expect((await machine.store.current())?.set.versions).toEqual(app().live.state()?.set.versions);
});

test.each([
  ["a signature in the record of the live set", "/-/live", "sig"],
  ["a signature in the admission of a release", "/-/releases/content/", "sig"],
  ["the manifest that a team signed", "/-/releases/content/", "contract"],
  ["a signature in the list of teams", "/-/trust/targets.json", "sig"],
])("takes over nothing when %s was changed", async (_what, of, field) => {
  const machine = await createMachine();
  change((path, text) => (path.startsWith(of) ? tamper(text, field) : text));
  await expect(machine.copy()).rejects.toThrow(
    /^Nothing was taken over from http:\S+ (SIGNATURE_INVALID: .* was changed after it was signed|TRUST_INVALID: .*targets\.json)/,
  );
  expect(await machine.store.revision()).toBe(0);
  expect(await machine.store.versions("content")).toEqual([]);
});

test("says of a site that does not answer why that is", async () => {
  const port = await findFreePort();
  await expect(openDeployedSite(`http://127.0.0.1:${port}`, token()).readLive()).rejects.toThrow(
    `http://127.0.0.1:${port} does not answer: connect ECONNREFUSED 127.0.0.1:${port}. Is the address right?`,
  );
});

test.each([undefined, ""])("says that SITE_TOKEN is not set when it is %j", async (none) => {
  await expect(openDeployedSite(front().url, none).readLive()).rejects.toThrow(
    /401 TOKEN_MISSING .*SITE_TOKEN is not set; any role's token will do\.$/,
  );
});

test("takes over nothing when the live set names another release than the operator signed", async () => {
  const machine = await createMachine();
  change((path, text) => (path === "/-/live" ? text.replace(/^.*?"record"/s, (head) => tamper(head, "digest")) : text));
  await expect(machine.copy()).rejects.toThrow(/signed for another set: it has other releases of shell, /);
});

test("takes over nothing when the record of what is live counts no more there", async () => {
  const machine = await createMachine();
  const problem = { code: "KEY_REVOKED", detail: "Revision 1: the key was revoked." };
  change((path, text) => (path === "/-/live" ? JSON.stringify({ ...JSON.parse(text), record: null, problem }) : text));
  await expect(machine.copy()).rejects.toThrow("the key was revoked. Promote the same releases there once more");
});

test("refuses a trust list other than the first one it saw, even when the whole site is signed by the new one", async () => {
  const machine = await createMachine();
  await machine.copy();
  const other = await createFixtureTrust({ teams: [...fixturePackages] });
  change((path, text) => {
    if (path.endsWith(".root.json") || path.endsWith("/root.json")) return JSON.stringify(other.root);
    return path.endsWith("/targets.json") ? JSON.stringify(other.targets) : text;
  });
  await expect(machine.copy()).rejects.toThrow(/TRUST_REPLACED/);
});

test("accepts only a trust list that leads back to the root that was named", async () => {
  const machine = await createMachine();
  await expect(machine.copy({ rootDigest: "0".repeat(96) })).rejects.toThrow(/TRUST_UNPINNED/);
  const rootDigest = toDigest(Buffer.from(JSON.stringify(bench().trust.root)));
  expect(await machine.copy({ rootDigest })).toMatchObject({ isFirstUse: false });
});

test("fetches a release again by its changed files alone", async () => {
  const machine = await createMachine();
  await machine.copy();
  const other = await bench().release("content", { files: { "browser/more.js": "globalThis.more = 1;" } });
  await app().live.refresh();
  front().reset();
  await machine.copy();
  expect((await machine.store.current())?.set.versions["content"]).toBe(other.version);
  const fetched = front()
    .asked.map(({ path }) => path)
    .filter((path) => path.endsWith("/content") || path.includes("/files/"));
  expect(fetched).toEqual([`/-/releases/content/${other.version}/files/browser/more.js`]);
});
