import { expect, test } from "vitest";
import { toImageKey, toImageUrl, toSrcSet } from "./image.ts";

const source = "content/images/felt.1a2b3c4d.svg";

test("B229 artwork is asked for by its name, its hash, a width and a density", () => {
  expect(toImageUrl(source, 640, 2)).toBe("/_image/content/felt.1a2b3c4d/640@2.webp");
  expect(toSrcSet(source, 320)).toBe(
    "/_image/content/felt.1a2b3c4d/320@1.webp 1x, /_image/content/felt.1a2b3c4d/320@2.webp 2x",
  );
});

test("only hashed artwork of a release has a key", () => {
  expect(toImageKey("content", "browser/images/felt.1a2b3c4d.svg")).toBe("content/felt.1a2b3c4d");
  for (const file of [
    "browser/images/felt.svg",
    "browser/assets/logo.svg",
    "server/images/felt.1a2b3c4d.svg",
    "browser/images/a/felt.1a2b3c4d.svg",
    "server/browser/images/felt.1a2b3c4d.svg",
    "browser/images/felt.1a2b3c4d.svg.js",
  ]) {
    expect(toImageKey("content", file), file).toBeUndefined();
  }
});
