import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SiteError } from "@site/contracts/errors";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
});
afterAll(() => bench.remove());

const tokens = (...argv: string[]): ReturnType<typeof runSiteIn> => runSiteIn(bench.root, ["tokens", ...argv]);
const owned = ["--owner", "a test", "--days", "1"];

test("B296 site tokens makes a token of each role, lists it without its secret, and revokes it", async () => {
  for (const made of [["viewer"], ["operator"], ["team", "content", "download"]]) {
    const { code, out } = await tokens("make", ...made, ...owned);
    expect({ made, code }).toEqual({ made, code: 0 });
    const secret = /\bsite_[\w-]{20,}|\b[\w-]{40,}\b/.exec(out)?.[0] ?? "no token was printed";
    const listed = (await tokens("list")).out;
    expect(listed).toContain(made[0]);
    expect(listed).not.toContain(secret);
  }
  const listed = (await tokens("list")).out;
  expect(listed).toContain("content");
  const [, id = ""] = /^(\w+)\b.*\bviewer\b/m.exec(listed) ?? [];
  expect((await tokens("revoke", id, "--why", "it was lost")).code).toBe(0);
  expect((await tokens("list")).out).toMatch(new RegExp(`^${id}.*revoked`, "m"));
});

test("a token for a package that no team of the trust list signs is made with a hint, which names similar teams", async () => {
  const { code, out } = await tokens("make", "team", "content", "contnet", ...owned);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/no team contnet, .*: site keys add contnet .*similar name: content, /),
  });
  expect((await tokens("make", "team", "content", ...owned)).out).not.toContain("no team");
});

test("a token that is made where no store is says so: STORE_DIR may be mistyped", async () => {
  expect((await tokens("make", "viewer", ...owned)).out).not.toContain("mistyped");
  const typo = `${bench.root}.stroe`;
  expect(await runSiteIn(typo, ["tokens", "make", "viewer", ...owned])).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      `It is in ${typo}.access, and there is no release store at ${typo} yet. Is STORE_DIR mistyped?`,
    ),
  });
  await rm(`${typo}.access`, { recursive: true });
});

test("site tokens code prints a code for a token that is good, and none for one that is revoked", async () => {
  const [, id = ""] = /site_([0-9a-f]{12})_/.exec((await tokens("make", "viewer", ...owned)).out) ?? [];
  const { code, out } = await tokens("code", id.slice(0, 6));
  expect([code, out]).toEqual([0, expect.stringMatching(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}\n.*a test once, as viewer/)]);
  await tokens("revoke", id, "--why", "it was lost");
  const refused = await tokens("code", id);
  expect(refused.code).not.toBe(0);
  expect(refused.err).toMatch(/revoked/);
});

test.each([
  [["team"], /Name the packages/],
  [["viewer", "content"], /names no packages/],
  [["king"], /viewer, team, operator/],
])("site tokens make %j is refused with what to change", async (argv, problem) => {
  const { code, err } = await tokens("make", ...argv, ...owned);
  expect(code).not.toBe(0);
  expect(err).toMatch(problem);
});

test.each([
  [["--owner", "a".repeat(81)], /1 to 80 characters/],
  [["--owner", "two\nlines"], /1 to 80 characters/],
  [["--owner", " "], /1 to 80 characters/],
  [["--owner", `site_0123456789ab_${"s3cret".repeat(8)}`], /^(?!.*s3cret).*This is a token or a private key/],
  [["--owner", "a test", "--days", "3000000"], /from 1 to 3650/],
  [["--owner", "a test", "--days", "99999999"], /from 1 to 3650/],
])("site tokens make with %j is refused, and the list stays readable", async (argv, problem) => {
  const { code, err } = await tokens("make", "viewer", ...argv);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(problem) });
  expect((await tokens("list")).code).toBe(0);
});

test("an overlap of more than a year is refused, and the list stays readable", async () => {
  const [, id = ""] = /site_([0-9a-f]{12})_/.exec((await tokens("make", "viewer", ...owned)).out) ?? [];
  const { code, err } = await tokens("rotate", id, "--overlap", "999999999");
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/from 1 to 8760/) });
  expect((await tokens("list")).code).toBe(0);
});

test("a token that is revoked or has expired is not rotated: no other one takes over what it may do", async () => {
  const make = async (): Promise<string> =>
    /site_([0-9a-f]{12})_/.exec((await tokens("make", "operator", ...owned)).out)?.[1] ?? "";
  const revoked = await make();
  await tokens("revoke", revoked, "--why", "it was stolen");
  const ended = await make();
  await openTokenList(openFileLogs(toStorePlaces(bench.root).accessDir)("tokens")).add({
    kind: "ends",
    id: ended,
    at: new Date(0).toISOString(),
    by: "a test",
  });
  const before = (await tokens("list")).out;
  for (const [id, state] of [
    [revoked, "revoked"],
    [ended, "expired"],
  ] as const) {
    const { code, out, err } = await tokens("rotate", id);
    expect({ state, code, out }).toEqual({ state, code: 2, out: "" });
    expect(err).toContain(`The token ${id} is ${state}: make another one.`);
  }
  expect((await tokens("list")).out).toBe(before);
  // What a server says to its holder names a verb that works for it.
  expect(new SiteError("TOKEN_EXPIRED", { id: ended, expires: "" }).message).not.toContain("rotate");
});

test("a rotation says until when the former token is good, also where that is sooner than the overlap", async () => {
  const [, id = ""] = /site_([0-9a-f]{12})_/.exec((await tokens("make", "viewer", ...owned)).out) ?? [];
  expect((await tokens("rotate", id, "--overlap", "1")).code).toBe(0);
  const ends = /"expires":"([^"]{16})/.exec((await tokens("list", "--json")).out.split(`"id":"${id}"`)[1] ?? "")?.[1];
  expect((await tokens("rotate", id, "--overlap", "240")).out).toContain(`The token ${id} is good until ${ends}Z.`);
});
