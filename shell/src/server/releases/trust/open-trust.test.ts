import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toDigest } from "@site/contracts/releases/digest";
import { createIdentity, type Identity } from "./create-identities.ts";
import { createTrustBench, toText, type TrustBench, withChange } from "../../testing/trust-bench.ts";
import { toRootDocument } from "./trust-documents.ts";
import { writeMemory } from "./trust-memory.ts";

let bench: TrustBench;
beforeEach(() => {
  bench = createTrustBench();
});
afterEach(() => bench.remove());

const nextYear = new Date("2027-11-22T00:00:00Z");

/** The digest of a file of the trust folder, as a pin has it. */
const pin = (name: string) => toDigest(readFileSync(join(bench.trustDir, name)));

const readMemory = () => readFileSync(join(bench.stateDir, "trust.json"), "utf8");

/** A root of another owner, with the check and the operator of the bench. */
const toRoot = (version: number, ...owners: Identity[]) => ({
  ...toRootDocument([...owners, bench.check, bench.operator], nextYear),
  version,
});

describe("the trust list", () => {
  test("is loaded when its root signed it, and remembered", async () => {
    await bench.putGood();
    const trust = await bench.open();
    expect([...trust.teams.teams.keys()]).toEqual(["content", "download"]);
    expect(trust.keysOf({ kind: "check" }).keys.map(({ owner }) => owner)).toEqual(["Check"]);
    expect(JSON.parse(await readFile(join(bench.stateDir, "trust.json"), "utf8"))).toMatchObject({
      root: { version: 1 },
      targets: { version: 1 },
    });
    await bench.open();
  });

  test("is read through symbolic links, and with any indentation", async () => {
    await bench.putGood();
    for (const [name, indent] of [
      ["1.root.json", 0],
      ["root.json", 0],
      ["targets.json", 1],
    ] as const) {
      const value: unknown = JSON.parse(await readFile(join(bench.trustDir, name), "utf8"));
      await bench.put(`real-${name}`, `${JSON.stringify(value, null, indent)}\n`);
      rmSync(join(bench.trustDir, name));
      symlinkSync(`real-${name}`, join(bench.trustDir, name));
    }
    mkdirSync(`${bench.stateDir}-real`);
    symlinkSync(`${bench.stateDir}-real`, bench.stateDir);
    await bench.open();
    await bench.open();
  });
});

describe("a server's memory of the trust list", () => {
  test("refuses an older root and older teams, also when all signatures hold", async () => {
    await bench.putGood();
    await bench.putRoot({ ...bench.root, version: 2 });
    await bench.putTeams({ ...bench.teams, version: 2 });
    await bench.open();
    const memory = readMemory();
    await bench.putTeams(bench.teams);
    await expect(bench.open()).rejects.toMatchObject({ code: "TRUST_ROLLED_BACK", details: { actual: 1, seen: 2 } });
    await bench.putTeams({ ...bench.teams, version: 2 });
    await bench.putRoot(bench.root);
    rmSync(join(bench.trustDir, "2.root.json"));
    await expect(bench.open()).rejects.toMatchObject({ code: "TRUST_ROLLED_BACK", details: { actual: 1, seen: 2 } });
    expect(readMemory()).toBe(memory);
  });

  test("refuses another list under a version that it has seen", async () => {
    await bench.putGood();
    await bench.open();
    await bench.putTeams(
      withChange(bench.teams, (teams) => {
        teams.expires = "2027-01-01T00:00:00Z";
      }),
    );
    await expect(bench.open()).rejects.toMatchObject({
      code: "TRUST_REPLACED",
      message: expect.stringContaining("targets.json is not the version 1"),
    });
    await bench.putTeams(bench.teams);
    await bench.putRoot(
      withChange(bench.root, (root) => {
        root.expires = "2027-01-01T00:00:00Z";
      }),
    );
    await expect(bench.open()).rejects.toMatchObject({
      code: "TRUST_REPLACED",
      message: expect.stringContaining("1.root.json is not the version 1"),
    });
  });

  test("accepts the same list with one signature more", async () => {
    await bench.putGood();
    await bench.open();
    await bench.putTeams(bench.teams, [bench.ana, bench.ben]);
    await bench.open();
  });

  test("follows a chain of roots from the one it used last, when older ones are gone", async () => {
    await bench.putGood();
    await bench.open();
    await bench.putRoot(toRoot(2, bench.ben), [bench.ana, bench.ben]);
    await bench.putTeams(bench.teams, [bench.ben]);
    await bench.open();
    rmSync(join(bench.trustDir, "1.root.json"));
    const cleo = createIdentity({ kind: "root" }, "Cleo");
    await bench.putRoot(toRoot(3, cleo), [bench.ben, cleo]);
    await bench.putTeams(bench.teams, [cleo]);
    expect((await bench.open()).root.version).toBe(3);
    expect(JSON.parse(readMemory())).toMatchObject({
      first: { version: 1 },
      root: { version: 3 },
      targets: { version: 1 },
    });
  });

  test("goes over several roots at once, of which only the newest must not be expired", async () => {
    await bench.putRoot(
      withChange(bench.root, (root) => {
        root.expires = "2026-01-01T00:00:00Z";
      }),
    );
    await bench.putRoot(toRoot(2, bench.ben), [bench.ana, bench.ben]);
    const cleo = createIdentity({ kind: "root" }, "Cleo");
    await bench.putRoot(toRoot(3, cleo), [bench.ben, cleo]);
    await bench.putTeams(bench.teams, [cleo]);
    expect((await bench.open()).root.version).toBe(3);
  });

  test("refuses a chain that no longer has the root it used last, and one that goes another way", async () => {
    await bench.putGood();
    await bench.open();
    const eve = createIdentity({ kind: "root" }, "Eve");
    rmSync(join(bench.trustDir, "1.root.json"));
    await bench.putRoot(toRoot(2, eve), [eve]);
    await bench.putTeams(bench.teams, [eve]);
    await expect(bench.open()).rejects.toMatchObject({
      code: "TRUST_MISSING",
      message: expect.stringContaining("1.root.json is not there"),
    });
    await bench.put("1.root.json", await toText(toRoot(1, eve), [eve]));
    await expect(bench.open()).rejects.toMatchObject({ code: "TRUST_REPLACED" });
  });

  test("uses a new numbered root before root.json is replaced", async () => {
    await bench.putGood();
    await bench.put("2.root.json", await toText(toRoot(2, bench.ben), [bench.ana, bench.ben]));
    await bench.putTeams(bench.teams, [bench.ben]);
    expect((await bench.open()).root.version).toBe(2);
  });

  test("keeps the newer versions when a process writes that read the folder before a change", async () => {
    await bench.putGood();
    await bench.open();
    const old = readMemory();
    await bench.putTeams({ ...bench.teams, version: 2 });
    await bench.open();
    await writeMemory(bench.stateDir, JSON.parse(old));
    expect(JSON.parse(readMemory())).toMatchObject({ targets: { version: 2 } });
  });

  test("is not created again when it is missing beside other memories, unless a root is pinned", async () => {
    await bench.putGood();
    mkdirSync(bench.stateDir);
    writeFileSync(join(bench.stateDir, "highest-revision.json"), "41");
    await expect(bench.open()).rejects.toMatchObject({
      code: "TRUST_MEMORY_INVALID",
      message: expect.stringContaining("it is missing"),
    });
    await bench.open({ rootDigest: toDigest(readFileSync(join(bench.trustDir, "1.root.json"))) });
    await bench.open();
  });

  test("can be written after a first start that was killed while it wrote", async () => {
    await bench.putGood();
    mkdirSync(bench.stateDir);
    writeFileSync(join(bench.stateDir, "trust.json.0b6c.new"), '{"schemaVersion":1');
    await bench.open();
    expect((await bench.list()).filter((name) => name.startsWith("state"))).toContain("state/trust.json");
  });

  test.each(["", "{", "null", "{}", '{"schemaVersion":2}', "x".repeat(2_000_000)])(
    "is refused when it is damaged (case %#)",
    async (text) => {
      await bench.putGood();
      await bench.open();
      writeFileSync(join(bench.stateDir, "trust.json"), text);
      await expect(bench.open()).rejects.toMatchObject({ code: "TRUST_MEMORY_INVALID" });
      expect(readMemory()).toBe(text);
    },
  );

  test("that is a link to a file that is missing is refused, also with a pinned root", async () => {
    await bench.putGood();
    mkdirSync(bench.stateDir);
    symlinkSync("elsewhere", join(bench.stateDir, "trust.json"));
    for (const options of [{}, { rootDigest: pin("1.root.json") }]) {
      await expect(bench.open(options)).rejects.toMatchObject({
        code: "TRUST_MEMORY_INVALID",
        message: expect.stringContaining("it is missing"),
      });
    }
  });

  test("must be writable: a server without memory would accept older lists", async () => {
    await bench.putGood();
    writeFileSync(bench.stateDir, "a file in place of the folder");
    await expect(bench.open()).rejects.toMatchObject({ code: "TRUST_MEMORY_INVALID" });
  });

  test("leaves no other file, also when many processes open it at once", async () => {
    await bench.putGood();
    await Promise.all(Array.from({ length: 8 }, () => bench.open()));
    expect((await bench.list()).filter((name) => name.startsWith("state"))).toEqual(["state", "state/trust.json"]);
  });
});

describe("a pinned root", () => {
  test("is trusted without any memory, with the roots that follow from it", async () => {
    await bench.putGood();
    const rootDigest = pin("1.root.json");
    await bench.putRoot(toRoot(2, bench.ben), [bench.ana, bench.ben]);
    await bench.putTeams(bench.teams, [bench.ben]);
    expect((await bench.open({ rootDigest })).root.version).toBe(2);
  });

  test("must be in the folder: lists of other owners are refused, although they are consistent", async () => {
    await bench.putGood();
    const rootDigest = pin("1.root.json");
    const eve = createIdentity({ kind: "root" }, "Eve");
    await bench.putRoot(toRoot(1, eve), [eve]);
    await bench.putTeams(bench.teams, [eve]);
    await expect(bench.open({ rootDigest })).rejects.toMatchObject({
      code: "TRUST_UNPINNED",
      message: expect.stringContaining(rootDigest),
    });
    expect(await bench.list()).not.toContain("state");
  });

  test("must lead to the newest root", async () => {
    await bench.putGood();
    const rootDigest = pin("1.root.json");
    const eve = createIdentity({ kind: "root" }, "Eve");
    await bench.putRoot(toRoot(2, eve), [eve]);
    await bench.putTeams(bench.teams, [eve]);
    await expect(bench.open({ rootDigest })).rejects.toMatchObject({ code: "TRUST_INVALID" });
  });

  test("does not excuse a list that is older than the remembered one", async () => {
    await bench.putGood();
    const rootDigest = pin("1.root.json");
    await bench.putTeams({ ...bench.teams, version: 2 });
    await bench.open({ rootDigest });
    await bench.putTeams(bench.teams);
    await expect(bench.open({ rootDigest })).rejects.toMatchObject({ code: "TRUST_ROLLED_BACK" });
  });
});
