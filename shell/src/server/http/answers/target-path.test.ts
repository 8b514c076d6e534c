import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toTargetPath } from "./target-path.ts";

test.each([
  ["/", "/"],
  ["/about-us/?a=http://x.example/", "/about-us/?a=http://x.example/"],
  ["http://host/about-us/?a=1", "/about-us/?a=1"],
  ["HTTPS://host:8443/about-us/", "/about-us/"],
  ["http://user:secret@host/", "/"],
  ["http://host", "/"],
  ["http://host?a=1", "/?a=1"],
  ["http://host#x", "/#x"],
  ["http://host//evil.example/", "//evil.example/"],
  ["http:///about-us/", "/about-us/"],
  ["//host/about-us/", "//host/about-us/"],
  ["*", "*"],
  ["ftp://host/about-us/", "ftp://host/about-us/"],
  ["host:443", "host:443"],
])("the target %s is %s", (target, path) => {
  expect(toTargetPath(target)).toBe(path);
});

test("a path is returned unchanged, also with any authority before it", () => {
  const path = fc.string({ unit: "binary-ascii" }).map((rest) => `/${rest}`);
  fc.assert(
    fc.property(
      path,
      fc.constantFrom("http", "https", "Http"),
      fc.stringMatching(/^[a-z0-9.:@[\]-]{0,20}$/),
      (path, scheme, authority) => {
        expect(toTargetPath(path)).toBe(path);
        expect(toTargetPath(`${scheme}://${authority}${path}`)).toBe(path);
      },
    ),
  );
});
