import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSigner } from "../../src/server/releases/trust/open-signer.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
let version: string;
let first: string;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  version = (await bench.releaseAll()).content;
  first = (await openSigner(`${bench.root}.keys`, { kind: "team", name: "content" })).keyId;
});
afterAll(() => bench.remove());

/** Runs `site keys` with the folder of private keys of a machine. */
const keys = (machine: string | undefined, ...words: string[]): Promise<SiteRun> =>
  runSiteIn(bench.root, ["keys", ...words], machine === undefined ? {} : { KEYS_DIR: join(bench.root, machine) });

async function makeKey(machine: string): Promise<{ publicKey: string; keyId: string }> {
  const { out } = await keys(machine, "make", "content");
  const [, publicKey = ""] = /public key (\w{64})/.exec(out) ?? [];
  const [, keyId = ""] = /key id (\w+)/.exec(out) ?? [];
  expect(out).toContain(join(bench.root, machine));
  return { publicKey, keyId };
}

/** What the list says of a key. */
const stateOf = async (keyId: string): Promise<string> =>
  (await keys(undefined, "list")).out.split("\n").find((line) => line.includes(keyId.slice(0, 8))) ?? "not listed";

test("a team's key is made on its machine, named beside the first, takes its place, and a revocation says what it signed", async () => {
  const laptop = await makeKey("laptop");
  expect(await stateOf(laptop.keyId)).toBe("not listed");
  const added = await keys(undefined, "add", "content", "--owner", "CI", "--public-key", laptop.publicKey);
  expect(added.code).toBe(0);
  expect(await stateOf(laptop.keyId)).toContain("CI");

  const server = await makeKey("server");
  expect((await keys(undefined, "rotate", "content", "--public-key", server.publicKey)).code).toBe(0);
  for (const former of [first, laptop.keyId]) expect(await stateOf(former)).toMatch(/retired/);
  // Its machine makes no other while its file is there, and says so.
  const kept = await keys("laptop", "make", "content");
  expect(kept.out).toMatch(/retired .*signs nothing new.*Move .*content\.pem away/);
  expect(await stateOf(server.keyId)).not.toMatch(/retired|not listed/);

  const revoked = await keys(undefined, "revoke", first.slice(0, 8), "--why", "laptop stolen");
  expect(revoked.code).toBe(0);
  expect(`${revoked.out}\n${revoked.err}`).toContain(`It signed what is live: content@${version}.`);
  expect(await stateOf(first)).toMatch(/revoked/);

  // The machine of the stolen key makes no other while its file is there, and says so.
  const again = await keys(undefined, "make", "content");
  expect(again.out).toMatch(/revoked .*laptop stolen.*Move .*content\.pem away/);

  // What the revocation says to do: publish again with another key, and promote.
  const { folder } = await bench.write("content", { files: { "browser/island.js": "globalThis.island = 2;" } });
  const published = await runSiteIn(bench.root, ["publish", "content", "--from", folder], {
    SITE_SIGN_KEY_FILE: join(bench.root, "server/teams/content.pem"),
  });
  expect(published).toMatchObject({ code: 0, out: expect.stringMatching(/admitted content@/) });
  const [, next = ""] = /admitted content@(\S+)/.exec(published.out) ?? [];
  expect(await runSiteIn(bench.root, ["promote", `content@${next}`, "--why", "signed anew"])).toMatchObject({
    code: 0,
  });
  expect((await bench.reopen().current())?.set.versions["content"]).toBe(next);

  // No link is printed for what servers refuse to show.
  const link = await runSiteIn(bench.root, ["preview", `content@${version}`]);
  expect(link).toMatchObject({ code: 6, out: "", err: expect.stringMatching(/^KEY_REVOKED: .*laptop stolen/m) });
});

test("the root's key is not rotated here, and the refusal says where", async () => {
  const { code, err } = await keys(undefined, "rotate", "root", "--public-key", "0".repeat(64));
  expect(code).not.toBe(0);
  expect(err).toContain("site trust rotate");
});

test.each([
  [["keys", "add", "content", "--owner", " ", "--public-key", "ab".repeat(32)], /1 to 80 characters/],
  [["trust", "add", "content", "--owner", "a".repeat(81), "--public-key", "ab".repeat(32)], /1 to 80 characters/],
  [["canary", "guard", "ab".repeat(32), "--owner", "two\nlines", "--why", "a test"], /1 to 80 characters/],
  [["keys", "revoke", "0123456789ab", "--why", "two\nlines"], /in one line/],
  [["trust", "renew", "--days", "99999999"], /from 1 to 3650/],
])("%j is a wrong command line, and nothing is said of the list", async (words, problem) => {
  const { code, err } = await runSiteIn(bench.root, words);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(problem) });
});

test("a key that signed what is live is taken out of the list with a word about it", async () => {
  const live = await createFixtureBench();
  try {
    await live.writeIdentities();
    const { content } = await live.releaseAll();
    const { keyId } = await openSigner(`${live.root}.keys`, { kind: "team", name: "content" });
    for (const more of [["--dry-run"], []]) {
      const { code, out, err } = await runSiteIn(live.root, ["trust", "remove", keyId.slice(0, 12), ...more]);
      expect({ more, code, text: `${out}\n${err}` }).toEqual({
        more,
        code: 0,
        text: expect.stringMatching(
          new RegExp(String.raw`signed what is live: content@${content}\..* site trust retire\.`),
        ),
      });
    }
  } finally {
    live.remove();
  }
});
