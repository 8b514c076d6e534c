import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createFixtureApp } from "../../src/server/testing/fixture-app.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { openServedStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { revokeKey } from "../../src/server/releases/trust/change-teams.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000 });

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({ shell: fewPages });
});
afterEach(() => bench.remove());

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, words);
const channel = (): string => join(bench.root, "channels/stable");
const byHand = JSON.stringify({ revision: 900, by: "ceo", set: {} });

/** A record that was written by hand, far above the newest. */
function writeByHand(name = "00000900.json", text = byHand): string {
  const file = join(channel(), name);
  writeFileSync(file, text);
  return file;
}

/** A store with a trust list of its own. @returns its folder */
async function createStoreElsewhere(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "other-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const other = join(folder, "store");
  expect(await runSiteIn(other, ["init"])).toMatchObject({ code: 0 });
  return other;
}

async function admitNext(text = "next"): Promise<string> {
  const made = await bench.write("content", { server: toServerSource(text) });
  await bench.take(made);
  return made.version;
}

describe("a newest record that was written by hand", () => {
  test.each([
    ["status"],
    ["history"],
    ["verify"],
    ["promote", "content@1", "--why", "x"],
    ["rollback", "--why", "x"],
    ["rollback", "--to", "1", "--why", "x"],
    ["store", "collect"],
  ])("is named by site %s %s with its file and what to do, and nothing is changed", async (...words) => {
    const file = writeByHand();
    const { code, err } = await site(...words);
    expect({ code, err }).toEqual({ code: 6, err: expect.stringMatching(/^CHANNEL_BLOCKED: .*site store repair/) });
    expect(err).toContain(file);
    expect(readdirSync(channel())).toEqual(["00000001.json", "00000900.json"]);
  });

  test("is shown by site store repair, which changes nothing by default", async () => {
    const file = writeByHand();
    const { code, out } = await site("store", "repair");
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/Dry run: nothing was changed\. Add --apply/),
    });
    expect(out).toContain(`stable 900: ${file}`);
    expect(readFileSync(file, "utf8")).toBe(byHand);
  });

  test("is set aside with --apply, whole; a promote goes live afterwards, and a server that was running goes on by itself", async () => {
    const version = await admitNext();
    const served = await openServedStore(toStorePlaces(bench.root));
    const app = await createFixtureApp(bench, served);
    try {
      await app.reconciler.start();
      writeByHand();
      await app.reconciler.look();
      expect(app.reconciler.status()).toMatchObject({ live: 1, desired: null, lag: { why: "ENVELOPE_INVALID" } });
      expect((await site("promote", `content@${version}`, "--why", "x")).code).toBe(6);
      const { code, out } = await site("store", "repair", "--apply");
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringContaining("1 set aside. The newest record is revision 1, and it verifies."),
      });
      const [kept = ""] = readdirSync(join(bench.root, "set-aside/stable"));
      expect(readFileSync(join(bench.root, "set-aside/stable", kept, "00000900.json"), "utf8")).toBe(byHand);
      await app.reconciler.look();
      expect(app.reconciler.status()).toMatchObject({ live: 1, desired: 1, lag: null });
      expect(await site("promote", `content@${version}`, "--why", "x")).toMatchObject({ code: 0 });
      await app.reconciler.look();
      await vi.waitFor(() => expect(app.reconciler.status()).toMatchObject({ live: 2, lag: null }), {
        timeout: 20_000,
      });
    } finally {
      await app.close();
    }
    expect((await site("store", "repair")).out).toBe(
      "Nothing is in the way. The newest record is revision 2, and it verifies.",
    );
  });

  test("is set aside with others of its kind: a copy of a good record under a new number, and one at the highest number", async () => {
    const good = readFileSync(join(channel(), "00000001.json"), "utf8");
    writeByHand("00000002.json", good);
    writeByHand("99999999.json");
    expect((await site("store", "repair", "--apply")).out).toContain("2 set aside. The newest record is revision 1");
    expect(readdirSync(channel())).toEqual(["00000001.json"]);
    expect((await site("history")).out).toContain("promote");
  });

  test("is found in the log of admissions too, above the gap that it leaves", async () => {
    const file = join(bench.root, "channels/admissions-content/99999999.json");
    writeFileSync(file, byHand);
    const { code, err } = await site("status");
    expect({ code, err }).toEqual({ code: 6, err: expect.stringContaining(file) });
    expect(err).toMatch(/ are missing\. What is live stays\. /);
    expect((await site("store", "repair", "--apply")).code).toBe(0);
    expect((await site("status")).code).toBe(0);
  });

  test("is found in the log of admissions too when it is a copy of a good one, whose number is the highest", async () => {
    const folder = join(bench.root, "channels/admissions-content");
    copyFileSync(join(folder, "00000001.json"), join(folder, "99999999.json"));
    expect(await site("status")).toMatchObject({ code: 6, err: expect.stringContaining("99999999.json") });
    expect((await site("store", "repair", "--apply")).code).toBe(0);
    expect(readdirSync(folder)).toEqual(["00000001.json"]);
  });
});

test("a store that lost its marker is named by every command with what to do, and is as before after the repair", async () => {
  const marker = join(bench.root, "store.json");
  for (const lose of [() => rmSync(marker), () => writeFileSync(marker, "")]) {
    const before = (await site("status")).out;
    lose();
    for (const words of [["status"], ["init"], ["rollback", "--why", "x"]])
      expect(await site(...words)).toMatchObject({
        code: 7,
        err: expect.stringMatching(/^STORE_UNMARKED: .*site store repair --apply/),
      });
    expect((await site("store", "repair")).out).toMatch(/store\.json of .* Dry run: nothing was changed/);
    expect((await site("status")).code).toBe(7);
    expect(await site("store", "repair", "--apply")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/was written again\.\nNothing is in the way/),
    });
    expect((await site("status")).out).toBe(before);
  }
});

describe("a newest record that the store itself wrote", () => {
  test.each([[[]], [["--apply"]]])(
    "stays when the trust list is another store's, which is said: site store repair %j",
    async (options) => {
      const other = await createStoreElsewhere();
      const env = { TRUST_DIR: `${other}.trust`, STATE_DIR: `${other}.state` };
      const words = ["store", "repair", ...options];
      for (const command of [words, ["status"], ["promote", "content@1", "--why", "x"]])
        expect(await runSiteIn(bench.root, command, env)).toMatchObject({
          code: 6,
          err: expect.stringMatching(/^TRUST_FOREIGN: .* Set TRUST_DIR to the list of this store/),
        });
      writeByHand();
      expect(await runSiteIn(bench.root, words, env)).toMatchObject({ code: 6 });
      expect(readdirSync(channel())).toEqual(["00000001.json", "00000900.json"]);
    },
  );

  test("stays when its key was revoked since: a rollback moves on from there", async () => {
    const { keysDir, trustDir } = toStorePlaces(bench.root);
    await revokeKey({ keysDir, trustDir }, bench.trust.operator.keyId, "left");
    expect((await site("store", "repair", "--apply")).out).toContain("Nothing is in the way.");
    expect(readdirSync(channel())).toEqual(["00000001.json"]);
    expect((await site("status")).err).toMatch(/^RECORD_REVOKED: /);
  });

  test("stays when a server has accepted it, also when it was exchanged since", async () => {
    expect((await site("status")).code).toBe(0);
    writeByHand("00000001.json");
    expect((await site("store", "repair", "--apply")).out).not.toContain("set aside");
    expect(readdirSync(channel())).toEqual(["00000001.json"]);
  });

  test("is said to be refused, with the reason, where there is another record to restore in place of one to set aside", async () => {
    expect((await site("status")).code).toBe(0);
    writeByHand("00000001.json");
    for (const words of [
      ["store", "repair"],
      ["store", "repair", "--apply"],
    ]) {
      const { code, out, err } = await site(...words);
      expect({ words, code, out, err }).toEqual({
        words,
        code: 6,
        out: "Nothing is in the way.",
        err: expect.stringMatching(/^ENVELOPE_INVALID: /),
      });
    }
    // One answer, which a program reads.
    expect(JSON.parse((await site("store", "repair", "--json")).out)).toMatchObject({
      error: { code: "ENVELOPE_INVALID" },
    });
    rmSync(join(channel(), "00000001.json"));
    expect(await site("store", "repair")).toMatchObject({
      code: 7,
      err: expect.stringMatching(/^CHANNEL_ROLLED_BACK: /),
    });
  });
});

describe.each([
  { name: "admissions-content", code: 5 },
  // A set without a verdict is checked again.
  { name: "verdicts", code: 0 },
])("an entry of $name, beneath good ones,", ({ name, code }) => {
  test.each<[string, (file: string) => void]>([
    ["damaged", (file) => writeFileSync(file, "")],
    ["gone", (file) => rmSync(file)],
  ])("that is %s keeps no command from its work, and none of the good ones is set aside", async (_what, lose) => {
    const version = await admitNext();
    const later = await admitNext("later");
    const folder = join(bench.root, "channels", name);
    const names = readdirSync(folder);
    expect(names.length).toBeGreaterThan(2);
    lose(join(folder, names.at(-2) ?? ""));
    const left = readdirSync(folder);
    expect((await site("status")).code).toBe(0);
    expect(await site("store", "repair", "--apply")).toMatchObject({
      code: 0,
      out: "Nothing is in the way. The newest record is revision 1, and it verifies.",
    });
    expect(readdirSync(folder)).toEqual(left);
    expect(await site("promote", `content@${later}`, "--why", "x")).toMatchObject({ code: 0 });
    expect((await site("rollback", "--why", "x")).code).toBe(0);
    expect(await site("promote", `content@${version}`, "--why", "x")).toMatchObject({ code });
  });
});
