import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { cp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { toDigest } from "@site/contracts/releases/digest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { natsNote, natsProgram, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const readList = (trustDir: string): Promise<string> => readFile(join(trustDir, "targets.json"), "utf8");

const listData = (store: string): string[] => readdirSync(join(store, "data/GGPPH")).toSorted();

test("a data document that was removed from a store is removed from its copy, which says so", async () => {
  const bench = await createFixtureBench();
  const copy = `${bench.root}-copy`;
  try {
    await bench.writeIdentities();
    const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, words);
    for (const document of ["geo-rules", "download-links"])
      expect(
        await site("store", "put", document, join(import.meta.dirname, `../../data/${document}.json`)),
      ).toMatchObject({ code: 0 });
    expect(await site("store", "copy", bench.root, copy)).toMatchObject({
      code: 0,
      out: expect.not.stringContaining("removed"),
    });
    expect(listData(copy)).toEqual(["download-links.json", "geo-rules.json"]);
    await rm(join(bench.root, "data/GGPPH/geo-rules.json"));
    const { out } = await site("--json", "store", "copy", bench.root, copy);
    expect(listData(copy)).toEqual(["download-links.json"]);
    expect(JSON.parse(out)).toMatchObject({ documents: { copied: [], removed: ["GGPPH/geo-rules"] } });
    await cp(join(bench.root, "data/GGPPH/download-links.json"), join(copy, "data/GGPPH/geo-rules.json"));
    expect(await site("store", "copy", bench.root, copy)).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /all equal\. Removed from the target, as the source does not have it: the data document GGPPH\/geo-rules\.$/,
      ),
    });
  } finally {
    await bench.remove();
    await rm(copy, { recursive: true, force: true });
  }
});

describe.skipIf(natsProgram === undefined)(`a store that was moved to NATS and back to files${natsNote}`, () => {
  let folder = "";
  let bench: FixtureBench;
  let nats: Awaited<ReturnType<typeof startNatsServers>>;
  let candidate = "";
  let backup = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "store-copy-"));
    backup = join(folder, "backup");
    bench = await createFixtureBench();
    await bench.writeIdentities();
    const versions = await bench.releaseAll();
    const { version } = await bench.admit("content", { server: toServerSource("second") });
    await bench.store.countersign(await bench.store.toSet({ ...versions, content: version }), {
      sites: ["GGPPH"],
      checks: [],
    });
    candidate = `content@${version}`;
    nats = await startNatsServers({ folder });
  });
  afterAll(async () => {
    await nats?.stop();
    await bench?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the command on a store of files, or on the one in NATS. */
  const site = (store: string, ...words: string[]): Promise<SiteRun> =>
    runSiteIn(store === "nats" ? join(folder, "copies") : store, words, {
      ...(store === "nats" && { STORE: nats.url }),
      TRUST_DIR: `${bench.root}.trust`,
      KEYS_DIR: `${bench.root}.keys`,
      STATE_DIR: join(folder, `${store === "nats" ? "nats" : "files"}.state`),
    });

  const readAll = async (store: string): Promise<unknown[]> =>
    Promise.all(
      ["status", "history", "verify"].map(async (verb) => {
        const { code, out } = await site(store, verb, "--json");
        expect(code, verb).toBe(0);
        return JSON.parse(out) as unknown;
      }),
    );

  test.each([
    ["init", ["init"]],
    ["a copy", ["store", "copy", "files", "nats"]],
  ])(
    "is refused by %s with --replicas 3 when it exists on a server of NATS without a cluster",
    async (_what, words) => {
      const places: Record<string, string> = { files: bench.root, nats: nats.url };
      const asked = words.map((word) => places[word] ?? word);
      expect(await site("nats", ...asked)).toMatchObject({ code: 0 });
      const refused = await site("nats", ...asked, "--replicas", "3");
      expect(refused.code).not.toBe(0);
      expect(refused.err).toContain("STORE_REPLICAS_MISSING");
    },
  );

  test.each([
    ["has the list of before another change", true],
    ["has none, and is told the digest of the root", false],
  ])("is copied with the trust list that it carries, by a machine that %s", async (_what, hasEarlier) => {
    const copy = join(folder, hasEarlier ? "earlier" : "new");
    if (hasEarlier) await cp(`${bench.root}.trust`, `${copy}.trust`, { recursive: true });
    expect(await site(bench.root, "store", "copy", bench.root, nats.url)).toMatchObject({ code: 0 });
    expect(await site("nats", "trust", "renew", "--days", hasEarlier ? "30" : "40")).toMatchObject({ code: 0 });
    const own = { TRUST_ROOT_DIGEST: toDigest(await readFile(join(`${bench.root}.trust`, "1.root.json"))) };
    expect(await runSiteIn(copy, ["store", "copy", nats.url, copy], own)).toMatchObject({ code: 0, err: "" });
    expect(await readList(`${copy}.trust`)).toBe(await readList(`${bench.root}.trust`));
    expect(await runSiteIn(copy, ["verify"], own)).toMatchObject({ code: 0 });
  });

  test("has everything that was promoted and put in either store, and a further copy copies nothing", async () => {
    const rules = join(import.meta.dirname, "../../data/geo-rules.json");
    expect(await site(bench.root, "store", "put", "geo-rules", rules)).toMatchObject({ code: 0 });
    expect(await site(bench.root, "store", "copy", bench.root, nats.url)).toMatchObject({ code: 0 });
    expect(await site("nats", "promote", candidate, "--why", "in NATS", "--wait", "none")).toMatchObject({ code: 0 });
    expect(await site(bench.root, "store", "copy", nats.url, backup)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^[1-9]\d* blobs and [1-9]\d* entries were copied; .*all equal\.$/),
    });
    expect(await readAll(backup)).toEqual(await readAll("nats"));
    expect(await readFile(join(backup, "data/GGPPH/geo-rules.json"), "utf8")).toBe(await readFile(rules, "utf8"));
    expect((await site(bench.root, "store", "copy", nats.url, backup)).out).toMatch(/^0 blobs and 0 entries/);
    const copied = join(backup, "data/GGPPH/geo-rules.json");
    const removed =
      /all equal\. Removed from the target, as the source does not have it: the data document GGPPH\/geo-rules\.$/;
    await rm(copied);
    expect((await site(bench.root, "store", "copy", backup, nats.url)).out).toMatch(removed);
    await cp(rules, copied);
    expect((await site(bench.root, "store", "copy", nats.url, backup)).out).toMatch(removed);
    expect(existsSync(copied)).toBe(false);
    expect(await site(backup, "rollback", "content", "--why", "back in files")).toMatchObject({
      code: 0,
      out: expect.stringContaining("revision 3 is recorded"),
    });
  });

  test("is not made by a copy of a store that is not there", async () => {
    const other = nats.url.replace("127.0.0.1", "localhost");
    const copied = await runSiteIn(bench.root, ["store", "copy", nats.url, other], {
      STORE_NAME: "unmade",
      TRUST_DIR: `${bench.root}.trust`,
    });
    expect(copied).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^STORE_NOT_FOUND: .* is STORE or STORE_NAME mistyped\?$/),
    });
  });

  test("is copied to a store of another name by STORE_NAME alone, as the help says", async () => {
    const env = { STORE_NAME: "second", TRUST_DIR: `${bench.root}.trust` };
    expect(await runSiteIn(bench.root, ["store", "copy", bench.root, nats.url], env)).toMatchObject({
      code: 0,
      err: "",
    });
    expect(await runSiteIn(join(folder, "copies"), ["servers"], { ...env, STORE: nats.url })).toMatchObject({
      code: 0,
    });
  });

  test("is not copied onto itself by another name of the same server", async () => {
    const other = nats.url.replace("127.0.0.1", "localhost");
    expect(await site(bench.root, "store", "copy", nats.url, other)).toMatchObject({
      code: 2,
      err: expect.stringContaining("<from> and <to> are the same store"),
    });
  });

  test("is not made for a number of servers that NATS keeps no store on", async () => {
    expect(await site(bench.root, "store", "copy", bench.root, nats.url, "--replicas", "2")).toMatchObject({
      code: 2,
      err: expect.stringContaining("A store is kept on 1, 3 or 5 servers of NATS."),
    });
  });

  test("is not copied over a store with another history, which stays as it is", async () => {
    expect(await site("nats", "rollback", "content", "--why", "in NATS too", "--wait", "none")).toMatchObject({
      code: 0,
    });
    const before = await readAll("nats");
    const refused = await site(bench.root, "store", "copy", backup, nats.url);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain("STORES_DIFFER");
    expect(await readAll("nats")).toEqual(before);
    expect((await site(bench.root, "store", "copy", join(folder, "nothing"), nats.url)).err).toContain(
      "STORE_NOT_FOUND",
    );
  });
});
