import { expect, test } from "vitest";
import { createFailingRemotes } from "./failing-remotes.ts";

/** A failure of an island of `content` or `navigation`, on this many pages. */
const fail = (island: `${string}/${string}`, pages: number, problem = "broken") => ({
  island,
  version: "1.0.0-3f2a9c0d11aa",
  page: "en /about-us/",
  problem,
  at: [],
  pages,
});

test("releases that fail are listed with their islands, and since when as long as they fail", () => {
  let minute = 0;
  const failing = createFailingRemotes(() => new Date(Date.UTC(2026, 10, 30, 2, minute)));
  failing.note([
    fail("navigation/header", 60),
    fail("navigation/header", 40, "broken in another way"),
    fail("navigation/footer", 100),
  ]);
  const navigation = {
    release: "navigation@1.0.0-3f2a9c0d11aa",
    islands: ["navigation/footer", "navigation/header"],
    pages: 100,
    since: "2026-11-30T02:00:00.000Z",
  };
  expect(failing.list()).toEqual([navigation]);

  minute = 5;
  failing.note([fail("navigation/header", 3), fail("content/about-us", 1)]);
  expect(failing.list()).toEqual([
    { ...navigation, islands: ["navigation/header"], pages: 3 },
    {
      release: "content@1.0.0-3f2a9c0d11aa",
      islands: ["content/about-us"],
      pages: 1,
      since: "2026-11-30T02:05:00.000Z",
    },
  ]);

  failing.note([]);
  expect(failing.list()).toEqual([]);
});
