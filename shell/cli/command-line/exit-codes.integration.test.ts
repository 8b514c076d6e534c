import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { canMount } from "../../src/server/testing/can-mount.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { exitCodes, toExitCode } from "./exit-codes.ts";
import { toStoreError } from "../store/to-store-error.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
});
afterEach(() => bench.remove());

const why = ["--why", "x"];

/** A situation, and what the command ends with in it: told to people on the error stream, to machines as data. */
interface Case {
  what: string;
  words: readonly string[];
  exitCode: number;
  code: string;
  sentence?: RegExp;
  prepare?(): Promise<unknown> | void;
  env?: Record<string, string>;
}

const { usage, refused, conflict, notFound, trust, environment } = exitCodes;
const cases: Case[] = [
  {
    what: "an unknown verb, with the nearest",
    words: ["statsu"],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /unknown command 'statsu' \(Did you mean status\?\)/,
  },
  ...[
    "unfreeze, thaw",
    "revert, rollback",
    "canary end, stop",
    "tokens create, make",
    "preview delete spring, end",
  ].map((pair): Case => {
    const [typed = "", own = ""] = pair.split(", ");
    return {
      what: `${typed}, which is called ${own} here`,
      words: typed.split(" "),
      exitCode: usage.code,
      code: "USAGE_INVALID",
      sentence: new RegExp(`unknown command '[a-z]+' \\(Did you mean ${own}\\?\\)`),
    };
  }),
  {
    what: "an unknown option",
    words: ["status", "--jsn"],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /--jsn.*--json/,
  },
  {
    what: "a promote without a reason",
    words: ["promote", "content"],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /--why/,
  },
  {
    what: "an empty reason",
    words: ["promote", "content", "--why", " "],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /Write the reason/,
  },
  ...[["pin", "content", "--for", "1d"], ["freeze"], ["promote", "content"]].map((words) => ({
    what: `a ${words[0]} with a reason that is too long`,
    words: [...words, "--why", "x".repeat(1001)],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /--why.*1001 characters.*at most 1000/,
  })),
  {
    what: "a revocation with a reason that is too long for a trust list",
    words: ["trust", "revoke", "3f2a9c0d", "--why", "x".repeat(201)],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /--why.*201 characters.*at most 200/,
  },
  {
    what: "a store that is copied onto itself",
    words: ["store", "copy", "{store}", "{store}/data/.."],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /are the same store.*another/,
  },
  {
    what: "a store in NATS that is copied onto itself",
    words: ["store", "copy", "nats://localhost:4999,nats://localhost:4998", "nats://localhost:4998"],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /are the same store.*another/,
  },
  {
    what: "an expected revision that is no number",
    words: ["promote", "content", ...why, "--expect", "abc"],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /'abc' is invalid\. A revision is a whole number/,
  },
  {
    what: "a rollback to no number",
    words: ["rollback", ...why, "--to", "1.5"],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /A revision is a whole number/,
  },
  ...[
    ["verify", "--against", "www.site.example"],
    ["check", "content", "--against", "localhost:3000"],
    ["health", "--of", "localhost:3000"],
    ["explain", "3f2a9c0d11aa", "--of", "ftp://www.site.example"],
    ["doctor", "www.site.example"],
    ["verify", "--against", "http://localhost:3000/-/console"],
  ].map((words) => ({
    what: `${words.join(" ")}, which is no address of a site,`,
    words,
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence:
      /'(www|localhost|ftp|http).*' is invalid.*It is an origin such as https:\/\/www\.site\.example, without a path\./,
  })),
  {
    what: "--from with two packages",
    words: ["publish", "content", "download", "--from", "/tmp"],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /name one package/,
  },
  {
    what: "--from without a package",
    words: ["publish", "--from", "/tmp"],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /name one package/,
  },
  {
    what: "a package named twice",
    words: ["promote", "content@1", "content@2", ...why],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /content is named twice/,
  },
  {
    what: "a rollback to a version, with how to make that live",
    words: ["rollback", "content@1.0.0-3f2a", ...why],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /along its own line.*write content alone.*site promote content@1\.0\.0-3f2a/,
  },
  {
    what: "a pin of a version",
    words: ["pin", "content@1.0.0-3f2a", "--for", "1d", ...why],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /Write content alone, without a version/,
  },
  {
    what: "an empty version",
    words: ["promote", "content@", ...why],
    exitCode: usage.code,
    code: "USAGE_INVALID",
    sentence: /names no version/,
  },
  {
    what: "a release that does not go with the shell",
    words: ["promote", "content@2", ...why],
    exitCode: refused.code,
    code: "RELEASE_REFUSED",
    async prepare() {
      await bench.releaseAll();
      await bench.take(await bench.write("content", { packageVersion: "2.0.0", shared: { react: "^99.0.0" } }));
    },
  },
  {
    what: "an init in a folder with other things",
    words: ["init"],
    exitCode: refused.code,
    code: "STORE_FOLDER_TAKEN",
    prepare: () => rmSync(join(bench.root, "store.json")),
    env: { STORE_DIR: import.meta.dirname },
  },
  {
    what: "a channel that moved on",
    words: ["promote", "content@2", ...why, "--expect", "7"],
    exitCode: conflict.code,
    code: "REVISION_CONFLICT",
    prepare: admitNext,
  },
  {
    what: "a store that is not there",
    words: ["status"],
    exitCode: notFound.code,
    code: "STORE_NOT_FOUND",
    sentence: /site init makes one; is STORE_DIR mistyped\?/,
    env: { STORE_DIR: "/nowhere/at/all" },
  },
  {
    what: "an unknown package, with the nearest first",
    words: ["promote", "contant@1", ...why],
    exitCode: notFound.code,
    code: "PACKAGE_UNKNOWN",
    sentence: /There are: content, /,
  },
  {
    what: "an unknown version, with the nearest",
    words: ["promote", "content@2.0.0-aaaaaaaaaaab", ...why],
    exitCode: notFound.code,
    code: "RELEASE_VERSION_UNKNOWN",
    sentence: /nearest: content@2\.0\.0-[0-9a-f]{12}/,
    prepare: admitNext,
  },
  {
    what: "a folder without a built release",
    words: ["publish", "content", "--from", "/nowhere"],
    exitCode: notFound.code,
    code: "RELEASE_NOT_BUILT",
    sentence: /\/nowhere.*site build/,
  },
  {
    what: "nothing to go back to",
    words: ["rollback", ...why],
    exitCode: notFound.code,
    code: "ROLLBACK_IMPOSSIBLE",
    prepare: () => bench.releaseAll(),
  },
  { what: "nothing to verify", words: ["verify"], exitCode: notFound.code, code: "NOTHING_LIVE" },
  {
    what: "a file that was changed",
    words: ["verify"],
    exitCode: trust.code,
    code: "RELEASE_FILE_MISMATCH",
    async prepare() {
      await bench.releaseAll();
      await bench.damage(await bench.release("content", { server: toServerSource("next") }), "server/entry.cjs", "");
    },
  },
  {
    what: "a missing key",
    words: ["publish", "content", "--from", "WRITTEN"],
    exitCode: trust.code,
    code: "KEY_NOT_FOUND",
    sentence: /the team of content at .*content\.pem/,
    prepare: () => rmSync(`${bench.root}.keys/teams/content.pem`),
  },
  {
    what: "a first set that lacks packages",
    words: ["promote", "shell@1", ...why],
    exitCode: refused.code,
    code: "SET_INCOMPLETE",
    sentence: /Promote all of them together/,
    prepare: () => bench.admit("shell"),
  },
  {
    what: "a wrong environment, with every problem",
    words: ["status"],
    exitCode: environment.code,
    code: "ENVIRONMENT_INVALID",
    sentence: /PORT.*SITE_EDGE/,
    env: { PORT: "http", SITE_EDGE: "squid" },
  },
  {
    what: "a record that was written by hand",
    words: ["status"],
    exitCode: trust.code,
    code: "CHANNEL_BLOCKED",
    sentence: /00000001\.json, is one that servers refuse, with every newer one.*site store repair/,
    async prepare() {
      await bench.releaseAll();
      writeFileSync(join(bench.root, "channels/stable/00000001.json"), "{}");
    },
  },
  {
    what: "a store of another layout",
    words: ["status"],
    exitCode: environment.code,
    code: "STORE_VERSION_UNSUPPORTED",
    prepare: () => writeFileSync(join(bench.root, "store.json"), '{"schemaVersion":9}'),
  },
];

async function admitNext(): Promise<void> {
  await bench.releaseAll();
  await bench.take(await bench.write("content", { packageVersion: "2.0.0", server: toServerSource("next") }));
}

test.for(cases)("$what ends with $exitCode and $code", async ({ words, exitCode, code, sentence, prepare, env }) => {
  const { folder } = await bench.write("content");
  await prepare?.();
  const given = words.map((word) => (word === "WRITTEN" ? folder : word.replace("{store}", bench.root)));
  const people = await runSiteIn(bench.root, given, env);
  expect({ code: people.code, out: people.out, err: people.err }).toEqual({
    code: exitCode,
    out: "",
    err: expect.stringMatching(sentence ?? /./),
  });
  expect(people.err).toContain(`${code}: `);
  const machines = await runSiteIn(bench.root, ["--json", ...given], env);
  expect(machines.code).toBe(exitCode);
  expect(JSON.parse(machines.out)).toMatchObject({ error: { code, detail: expect.stringMatching(sentence ?? /./) } });
  expect(machines.err).toBe("");
});

test.each([[], ["store"], ["trust"]])(
  "a command without a verb (%j) shows people the help, and tells machines what is missing",
  async (...words) => {
    const people = await runSiteIn(bench.root, words);
    expect(people).toMatchObject({
      code: usage.code,
      out: "",
      err: expect.stringMatching(/^Usage: site[^]*\nCommands:\n/),
    });
    const machines = await runSiteIn(bench.root, ["--json", ...words]);
    expect(machines).toMatchObject({ code: usage.code, err: "" });
    const detail = expect.stringMatching(/needs one of its verbs\. See site.* --help\.$/);
    expect(JSON.parse(machines.out)).toEqual({ error: { code: "USAGE_INVALID", detail } });
  },
);

test("every row of the table is in the help and in the documentation", async () => {
  const { out } = await runSiteIn(bench.root, ["--help"]);
  const documentation = readFileSync(join(import.meta.dirname, "../../../docs/releases.md"), "utf8");
  for (const { code, meaning } of Object.values(exitCodes)) {
    expect(out).toContain(`  ${code}  ${meaning}`);
    expect(documentation).toContain(`| ${code} | ${meaning} |`);
  }
});

test("an error that the table does not list ends with 1, unexpected", () => {
  expect(toExitCode(new Error("a defect"))).toBe(exitCodes.unexpected.code);
  expect(toExitCode(new SiteError("NAVIGATION_REFUSED", { to: "/", problem: "it is elsewhere" }))).toBe(
    exitCodes.unexpected.code,
  );
});

test.each([
  [new SiteError("CHECK_KEY_INVALID", { file: "check.pem", problem: "there is no such file" }), trust],
  [new SiteError("CERTIFICATE_INVALID", { file: "site.pem", problem: "there is no such file" }), environment],
  [new SiteError("GEO_DATABASE_INVALID", { file: "city.mmdb", problem: "there is no such file" }), environment],
  [new SiteError("LAYOUT_INVALID", { release: "shell@1", path: "routes", problem: "it is empty" }), refused],
])("what a start or a set is refused for is no unexpected error: %s", (error, { code }) => {
  expect(toExitCode(error)).toBe(code);
});

describe("an error of the file system", () => {
  test("for a full disk has its own code and sentence", () => {
    let full: unknown;
    try {
      writeFileSync("/dev/full", "x");
    } catch (error) {
      full = error;
    }
    const explained = toStoreError(full, "/srv/store");
    expect(explained).toMatchObject({ code: "STORE_FULL", message: expect.stringContaining("Make room") });
    expect(toExitCode(explained)).toBe(exitCodes.environment.code);
  });

  test("for a folder that this account may not look into says that it cannot be read, not written", () => {
    const denied = Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "stat", path: "/srv/store/blobs" });
    expect(toStoreError(denied, "/srv/store")).toMatchObject({
      code: "STORE_CORRUPT",
      message: expect.stringMatching(/cannot be read at \/srv\/store\/blobs\. Check the permissions/),
    });
  });

  test.runIf(canMount())("on a read-only disk lets a store be read and refuses a promote", async () => {
    await admitNext();
    const mount = `mount --bind ${bench.root} ${bench.root} && mount -o remount,ro,bind ${bench.root}`;
    const site = `${process.execPath} ${join(import.meta.dirname, "../commands/site.ts")}`;
    const script = `${mount} && ${site} status; echo exit $?; ${site} promote content@2 --why x; echo exit $?`;
    const output = execFileSync("sh", ["-c", `unshare -rm sh -c '(${script}) 2>&1'`], {
      env: { ...process.env, NODE_COMPILE_CACHE: codeCache, STORE_DIR: bench.root },
      encoding: "utf8",
    });
    expect(output).toMatch(/^revision +1\n[^]*exit 0\n[^]*STORE_NOT_WRITABLE: .*\nexit 7\n$/);
  });

  test("of any other kind is passed on unchanged", () => {
    const error = new Error("other");
    expect(toStoreError(error, "/srv/store")).toBe(error);
  });
});
