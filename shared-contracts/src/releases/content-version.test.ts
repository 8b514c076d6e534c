import { expect, test } from "vitest";
import { type ReleaseContent, toContentVersion } from "./content-version.server.ts";

const content: ReleaseContent = {
  _type: "release",
  schemaVersion: 1,
  name: "content",
  contract: "1.0.0",
  entry: "browser/remoteEntry.js",
  serverEntry: "server/entry.cjs",
  exposes: [{ key: "home", hydrate: "never", data: [], js: [], css: [] }],
  shared: { react: "^19.0.0" },
  files: { "server/entry.cjs": { integrity: `sha384-${"A".repeat(64)}`, size: 3 } },
};

test("equal content has an equal version; the order of keys and the claimed version do not count", () => {
  const version = toContentVersion("1.2.3", content);
  expect(version).toMatch(/^1\.2\.3-[0-9a-f]{12}$/);
  const reversed = Object.fromEntries(Object.entries({ ...content, version: "1.2.3-000000000000" }).toReversed());
  expect(toContentVersion("1.2.3", reversed as typeof content)).toBe(version);
});

test.each<[string, Partial<ReleaseContent>]>([
  ["the exposes", { exposes: [] }],
  ["the entry", { entry: "browser/other.js" }],
  ["the server entry", { serverEntry: "server/other.cjs" }],
  ["the shared libraries", { shared: { react: "^20.0.0" } }],
  ["a size", { files: { "server/entry.cjs": { integrity: `sha384-${"A".repeat(64)}`, size: 4 } } }],
  ["the contract", { contract: "1.1.0" }],
  ["the name", { name: "download" }],
])("%s are part of the content", (_what, change) => {
  expect(toContentVersion("1.2.3", { ...content, ...change })).not.toBe(toContentVersion("1.2.3", content));
});

test("who built a content, and of which commit, is no part of it", () => {
  const built = { ...content, provenance: { runDetails: { builder: { id: "urn:site:builder:other", version: {} } } } };
  expect(toContentVersion("1.2.3", built)).toBe(toContentVersion("1.2.3", content));
});
