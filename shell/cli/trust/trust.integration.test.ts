import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toKeyFile } from "../../src/server/releases/trust/key-files.ts";
import { openSigner } from "../../src/server/releases/trust/open-signer.ts";
import { openTrust } from "../../src/server/releases/trust/open-trust.ts";
import { signDocument } from "@site/contracts/signing/signed-document";
import type { Role, Trust } from "../../src/server/releases/trust/trust.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

/** Another machine: an owner with keys of their own and the same copy of the trust list. */
const ben = { KEYS_DIR: "" };
let root = "";
let storeDir = "";
let trustDir = "";
let keysDir = "";
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "trust-command-"));
  storeDir = join(root, "store");
  trustDir = `${storeDir}.trust`;
  keysDir = `${storeDir}.keys`;
  ben.KEYS_DIR = join(root, "ben");
  expect((await site("init")).code).toBe(0);
  await openServerTrust();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const site = (...words: string[]): Promise<SiteRun> => runSiteIn(storeDir, words);
const siteOfBen = (...words: string[]): Promise<SiteRun> => runSiteIn(storeDir, words, ben);
/** The list as a server sees it that remembers every version it saw. */
const openServerTrust = (): Promise<Trust> => openTrust({ trustDir, stateDir: join(root, "state") });
const content: Role = { kind: "team", name: "content" };
const noteSchema = v.looseObject({});

/** Runs a verb that must succeed, and gives its answer as data. */
async function change(...words: string[]): Promise<{
  state: string;
  changes: string[];
  versions: { list: string; version: number; signedBy: string[]; missing: number }[];
}> {
  const { code, out, err } = await site("--json", "trust", ...words);
  expect({ code, err, out }).toMatchObject({ code: 0, err: "" });
  return JSON.parse(out);
}

async function makeKey(role: string, run = siteOfBen): Promise<{ publicKey: string; keyId: string }> {
  return JSON.parse((await run("--json", "trust", "key", role)).out);
}

/** Whether a note that is signed with a role's key of a machine counts. */
async function sign(role: Role, keys = keysDir): Promise<string[]> {
  const signer = await openSigner(keys, role);
  return (await openServerTrust()).verify(await signDocument({ _type: "note" }, [signer]), {
    role,
    type: "note",
    schema: noteSchema,
  }).owners;
}

function readFiles(): Record<string, string> {
  const entries = [trustDir, keysDir].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }),
  );
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

const complete = async (...words: string[]): Promise<string[]> =>
  (await site("complete", "--", ...words)).out.split("\n");
const idOf = async (role: Role): Promise<string> => (await openSigner(keysDir, role)).keyId;

describe("site trust show", () => {
  test("lists every key with its owner, what it may sign, until when, and its state", async () => {
    await change("revoke", await idOf(content), "--why", "laptop stolen");
    const { code, out } = await site("trust", "show");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^the team of content +development team content +[0-9a-f]{12} +\d{4}-\d\d-\d\d +revoked \d{4}-\d\d-\d\d/m,
    );
    expect(out).toMatch(/^the root +development root .* in force/m);
    expect(JSON.parse((await site("--json", "trust", "show")).out)).toMatchObject({ root: 1, teams: 2, waits: false });
  });
});

describe("site trust renew", () => {
  test("gives both lists a new day, also when they have expired", async () => {
    await change("renew", "--days", "1");
    const expired = new Date(Date.now() + 3 * 86_400_000);
    await expect(openTrust({ trustDir, stateDir: join(root, "later"), now: () => expired })).rejects.toMatchObject({
      code: "TRUST_EXPIRED",
    });
    expect(await change("renew", "--days", "365")).toMatchObject({
      state: "published",
      versions: [
        { list: "root", version: 3 },
        { list: "teams", version: 3 },
      ],
    });
    expect((await openServerTrust()).teams.expires.getTime()).toBeGreaterThan(Date.now() + 364 * 86_400_000);
  });
});

describe("a team's keys", () => {
  test("a second owner's key is added, and both sign; then one is retired", async () => {
    const { publicKey, keyId } = await makeKey("content");
    await change("add", "content", "--owner", "Carla", "--public-key", publicKey);
    expect([await sign(content), await sign(content, ben.KEYS_DIR)]).toEqual([["development team content"], ["Carla"]]);
    const { changes } = await change("retire", keyId.slice(0, 12));
    expect(changes).toEqual([
      `- team content: ${keyId.slice(0, 12)} of Carla`,
      expect.stringMatching(/^\+ team content: \w{12} of Carla, retired 20/),
    ]);
    await expect(sign(content, ben.KEYS_DIR)).rejects.toMatchObject({ code: "KEY_RETIRED" });
    expect(await sign(content)).toEqual(["development team content"]);
  });

  test("the team of a new package gets a key that is made here", async () => {
    await change("add", "lobby", "--owner", "Lee");
    expect(await sign({ kind: "team", name: "lobby" })).toEqual(["Lee"]);
  });

  test("a stolen key is revoked with a reason, which is told", async () => {
    await change("revoke", await idOf(content), "--why", "laptop stolen");
    await expect(sign(content)).rejects.toMatchObject({
      code: "KEY_REVOKED",
      message: expect.stringContaining("laptop stolen"),
    });
  });

  test("a key that never signed is taken out", async () => {
    const { publicKey, keyId } = await makeKey("content");
    await change("add", "content", "--owner", "Carla", "--public-key", publicKey);
    await change("remove", keyId);
    await expect(sign(content, ben.KEYS_DIR)).rejects.toMatchObject({ code: "SIGNATURE_FOREIGN" });
  });

  test("two owners of an operator's role may be asked to sign together", async () => {
    const { publicKey } = await makeKey("operator");
    await change("add", "operator", "--owner", "Olga", "--public-key", publicKey);
    await change("threshold", "operator", "2");
    await expect(sign({ kind: "operator" })).rejects.toMatchObject({ code: "SIGNATURES_TOO_FEW" });
    expect((await site("trust", "threshold", "operator", "3")).err).toMatch(
      /^TRUST_CHANGE_INVALID: .*needs 3 owners and has 2\. Nothing was changed/,
    );
  });
});

describe("the root", () => {
  test("is rotated: the new key follows from the old one, which signs nothing any more", async () => {
    const former = readFileSync(toKeyFile(keysDir, { kind: "root" }), "utf8");
    expect(await change("rotate")).toMatchObject({
      state: "published",
      versions: [
        { list: "root", version: 2 },
        { list: "teams", version: 2 },
        { list: "root", version: 3 },
      ],
    });
    expect((await openServerTrust()).root.version).toBe(3);
    expect(await sign(content)).toEqual(["development team content"]);
    expect((await change("renew", "--days", "9")).state).toBe("published");
    writeFileSync(toKeyFile(keysDir, { kind: "root" }), former, { mode: 0o600 });
    expect(await site("trust", "renew", "--days", "10")).toMatchObject({
      code: 6,
      err: expect.stringMatching(/^KEY_FOREIGN: /),
    });
  });

  test("is good between any two steps of a rotation, and an interrupted one is completed", async () => {
    const before = { trust: join(root, "before.trust"), keys: join(root, "before.keys") };
    cpSync(trustDir, before.trust, { recursive: true });
    await change("rotate");
    const read = (name: string): unknown => JSON.parse(readFileSync(join(trustDir, name), "utf8"));
    const steps = [read("2.root.json"), read("targets.json"), read("3.root.json")];
    const after = readFileSync(toKeyFile(keysDir, { kind: "root" }), "utf8");
    const formerFile = readdirSync(keysDir).find((name) => name.endsWith(".former.pem")) ?? "";
    for (const done of [0, 1, 2, 3]) {
      const folder = join(root, `step-${done}`);
      const keys = join(root, `keys-${done}`);
      cpSync(before.trust, `${folder}.trust`, { recursive: true });
      cpSync(keysDir, keys, { recursive: true });
      cpSync(join(keysDir, formerFile), join(keys, "root.pem"));
      writeFileSync(join(keys, "root.next.pem"), after, { mode: 0o600 });
      const put = (name: string, value: unknown): void =>
        writeFileSync(join(`${folder}.trust`, name), JSON.stringify(value, null, 2) + "\n");
      put("proposed.json", { steps });
      if (done > 0) put("2.root.json", steps[0]);
      if (done > 1)
        for (const [name, step] of [
          ["root.json", 0],
          ["targets.json", 1],
        ] as const)
          put(name, steps[step]);
      if (done > 2) put("3.root.json", steps[2]);
      const open = (): Promise<Trust> =>
        openTrust({ trustDir: `${folder}.trust`, stateDir: join(root, `state-${done}`) });
      await open();
      const env = { TRUST_DIR: `${folder}.trust`, KEYS_DIR: keys };
      expect(await runSiteIn(storeDir, ["trust", "sign"], env), `after ${done} steps`).toMatchObject({ code: 0 });
      expect((await open()).root.version).toBe(3);
      expect(await runSiteIn(storeDir, ["trust", "renew", "--days", "9"], env), `after ${done} steps`).toMatchObject({
        code: 0,
      });
    }
  });

  test("with two owners who sign together: a change waits until both have signed it, and both see what it changes", async () => {
    const { publicKey } = await makeKey("root");
    await change("add", "root", "--owner", "Ben", "--public-key", publicKey);
    expect(await change("threshold", "root", "2")).toMatchObject({
      state: "proposed",
      versions: [
        { list: "teams", missing: 1 },
        { list: "root", missing: 1 },
      ],
    });
    expect((await openServerTrust()).root.version).toBe(2);
    expect(await site("trust", "renew", "--days", "5")).toMatchObject({
      code: 4,
      err: expect.stringMatching(
        /^TRUST_PROPOSED: .*yours was not made\. Run this again, in case a command was writing it.* site trust withdraw /,
      ),
    });
    expect((await site("trust", "show")).out).toContain("A change waits for signatures");
    const seen = await siteOfBen("trust", "sign", "--dry-run");
    expect(seen.out).toContain("+ root: 2 owners sign");
    expect((await siteOfBen("trust", "sign")).out).toContain("signed by development root, Ben");
    expect((await openServerTrust()).root.root.threshold).toBe(2);

    expect(await change("revoke", await idOf(content), "--why", "stolen")).toMatchObject({
      state: "proposed",
      versions: [{ list: "teams", missing: 1 }],
    });
    expect(await sign(content)).toEqual(["development team content"]);
    await siteOfBen("trust", "sign");
    await expect(sign(content)).rejects.toMatchObject({ code: "KEY_REVOKED" });
  });

  test("loses an owner: the list that the owner signed is signed anew before", async () => {
    const { publicKey, keyId } = await makeKey("root");
    await change("add", "root", "--owner", "Ben", "--public-key", publicKey);
    await siteOfBen("trust", "renew", "--days", "30");
    await change("remove", keyId);
    expect((await openServerTrust()).root.root.keys.map(({ owner }) => owner)).toEqual(["development root"]);
    expect(await siteOfBen("trust", "renew", "--days", "40")).toMatchObject({
      code: 6,
      err: expect.stringMatching(/^KEY_FOREIGN: /),
    });
  });

  test("loses a stolen key by a revocation, which stays in the list", async () => {
    const { publicKey, keyId } = await makeKey("root");
    await change("add", "root", "--owner", "Ben", "--public-key", publicKey);
    await siteOfBen("trust", "renew", "--days", "30");
    await change("revoke", keyId, "--why", "lost on a train");
    const trust = await openServerTrust();
    expect(trust.root.root.keys).toHaveLength(1);
    expect(trust.revoked).toMatchObject([{ keyId, why: "lost on a train" }]);
  });

  test("drops a change that waits", async () => {
    const { publicKey } = await makeKey("root");
    await change("add", "root", "--owner", "Ben", "--public-key", publicKey);
    await change("threshold", "root", "2");
    expect((await site("trust", "withdraw")).code).toBe(0);
    expect(await site("trust", "withdraw")).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^TRUST_NOT_PROPOSED: /),
    });
    expect(existsSync(join(trustDir, "proposed.json"))).toBe(false);
  });
});

describe("every verb that changes the list", () => {
  test.each([
    ["renew", "--days", "3"],
    ["add", "content", "--owner", "Carla", "--public-key", "0".repeat(63) + "1"],
    ["add", "lobby", "--owner", "Lee"],
    ["retire", "KEY"],
    ["revoke", "KEY", "--why", "x"],
    ["remove", "KEY"],
    ["rotate"],
  ])("%s %s changes nothing with --dry-run, and says what would change", async (...words) => {
    const before = readFiles();
    const id = await idOf(content);
    const { code, out } = await site("trust", ...words.map((word) => (word === "KEY" ? id : word)), "--dry-run");
    expect(code).toBe(0);
    expect(out).toMatch(/^[+-] [^]*Dry run: nothing was changed\.$/);
    expect(readFiles()).toEqual(before);
  });

  test.each([
    [["revoke", "ffffffffffff", "--why", "x"], 6, /^KEY_UNKNOWN: .*site trust show/],
    [["revoke", "ffffffffffff"], 2, /^USAGE_INVALID: .*--why/],
    [["add", "Content", "--owner", "Carla"], 2, /^USAGE_INVALID: .*name of a package/],
    [["add", "content", "--owner", "Carla", "--public-key", "xyz"], 2, /^USAGE_INVALID: .*64 hexadecimal digits/],
    [["renew"], 2, /^USAGE_INVALID: .*--days/],
    [["threshold", "casino", "2"], 6, /^ROLE_UNKNOWN: /],
    [["sign"], 5, /^TRUST_NOT_PROPOSED: /],
    [["retire", "ROOT"], 6, /^TRUST_CHANGE_INVALID: .*retired/],
  ] as const)("%j is refused, and the list stays as it is", async (words, exitCode, sentence) => {
    const before = readFiles();
    const id = (await openServerTrust()).root.root.keys[0]?.keyId ?? "";
    const { code, err } = await site("trust", ...words.map((word) => (word === "ROOT" ? id : word)));
    expect({ code, err }).toEqual({ code: exitCode, err: expect.stringMatching(sentence) });
    expect(readFiles()).toEqual(before);
  });

  test("is refused without the key of the root", async () => {
    rmSync(toKeyFile(keysDir, { kind: "root" }));
    expect(await site("trust", "renew", "--days", "3")).toMatchObject({
      code: 6,
      err: expect.stringMatching(/^KEY_NOT_FOUND: /),
    });
  });

  test("has a help with examples, and its words are completed", async () => {
    const verbs = await complete("trust", "");
    expect(verbs).toEqual([
      "show",
      "renew",
      "add",
      "retire",
      "revoke",
      "remove",
      "threshold",
      "rotate",
      "sign",
      "withdraw",
      "key",
    ]);
    for (const verb of verbs) expect((await site("trust", verb, "--help")).out, verb).toContain("Examples:");
    expect(await complete("trust", "add", "")).toEqual(
      expect.arrayContaining(["root", "check", "operator", "content"]),
    );
    expect(await complete("trust", "revoke", "")).toContain((await idOf(content)).slice(0, 12));
  });
});
