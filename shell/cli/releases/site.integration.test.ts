import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { fixturePackages, toServerSource } from "../../src/server/testing/fixture-release.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
});
afterEach(() => bench.remove());

const site = (args: readonly string[], env: Record<string, string> = {}): Promise<SiteRun> =>
  runSiteIn(bench.root, args, env);
const readRevision = async (): Promise<number | undefined> => (await bench.store.current())?.set.revision;

/** Admits another release of the content remote and gives its version. */
async function admitContent(label: string, packageVersion?: string): Promise<string> {
  const made = await bench.write("content", {
    server: toServerSource(label),
    ...(packageVersion === undefined ? {} : { packageVersion }),
  });
  await bench.take(made);
  return made.version;
}

test("the command answers in a process of its own, with its exit code", async () => {
  const file = join(import.meta.dirname, "../commands/site.ts");
  const run = (word: string): Promise<{ code: number | null; out: string }> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [file, word],
        { env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: codeCache, STORE_DIR: bench.root } },
        (_error, out) => {
          resolve({ code: child.exitCode, out: out.trim() });
        },
      );
    });
  expect(await run("status")).toEqual({ code: 0, out: "nothing is live yet" });
  expect(await run("statsu")).toEqual({ code: 2, out: "" });
});

describe("status and history", () => {
  test("say that nothing is live in an empty store, as text and as JSON", async () => {
    expect(await site(["status"])).toEqual({ code: 0, out: "nothing is live yet", err: "" });
    expect(JSON.parse((await site(["--json", "status"])).out)).toEqual({ live: null });
    expect(await site(["history"])).toEqual({ code: 0, out: "nothing was live yet", err: "" });
  });

  test("say what is live, since when, by whom, why, and what differs from the set before", async () => {
    const versions = await bench.releaseAll();
    const next = await admitContent("next");
    await site(["promote", `content@${next}`, "--why", "a new home page"]);
    const lines = (await site(["status"])).out.split("\n");
    expect(lines.slice(0, 6).map((line) => line.split(/\s{2,}/))).toEqual([
      ["revision", "2"],
      ["set", expect.stringMatching(/^[0-9a-f]{16}$/)],
      ["since", expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)],
      ["by", expect.stringContaining("operator")],
      ["why", "a new home page"],
      ["what", "promote"],
    ]);
    for (const [name, version] of Object.entries({ ...versions, content: next }))
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name} +${version}`)));
    expect(lines.find((line) => line.startsWith("content"))?.split(/\s+/)).toEqual(["content", next, versions.content]);
    expect(lines.find((line) => line.startsWith("shell"))?.split(/\s+/)).toEqual(["shell", versions.shell]);
  });

  test("keep to lines of 80 characters but for the reason", async () => {
    await bench.releaseAll();
    await site(["promote", `content@${await admitContent("next")}`, "--why", "w"]);
    await site(["rollback", "content", "--why", "w"]);
    for (const verb of ["status", "history"]) {
      for (const line of (await site([verb])).out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });

  test("status still tells what is live when the revision before cannot be read", async () => {
    await bench.releaseAll();
    await bench.release("content", { server: toServerSource("next") });
    writeFileSync(join(bench.root, "channels/stable/00000001.json"), "{}");
    expect(await site(["status"])).toMatchObject({ code: 0, out: expect.stringMatching(/^revision +2\n/) });
  });

  test("history shows what each revision was and changed, all of them or the last", async () => {
    const versions = await bench.releaseAll();
    const next = await admitContent("next");
    await site(["promote", `content@${next}`, "--why", "the next one"]);
    await site(["rollback", "content", "--why", "wrong text"]);
    const { out } = await site(["history"]);
    expect(out.split("\n").filter((line) => /^ +\d/.test(line))).toHaveLength(3);
    expect(out).toMatch(/^ +2 +\S+ \S+ +development operator +promote +the next one$/m);
    expect(out).toMatch(/^ +3 +\S+ \S+ +development operator +rollback of content to 1 +wrong text$/m);
    expect(out).toContain(`content  ${next} -> ${versions.content}`);
    const last = await site(["history", "--last", "1"]);
    expect(last.out.split("\n").filter((line) => /^ +\d/.test(line))).toEqual([expect.stringMatching(/^ +3 /)]);
    expect(last.out).toContain(`content  ${next} -> ${versions.content}`);
    expect(JSON.parse((await site(["--json", "history", "--last", "2"])).out).history).toHaveLength(2);
  });
});

describe("promote", () => {
  test("with a reason is recorded under the name of the operator's key, not of the machine's account", async () => {
    await bench.releaseAll();
    const version = await admitContent("next");
    expect((await site(["promote", `content@${version}`, "--why", "the new one"], { USER: "ceo" })).code).toBe(0);
    expect(await bench.store.current()).toMatchObject({
      set: { revision: 2, versions: { content: version } },
      by: "development operator",
      why: "the new one",
    });
  });

  test("of a version with a slash at its end is refused with the version that was meant, and the channel stays readable", async () => {
    await bench.releaseAll();
    const version = await admitContent("next");
    const { code, err } = await site(["promote", `content@${version}/`, "--why", "x"]);
    expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining(`The nearest: content@${version}`) });
    for (const words of [["status"], ["history"], ["verify"]]) expect((await site(words)).code).toBe(0);
    expect(await readRevision()).toBe(1);
  });

  test("takes the beginning of one version, and refuses the beginning of several with all of them", async () => {
    await bench.releaseAll();
    const [one, two] = [await admitContent("one", "2.0.0"), await admitContent("two", "2.0.0")];
    const refused = await site(["promote", "content@2", "--why", "x"]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`content@${one}, content@${two}`) });
    const enough = [...two].findIndex((letter, index) => letter !== one[index]) + 1;
    expect((await site(["promote", `content@${two.slice(0, enough)}`, "--why", "x"])).code).toBe(0);
    expect((await bench.store.current())?.set.versions.content).toBe(two);
  });

  test("of a release that is live already adds no revision and says so", async () => {
    const versions = await bench.releaseAll();
    expect(await site(["promote", `content@${versions.content}`, "--why", "again"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("live already, as of revision 1"),
    });
    const dry = await site(["--json", "promote", `content@${versions.content}`, "--dry-run"]);
    expect(JSON.parse(dry.out)).toMatchObject({ dryRun: true, expected: 1, versions, difference: [] });
    expect(await readRevision()).toBe(1);
  });

  test("with --dry-run says what would change, and changes nothing", async () => {
    const versions = await bench.releaseAll();
    const version = await admitContent("next");
    const { code, out } = await site(["promote", `content@${version}`, "--why", "x", "--dry-run"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining(`content  ${versions.content} -> ${version}`),
    });
    expect(await readRevision()).toBe(1);
  });
});

describe("rollback", () => {
  test("says what it changes before it is done, and goes further back each time, which it says too", async () => {
    const versions = await bench.releaseAll();
    const [second, third] = [await admitContent("second"), await admitContent("third")];
    for (const version of [second, third]) await site(["promote", `content@${version}`, "--why", "x"]);
    expect((await site(["rollback", "--why", "x"])).out.split("\n")).toEqual([
      "rollback to 2, from revision 3:",
      `  content  ${third} -> ${second}`,
      expect.stringMatching(/^revision 4 is recorded: set .*; a running server shows it when it has composed it$/),
    ]);
    // Two operators may answer the same alarm: the second one has to see that the first one went back already.
    const again = (await site(["rollback", "content", "--why", "x"])).out.split("\n");
    expect(again).toEqual([
      "rollback of content to 1, from revision 4:",
      `  content  ${second} -> ${versions.content}`,
      expect.stringMatching(
        /^ {2}revision 4 went back already, at \d{4}-\d\d-\d\d \d\d:\d\d UTC by .+ \(x\): if that was enough, site rollback --to 4 takes this one back$/,
      ),
      expect.stringMatching(/^revision 5 is recorded/),
    ]);
    // The advice leads forward again, and is not answered by the same advice.
    expect((await site(["rollback", "--to", "4", "--dry-run"])).out).not.toContain("went back already");
    expect(await site(["rollback", "--why", "x"])).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^ROLLBACK_IMPOSSIBLE: .*site history/),
    });
    expect(await readRevision()).toBe(5);
  });

  test("with --dry-run changes nothing, and says so as text and as JSON", async () => {
    const versions = await bench.releaseAll();
    const next = await admitContent("next");
    await site(["promote", `content@${next}`, "--why", "x"]);
    expect((await site(["rollback", "--dry-run"])).out).toContain(`content  ${next} -> ${versions.content}`);
    expect(JSON.parse((await site(["--json", "rollback", "--why", "x", "--dry-run"])).out)).toMatchObject({
      dryRun: true,
      expected: 2,
      action: { kind: "rollback", to: 1 },
      difference: [{ name: "content", before: next, after: versions.content }],
    });
    expect(await readRevision()).toBe(2);
  });
});

describe("a command in a folder that is no store", () => {
  const verbs = [
    ["status"],
    ["history"],
    ["verify"],
    ["promote", "content@1.0.0-000000000000", "--why", "x"],
    ["rollback", "--why", "x"],
    ["publish", "content", "--from", "FOLDER"],
  ];

  test.each(verbs)("%s %s is refused, says what to do, and creates nothing", async (...given) => {
    const { folder } = await bench.write("content");
    const words = given.map((word) => (word === "FOLDER" ? folder : word));
    const missing = join(bench.root, "mistyped");
    const empty = join(bench.root, "empty");
    const file = join(bench.root, "file");
    mkdirSync(empty);
    writeFileSync(file, "");
    for (const storeDir of [missing, empty, file]) {
      const { code, out, err } = await runSiteIn(storeDir, words);
      expect({ code, out }).toEqual({ code: 5, out: "" });
      expect(err).toBe(
        `STORE_NOT_FOUND: There is no release store at ${storeDir}. site init makes one; is STORE_DIR mistyped?`,
      );
    }
    expect(existsSync(missing)).toBe(false);
    expect(readdirSync(empty)).toEqual([]);
  });

  test("init makes one, once; again it says that there is one", async () => {
    const made = join(bench.root, "new");
    expect(await runSiteIn(made, ["init"])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`made a release store in ${made}`),
    });
    expect((await runSiteIn(made, ["status"])).out).toBe("nothing is live yet");
    expect(await runSiteIn(made, ["init"])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`there is a release store in ${made} already`),
    });
  });
});

describe("verify", () => {
  test("names what it has verified", async () => {
    await bench.releaseAll();
    const { code, out } = await site(["verify"]);
    expect(code).toBe(0);
    for (const name of fixturePackages) expect(out).toContain(`verified ${name}@`);
  });

  test("fails when nothing is live", async () => {
    expect(await site(["verify"])).toMatchObject({ code: 5, err: expect.stringMatching(/^NOTHING_LIVE: /) });
  });
});

test("the help has examples and the exit codes, each verb's help too, and there is a version", async () => {
  const help = await site(["--help"]);
  expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/Exit codes:[^]*4 {2}conflict[^]*Examples:/) });
  for (const verb of ["init", "build", "publish", "promote", "rollback", "history"]) {
    expect((await site([verb, "--help"])).out, verb).toContain("Examples:");
  }
  expect(await site(["--version"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^site \d+\.\d+\.\d+, contract \d/),
  });
  expect(await site([])).toMatchObject({ code: 2, err: expect.stringContaining("Usage: site") });
});

test("long work shows its progress on the error stream, and none with --json", async () => {
  await bench.releaseAll();
  expect((await site(["verify"])).err.split("\n")).toEqual(
    fixturePackages.map((name, index) => `verifying ${name} (${index + 1} of 6)`),
  );
  expect((await site(["--json", "verify"])).err).toBe("");
});
