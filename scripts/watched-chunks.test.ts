import { expect, test } from "vitest";
import configureShell from "../shell/rspack.config.ts";

/** How the browser bundle of the shell names its chunks. */
function toChunkName(watched?: string): unknown {
  const bundles = configureShell(watched === undefined ? {} : { watched });
  return bundles.find(({ entry }) => Object.hasOwn(Object(entry), "core"))?.output?.chunkFilename;
}

test("chunks of the shell have a hash in their names while a build watches, else the entry keeps the integrity of the chunk before, and none in a release", () => {
  expect(toChunkName("/watched")).toBe("[name].[contenthash:8].js");
  expect(toChunkName()).toBe("[name].js");
});
