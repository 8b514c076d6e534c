import { afterAll, beforeAll, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../src/server/testing/fixture-release.ts";
import { runSiteIn } from "./testing/run-site-fixture.ts";

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

test.each([
  [["team"], /Name the packages/],
  [["viewer", "content"], /names no packages/],
  [["king"], /viewer, team, operator/],
])("site tokens make %j is refused with what to change", async (argv, problem) => {
  const { code, err } = await tokens("make", ...argv, ...owned);
  expect(code).not.toBe(0);
  expect(err).toMatch(problem);
});
