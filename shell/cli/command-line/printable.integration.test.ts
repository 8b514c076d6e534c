import { afterEach, beforeEach, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

/** Clears a terminal, rings, and shows what follows from right to left. */
const hostile = "before \u001B[2J\u009B2J\u0007\u202E after";
const shown = /before {2}\[2J 2J {2}after/;

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll();
  await bench.writeIdentities();
});
afterEach(() => bench.remove());

test("a command prints no control characters of a record's reason, neither in its answer nor in an error", async () => {
  const current = await bench.store.current();
  if (!current) throw new Error("nothing is live");
  const { versions, revision } = current.set;
  const freeze = { why: hostile, since: new Date().toISOString() };
  await bench.store.advance(revision, versions, { why: hostile, action: { kind: "freeze" }, channels: { freeze } });
  const refused = await runSiteIn(bench.root, ["pin", "content", "--for", "3d", "--why", "x", "--dry-run"]);
  const promoted = await runSiteIn(bench.root, ["canary", "start", "content@1", "--percent", "5", "--why", "x"]);
  expect(promoted).toMatchObject({ code: 3, err: expect.stringMatching(shown) });
  expect((await runSiteIn(bench.root, ["status"])).out).toMatch(shown);
  const history = await runSiteIn(bench.root, ["history"]);
  expect(history.out).toMatch(shown);
  const all = [refused, promoted, history].map(({ out, err }) => out + err).join("");
  expect(all).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
});

test.each(["promote content@1 --why", "freeze --why", "rollback --why"])(
  "%s takes a reason of one line only",
  async (words) => {
    for (const reason of ["two\nlines", "\u001B[31mred", "\u202Eturned"]) {
      const { code, err } = await runSiteIn(bench.root, [...words.split(" "), reason]);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/^USAGE_INVALID: .*one line, without control characters/),
      });
    }
  },
);
