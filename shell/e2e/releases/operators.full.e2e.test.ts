import { readFile, writeFile } from "node:fs/promises";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCodes } from "../../cli/command-line/exit-codes.ts";
import { admitVariant, countersignVariants, promoteVariants } from "../faults/admit-variant.ts";
import { recordFigure } from "../faults/record-figure.ts";
import { copyStartedStore, startSite } from "../harness/start-site.ts";
import { toStoredPath } from "../harness/stored-file.ts";
import { removeStore } from "../harness/template-store.ts";
import { toBuildId } from "../../src/server/pages/build-id.ts";
import { fetchLatest, fetchPage, fetchRevision, listMarks, toVersions, untilLive } from "./answers.ts";
import type { Variant } from "./release-variant.ts";
import { openStore, runCommand, startCommand } from "./site-command.ts";
import { sampled } from "../harness/sampled.ts";

const why = ["--why", "for the tests"];
const rounds = sampled({ all: 20, sample: 2 });

let storeDir: string;
const variants = new Map<string, Variant>();

beforeAll(async () => {
  // A server ran on it before.
  storeDir = await copyStartedStore("GGPPH");
  const menus = await admitAll("navigation", "red", "blue");
  const texts = await admitAll("content", "green", "teal");
  for (const made of [...menus, ...texts]) variants.set(made.mark, made);
  // Every set there can be was checked, so that a promote is not that long.
  for (const menu of [[], ...menus.map((one) => [one])])
    for (const text of [[], ...texts.map((one) => [one])]) await countersignVariants(storeDir, [...menu, ...text]);
});
afterAll(() => removeStore(storeDir));

test("an operator who looked at an older revision is told so, and changes nothing", async () => {
  const { revision } = await readCurrent();
  const first = await runCommand(storeDir, "promote", variant("red").label, "--expect", String(revision), ...why);
  expect(first.error).toBeUndefined();
  const second = await runCommand(storeDir, "promote", variant("green").label, "--expect", String(revision), ...why);
  expect(second.exitCode).toBe(exitCodes.conflict.code);
  expect(second.error).toEqual({
    code: "REVISION_CONFLICT",
    detail: `The channel stable is at revision ${revision + 1}, not ${revision}: another operator was first. Look at it with site status, and try again.`,
  });
  expect((await readCurrent()).revision).toBe(revision + 1);
});

test(
  "of two operators who promote at the same moment one wins and the other is told, each time",
  { timeout: 240_000 },
  async () => {
    const before = await readCurrent();
    for (let round = 0; round < rounds; round += 1) {
      const revision = before.revision + round;
      const live = (await readCurrent()).versions;
      // Both would change something, so that the loser has lost and not merely nothing to do.
      const contenders = [
        variant(live.navigation === variant("blue").version ? "red" : "blue"),
        variant(live.content === variant("green").version ? "teal" : "green"),
      ];
      const results = await Promise.all(
        contenders.map(
          ({ label }) => startCommand(storeDir, "promote", label, "--expect", String(revision), ...why).result,
        ),
      );
      expect(results.map(({ error }) => error?.code ?? "won").toSorted(), `round ${round}`).toEqual([
        "REVISION_CONFLICT",
        "won",
      ]);
      const winner = contenders[results.findIndex(({ error }) => error === undefined)];
      const current = await readCurrent();
      expect(current.revision).toBe(revision + 1);
      expect(winner && current.versions[winner.name]).toBe(winner?.version);
    }
    const history = await (await openStore(storeDir)).history();
    expect(history.map(({ set }) => set.revision)).toEqual(history.map((_record, index) => index + 1));
    expect(history).toHaveLength(before.revision + rounds);
    recordFigure("promotes-at-once", "rounds with one winner", history.length - before.revision);
  },
);

test("a rollback takes one package, the whole set or a named revision back, and each is a revision of its own", async () => {
  await promoteTo("red");
  await promoteTo("teal");
  const start = await readCurrent();
  const content = start.versions.content;
  await promoteTo("blue");
  await promoteTo("green");
  const withGreen = await readCurrent();

  await succeed("rollback", "navigation", ...why);
  const onePackage = await readCurrent();
  expect(onePackage.versions.navigation).toBe(variant("red").version);
  expect(onePackage.versions.content).toBe(withGreen.versions.content);

  // Navigation left blue, so the set before is the one without green, and without blue.
  await succeed("rollback", ...why);
  expect((await readCurrent()).id).toBe(start.id);

  await succeed("rollback", "--to", String(withGreen.revision), ...why);
  expect((await readCurrent()).id).toBe(withGreen.id);
  await succeed("rollback", ...why);
  const named = await readCurrent();
  expect(named.id).toBe(start.id);
  expect(named.versions.content).toBe(content);

  await succeed("rollback", "content", "--to", String(withGreen.revision), ...why);
  const packageOfRevision = await readCurrent();
  expect(packageOfRevision.versions).toEqual({ ...start.versions, content: withGreen.versions.content });
  expect(packageOfRevision.revision).toBe(withGreen.revision + 5);
  const history = await (await openStore(storeDir)).history();
  expect(history.slice(-5).map(({ why: reason }) => reason)).toEqual(Array.from({ length: 5 }, () => "for the tests"));
});

test("a rollback to a revision that never was, or of a package that never changed, is refused", async () => {
  const before = await readCurrent();
  expect((await runCommand(storeDir, "rollback", "--to", "9999", ...why)).error?.code).toBe("ROLLBACK_IMPOSSIBLE");
  expect((await runCommand(storeDir, "rollback", "support-chat", ...why)).error?.code).toBe("ROLLBACK_IMPOSSIBLE");
  expect(await readCurrent()).toEqual(before);
});

test("a version that is not in the store, a package there is none of, and a promote without a reason are refused", async () => {
  const before = await readCurrent();
  const unknown = await runCommand(storeDir, "promote", "navigation@1.0.0-000000000000", ...why);
  expect(unknown.error).toEqual({
    code: "RELEASE_VERSION_UNKNOWN",
    detail: expect.stringMatching(
      /^There is no release navigation@1\.0\.0-000000000000 in the store\. The nearest: navigation@1\.0\.0-/,
    ),
  });
  expect((await runCommand(storeDir, "promote", "casino", ...why)).error?.code).toBe("PACKAGE_UNKNOWN");
  const traversal = await runCommand(storeDir, "promote", "navigation@../content", ...why);
  expect(traversal.exitCode).toBe(exitCodes.notFound.code);
  expect((await runCommand(storeDir, "promote", variant("red").label)).exitCode).toBe(exitCodes.usage.code);
  expect(await readCurrent()).toEqual(before);
});

test("a release that was changed in the store after it was admitted does not go live", async () => {
  const made = await admitVariant(storeDir, "navigation", { mark: "touched" });
  const before = await readCurrent();
  const { release } = await (await openStore(storeDir)).load(made.name, made.version);
  const script = toStoredPath(storeDir, release, "browser/remoteEntry.js");
  const good = await readFile(script);
  await writeFile(script, `${good.toString("utf8")};window.__pwned = 1;`);
  expect((await runCommand(storeDir, "promote", made.label, ...why)).error?.code).toBe("RELEASE_FILE_MISMATCH");
  await writeFile(script, good);
  expect(await readCurrent()).toEqual(before);
});

test("a server that starts again after a rollback serves what was rolled back to", { timeout: 180_000 }, async () => {
  await promoteTo("blue");
  await promoteTo("red");
  await succeed("rollback", "navigation", ...why);
  const before = await readCurrent();
  const site = await startSite("GGPPH", { storeDir });
  try {
    // At first it serves what was live when it ended.
    await untilLive(site, before.id);
    const page = await fetchPage(site, "/about-us/");
    expect([await fetchLatest(site), await fetchRevision(site)]).toEqual([toBuildId(before.id), before.revision]);
    expect(toVersions(page.set.packages)["navigation"]).toBe(before.versions["navigation"]);
    expect(listMarks(page.html)).toContain("blue");
  } finally {
    await site.stop();
  }
  expect(await readCurrent()).toEqual(before);
});

function admitAll(name: string, ...marks: string[]): Promise<Variant[]> {
  return Promise.all(marks.map((mark) => admitVariant(storeDir, name, { mark })));
}

function variant(mark: string): Variant {
  const found = variants.get(mark);
  if (!found) throw new Error(`There is no variant ${mark}.`);
  return found;
}

async function readCurrent(): Promise<ReleaseSet> {
  const record = await (await openStore(storeDir)).current();
  if (!record) throw new Error("Nothing is live.");
  return record.set;
}

async function succeed(...verbs: string[]): Promise<void> {
  const { error, exitCode, output } = await runCommand(storeDir, ...verbs);
  if (error || exitCode !== 0) throw new Error(output);
}

async function promoteTo(mark: string): Promise<void> {
  await promoteVariants(storeDir, [variant(mark)]);
}
