import { expect, test } from "vitest";
import { resolveVersion } from "./resolve-version.ts";

const known = ["1.0.0-3f2a9c0d11aa", "1.0.0-3f7700000000", "1.0.0-0123456789ab"];

test("a version that is there is taken, also when another begins with it", () => {
  expect(resolveVersion("content", "1.0.0-3f2a9c0d11aa", known)).toBe("1.0.0-3f2a9c0d11aa");
});

test("the beginning of one version alone is enough", () => {
  expect(resolveVersion("content", "1.0.0-3f2a", known)).toBe("1.0.0-3f2a9c0d11aa");
});

test("the beginning of several versions is refused with all of them", () => {
  expect(() => resolveVersion("content", "1.0.0-3f", known)).toThrow(
    expect.objectContaining({
      code: "RELEASE_AMBIGUOUS",
      message: expect.stringContaining("content@1.0.0-3f2a9c0d11aa, content@1.0.0-3f7700000000"),
    }),
  );
});

test("an unknown version is refused with the ones most like it, the likest first", () => {
  expect(() => resolveVersion("content", "1.0.0-0123456789ab/", known)).toThrow(
    expect.objectContaining({
      code: "RELEASE_VERSION_UNKNOWN",
      message: expect.stringContaining("The nearest: content@1.0.0-0123456789ab"),
    }),
  );
  expect(() => resolveVersion("content", "1.0.0-0123456789ab", [])).toThrow(
    expect.objectContaining({ message: expect.stringContaining("site publish content") }),
  );
});
