import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runSiteIn } from "../testing/run-site-fixture.ts";

const why = ["--why", "x"];

test.each([
  ["an unknown option for the required one", ["pin", "content", "--until", "2027-01-01", ...why], "option '--until'"],
  [
    "an unknown option before it",
    ["pin", "content", "--until", "2027-01-01", "--for", "3d", ...why],
    "option '--until'",
  ],
  [
    "an unknown option behind it",
    ["pin", "content", "--for", "3d", "--until", "2027-01-01", ...why],
    "option '--until'",
  ],
  ["a mistyped option", ["tokens", "make", "viewer", "--onwer", "Ana"], "'--onwer' (Did you mean --owner?)"],
  ["no required option", ["pin", "content", ...why], "required option '--for <duration>' not specified."],
  ["no required option of a verb below another", ["tokens", "make", "viewer"], "required option '--owner <name>'"],
  ["a required option without its value", ["pin", "content", "--for"], "'--for <duration>' argument missing"],
  ["an option in the place of the reason", ["pin", "content", "--for", "3d", "--why", "--dry-run"], "Write the reason"],
  [
    "a token in the reason",
    ["pin", "content", "--for", "3d", "--why", `of site_0123456789ab_${"s3cret".repeat(8)}`],
    "has a token or a private key in it",
  ],
  ["an option in the place of the owner", ["tokens", "make", "viewer", "--owner", "--days=3"], "Write whose it is"],
  ["a duration that is none", ["pin", "content", "--for", "2027-01-01", ...why], "'2027-01-01' is invalid"],
  ["a duration that is past", ["pin", "content", "--for", "-3d", ...why], "'-3d' is invalid"],
  ["a duration that is too long", ["pin", "content", "--for", "99999d", ...why], "from 1 to 9999"],
])("a command line with %s is refused by what was typed", async (_what, words, named) => {
  const { code, err } = await runSiteIn("/nowhere", words);
  expect(err).toMatch(/^USAGE_INVALID: .* See site (pin|tokens make) --help\.$/);
  expect(err).toContain(named);
  expect(code).toBe(2);
});

test.each([
  ["a mistyped address of NATS to copy to", ["store", "copy", "from", "nat://10.0.0.1:4222"], "nat://10.0.0.1:4222 is"],
  ["a mistyped address of NATS to copy from", ["store", "copy", "NATS://10.0.0.1", "to"], "NATS://10.0.0.1 is"],
  ["servers of NATS for a copy in a folder", ["store", "copy", "from", "to", "--replicas", "3"], "--replicas is for"],
  ["servers of NATS for a store without STORE", ["init", "--replicas", "3"], "--replicas is for"],
])("a command line with %s is refused, and no folder is made", async (_what, words, named) => {
  const folder = mkdtempSync(join(tmpdir(), "no-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (word: string): string => (["from", "to"].includes(word) ? join(folder, word) : word);
  const { code, err } = await runSiteIn(join(folder, "store"), words.map(at));
  expect(err).toMatch(/^USAGE_INVALID: /);
  expect(err).toContain(named);
  expect(code).toBe(2);
  for (const name of ["store", "from", "to"]) expect(existsSync(join(folder, name)), name).toBe(false);
});
