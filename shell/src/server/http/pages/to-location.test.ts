import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isSitePath } from "@site/contracts/site/safe-url";
import { toLocation } from "./to-location.ts";

const origin = "https://site.example";

const pieces = fc.constantFrom("/", "//", "/.", "/..", "/%2e", "evil.example", "en", "é", "?", "#", ":", "@", " ", "~");
const path = fc.oneof(
  fc.array(pieces, { maxLength: 6 }).map((list) => `/${list.join("")}`),
  fc.string({ unit: "grapheme" }).map((text) => `/${text}`),
);

test.each([
  ["/.//evil.example/", "/evil.example/"],
  ["/en/..//evil.example/", "/evil.example/"],
  ["/en/#top", "/en/?a=1#top"],
  ["/en/?b=2", "/en/?b=2&a=1"],
  ["https://ca.site.example/x", "https://ca.site.example/x"],
])("a redirect to %s leads to %s", (redirect, location) => {
  expect(toLocation(redirect, redirect.includes("evil") ? "" : "?a=1", origin)).toBe(location);
});

test("G8 a redirect to any path of this site leads to this site, in characters that a header may have", () => {
  fc.assert(
    fc.property(path, fc.webQueryParameters(), (redirect, query) => {
      fc.pre(isSitePath(redirect));
      const location = toLocation(redirect, query === "" ? "" : `?${query}`, origin);
      expect(location).toMatch(/^[!-~]+$/);
      expect(new URL(location, origin).origin).toBe(origin);
    }),
    { numRuns: 2000 },
  );
});
