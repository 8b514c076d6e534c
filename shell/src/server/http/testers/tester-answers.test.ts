import * as fc from "fast-check";
import { expect, test } from "vitest";
import { escapePath } from "@site/contracts/site/safe-url";
import { toSitePath } from "./tester-answers.ts";

const origin = "https://site.example";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom("/", "\\", ".", "\t", "\n", "%2f", "@", ":", "https:", "evil.example", "?", "#", "\u2028"), {
      maxLength: 8,
    })
    .map((list) => list.join("")),
);

test("G8 where a sign-in or a form leads to is this site, for any text, and is one line of ASCII", () => {
  fc.assert(
    fc.property(text, (to) => {
      const location = escapePath(toSitePath(to));
      expect(location).toMatch(/^\/[!-~]*$/);
      expect(new URL(location, origin).origin).toBe(origin);
    }),
    { numRuns: 2000 },
  );
});

test("a path of this site is where it leads to, unchanged", () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      fc.pre(/^\/(?!\/)/.test(path));
      expect(toSitePath(path)).toBe(path);
    }),
  );
});
