import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Disk } from "../disk/disk.ts";
import { SimulatedDrive } from "../testing/simulated-drive.ts";
import type { BodySource } from "./body-files.ts";
import { openServerKey, replaceServerKey, type ServerKey, toServerKeyFile } from "./server-key.ts";
import { createStateFiles, type StateFiles, toContinuityFolder } from "./state-files.ts";

let stateDir = "";
let key: ServerKey;
beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), "continuity-"));
  key = await openServerKey(stateDir);
});
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

const open = (disk?: Disk): StateFiles => createStateFiles({ stateDir, siteId: "GGPPH", key, ...(disk && { disk }) });
const toBodies = (...texts: string[]): Map<Digest, Buffer> =>
  new Map(texts.map((text) => [toDigest(Buffer.from(text)), Buffer.from(text)]));
/** Twenty texts, one of which is new in each round. */
const toLarge = (round: number): string[] =>
  Array.from({ length: 20 }, (_, index) => `${index === round % 20 ? round : "same"} ${index} ${"x".repeat(1000)}`);
const folder = (name: "bodies" | "index"): string => join(toContinuityFolder(stateDir, "GGPPH"), name);

const bodyFile = (): string => join(folder("bodies"), readdirSync(folder("bodies"))[0] ?? "");
const indexFile = (): string => join(folder("index"), readdirSync(folder("index"))[0] ?? "");

function fail(): never {
  throw new Error("a body that is on disk was asked for");
}

async function readTexts(files: StateFiles): Promise<string[] | undefined> {
  const state = await files.read();
  return state && [...state.bodies.values()].map(String).toSorted();
}

describe("the state of a site", () => {
  test("is undefined before the first write, and then the latest one written", async () => {
    expect(await open().read()).toBeUndefined();
    const files = open();
    await files.write({ round: 1 }, toBodies("one", "two"));
    expect((await open().read())?.facts).toEqual({ round: 1 });
    await files.write({ round: 2 }, toBodies("two", "three"));
    const state = await open().read();
    expect(state?.facts).toEqual({ round: 2 });
    expect([...(state?.bodies.values() ?? [])].map(String)).toEqual(expect.arrayContaining(["two", "three"]));
  });

  test("is written where it needs no body, as before the first page was composed", async () => {
    await open().write({ round: 1 }, new Map());
    expect(await open().read()).toEqual({ facts: { round: 1 }, bodies: new Map() });
  });

  test("is written without the bodies that are on disk already", async () => {
    const first = open();
    await first.write({}, toBodies("one", "two", "three", "four"));
    const [before] = readdirSync(folder("bodies"));
    const known = open();
    await known.read();
    const kept = new Map<Digest, BodySource>(
      [...toBodies("one", "two", "three").keys()].map((digest) => [digest, fail]),
    );
    await known.write({}, new Map([...kept, ...toBodies("five")]));
    const after = readdirSync(folder("bodies"));
    expect(after).toHaveLength(2);
    expect(after).toContain(before);
    expect(await readTexts(open())).toEqual(expect.arrayContaining(["one", "two", "three", "five"]));
  });

  test("stays small after many changes, and leaves no staged files", async () => {
    const files = open();
    const sizes: number[] = [];
    for (let round = 0; round < 120; round += 1) {
      await files.write({ round }, toBodies(...toLarge(round)));
      sizes.push(
        readdirSync(folder("bodies")).reduce((sum, name) => sum + statSync(join(folder("bodies"), name)).size, 0),
      );
    }
    expect(Math.max(...sizes)).toBeLessThan(20 * 1300 * 2.5);
    expect(readdirSync(folder("bodies")).length).toBeLessThanOrEqual(32);
    expect(readdirSync(folder("index"))).toHaveLength(1);
    expect(readdirSync(join(stateDir, "staging"))).toEqual([]);
    expect(await readTexts(open())).toEqual(expect.arrayContaining(toLarge(119)));
  });

  test("whose folder is removed while the server runs is written again, whole", async () => {
    const files = open();
    await files.write({ round: 1 }, toBodies("one", "two"));
    rmSync(toContinuityFolder(stateDir, "GGPPH"), { recursive: true });
    await files.write({ round: 2 }, toBodies("one", "two"));
    expect((await open().read())?.facts).toEqual({ round: 2 });
    expect(await readTexts(open())).toEqual(["one", "two"]);
  });

  test("is of one site: another site in the same folder has its own", async () => {
    await open().write({ site: "here" }, toBodies("one"));
    const other = createStateFiles({ stateDir, siteId: "GGPBR", key });
    expect(await other.read()).toBeUndefined();
    await other.write({ site: "there" }, toBodies("one"));
    expect((await open().read())?.facts).toEqual({ site: "here" });
  });

  test("written by two servers with one folder at once is that of one of them, whole", async () => {
    const servers = [open(), open(), open()];
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(
        servers.map((files, index) =>
          files.write({ by: index, round }, toBodies("shared", `of ${index} in round ${round}`)),
        ),
      );
      const state = await open().read();
      expect(state?.facts).toMatchObject({ round });
      expect([...(state?.bodies.values() ?? [])].map(String)).toEqual(
        expect.arrayContaining(["shared", `of ${String(state?.facts["by"])} in round ${round}`]),
      );
    }
  });
});

describe("a state that was damaged or exchanged is refused with the reason", () => {
  const damages: { what: string; damage(): Promise<void> | void; problem: string }[] = [
    {
      what: "a bit of a page is another",
      damage: () => flip(bodyFile(), statSync(bodyFile()).size - 1),
      problem: "it is damaged",
    },
    {
      what: "the table of a file is another",
      damage: () => flip(bodyFile(), 5),
      problem: "its table is not the one of its name",
    },
    {
      what: "a file of pages is cut short",
      damage: () => truncateSync(bodyFile(), statSync(bodyFile()).size - 3),
      problem: "it is damaged",
    },
    {
      what: "a file of pages is longer",
      damage: () => writeFileSync(bodyFile(), "more", { flag: "a" }),
      problem: "it is longer than its table says",
    },
    { what: "a file of pages is missing", damage: () => rmSync(bodyFile()), problem: "it is missing" },
    {
      what: "a file of pages is a folder",
      damage: () => (rmSync(bodyFile()), mkdirSync(bodyFileName)),
      problem: "it is not a file",
    },
    { what: "a file of pages is huge", damage: () => truncateSync(bodyFile(), 80 * 2 ** 20), problem: "are read" },
    {
      what: "the index is cut short",
      damage: () => truncateSync(indexFile(), 40),
      problem: "is another one than this server wrote",
    },
    {
      what: "a bit of the index is another",
      damage: () => flip(indexFile(), 60),
      problem: "is another one than this server wrote",
    },
    { what: "the index is gone", damage: () => rmSync(indexFile()), problem: "an older state was put in its place" },
    {
      what: "the key is another",
      damage: async () => void (key = await replaceServerKey(stateDir)),
      problem: "signed with another key",
    },
  ];
  let bodyFileName = "";
  test.for(damages)("when $what; the next state written is accepted", async ({ damage, problem }) => {
    await open().write({ round: 1 }, toBodies("one", "two".repeat(100)));
    bodyFileName = bodyFile();
    await damage();
    await expect(open().read()).rejects.toMatchObject({
      code: "CONTINUITY_REFUSED",
      message: expect.stringContaining(problem),
    });
    const files = open();
    await files.read().catch(() => undefined);
    if (problem.includes("not a file")) rmSync(bodyFileName, { recursive: true });
    await files.write({ round: 2 }, toBodies("one", "two".repeat(100)));
    expect((await open().read())?.facts).toEqual({ round: 2 });
  });

  test("when an older one that was valid is put back", async () => {
    await open().write({ round: 1 }, toBodies("one"));
    cpSync(toContinuityFolder(stateDir, "GGPPH"), join(stateDir, "backup"), { recursive: true });
    await open().write({ round: 2 }, toBodies("two"));
    rmSync(toContinuityFolder(stateDir, "GGPPH"), { recursive: true });
    renameSync(join(stateDir, "backup"), toContinuityFolder(stateDir, "GGPPH"));
    await expect(open().read()).rejects.toMatchObject({
      code: "CONTINUITY_REFUSED",
      message: expect.stringContaining("version 1, and this server has written version 2"),
    });
  });

  test("when it is of another server, or of another site", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "continuity-"));
    await createStateFiles({ stateDir: elsewhere, siteId: "GGPPH", key: await openServerKey(elsewhere) }).write(
      {},
      toBodies("foreign"),
    );
    cpSync(toContinuityFolder(elsewhere, "GGPPH"), toContinuityFolder(stateDir, "GGPPH"), { recursive: true });
    await expect(open().read()).rejects.toMatchObject({
      code: "CONTINUITY_REFUSED",
      message: expect.stringContaining("signed with another key"),
    });
    rmSync(elsewhere, { recursive: true });
    rmSync(toContinuityFolder(stateDir, "GGPPH"), { recursive: true });
    rmSync(join(stateDir, "seen"), { recursive: true, force: true });
    await createStateFiles({ stateDir, siteId: "GGPBR", key }).write({}, toBodies("one"));
    cpSync(toContinuityFolder(stateDir, "GGPBR"), toContinuityFolder(stateDir, "GGPPH"), { recursive: true });
    await expect(open().read()).rejects.toMatchObject({ message: expect.stringContaining("it is of the site GGPBR") });
  });
});

test("the key of a server is made in a folder that is reached through a link", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "continuity-"));
  symlinkSync(elsewhere, join(stateDir, "link"));
  expect((await openServerKey(join(stateDir, "link"))).keyId).toBe((await openServerKey(elsewhere)).keyId);
  rmSync(elsewhere, { recursive: true });
});

test("a key is made once, readable for its account only; one that other accounts may read is refused", async () => {
  expect(statSync(toServerKeyFile(stateDir)).mode & 0o777).toBe(0o600);
  expect((await openServerKey(stateDir)).keyId).toBe(key.keyId);
  const both = await Promise.all([openServerKey(join(stateDir, "new")), openServerKey(join(stateDir, "new"))]);
  expect(both[0].keyId).toBe(both[1].keyId);
  chmodSync(toServerKeyFile(stateDir), 0o644);
  await expect(openServerKey(stateDir)).rejects.toMatchObject({ code: "KEY_EXPOSED" });
  const other = await replaceServerKey(stateDir);
  expect(other.keyId).not.toBe(key.keyId);
  expect(statSync(toServerKeyFile(stateDir)).mode & 0o777).toBe(0o600);
});

test("files that a killed process left are removed when they are old; those of another server stay at first", async () => {
  const files = open();
  await files.write({}, toBodies("one"));
  const left = join(stateDir, "staging", "left");
  const foreign = join(folder("bodies"), `${"a".repeat(32)}.bodies`);
  for (const file of [left, foreign]) writeFileSync(file, "half");
  await files.write({}, toBodies("one", "two"));
  expect([readFileSync(left, "utf8"), readFileSync(foreign, "utf8")]).toEqual(["half", "half"]);
  for (const file of [left, foreign])
    utimesSync(file, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
  await files.write({}, toBodies("one", "three"));
  expect(readdirSync(join(stateDir, "staging"))).toEqual([]);
  expect(readdirSync(folder("bodies"))).not.toContain(`${"a".repeat(32)}.bodies`);
});

describe("on a drive that loses power", () => {
  test("the state is the former or the new one, whole, for a loss at every step", async () => {
    let cut = 0;
    for (let isDone = false; !isDone; cut += 1) {
      const drive = new SimulatedDrive();
      stateDir = "/state";
      await open(drive.open()).write({ round: 1 }, toBodies("one", "two"));
      drive.restart(() => 1);
      drive.cutAt(cut);
      isDone = await open(drive.open())
        .write({ round: 2 }, toBodies("two", "three"))
        .then(
          () => true,
          () => false,
        );
      drive.restart((bound) => (cut * 7 + 3) % bound);
      const state = await open(drive.open()).read();
      expect([1, 2]).toContain(state?.facts["round"]);
      if (isDone) expect(state?.facts["round"]).toBe(2);
      await open(drive.open()).write({ round: 3 }, toBodies("three", "four"));
      expect((await open(drive.open()).read())?.facts).toEqual({ round: 3 });
    }
    expect(cut).toBeGreaterThan(20);
  });

  test.for(["ENOSPC", "EROFS", "EIO"])(
    "after a write that fails with %s the state is whole, and the failure is reported",
    async (code) => {
      let steps = Number.POSITIVE_INFINITY;
      for (let at = 0; at < steps; at += 1) {
        const drive = new SimulatedDrive();
        stateDir = "/state";
        const files = open(drive.open());
        await files.write({ round: 1 }, toBodies("one", "two"));
        const before = drive.steps;
        drive.failAt(before + at, code);
        const error: unknown = await files
          .write({ round: 2 }, toBodies("two", "three"))
          .catch((cause: unknown) => cause);
        if (error !== undefined) expect(error).toMatchObject({ code: "CONTINUITY_NOT_KEPT" });
        if (drive.steps - before <= at) steps = at;
        drive.restart(() => 1);
        const state = await open(drive.open()).read();
        expect([1, 2]).toContain(state?.facts["round"]);
        if (error === undefined) expect(state?.facts["round"]).toBe(2);
      }
      expect(steps).toBeGreaterThan(20);
      expect(steps).toBeLessThan(200);
    },
  );
});

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
