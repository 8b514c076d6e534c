import { createHash } from "node:crypto";
import * as fc from "fast-check";
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

test("a version is the hash of the content as JSON with sorted keys, as in releases that exist already", () => {
  const hash = `sha384-${"A".repeat(64)}`;
  const text = `{"_type":"release","contract":"1.0.0","entry":"browser/remoteEntry.js","exposes":[{"css":[],"data":[],"hydrate":"never","js":[],"key":"home"}],"files":{"server/entry.cjs":{"integrity":"${hash}","size":3}},"name":"content","schemaVersion":1,"serverEntry":"server/entry.cjs","shared":{"react":"^19.0.0"}}`;
  const digits = createHash("sha256").update(text).digest("hex").slice(0, 12);
  expect(toContentVersion("1.2.3", content)).toBe(`1.2.3-${digits}`);
});

test("the order of keys does not count at any depth of a field that a later version adds", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (later) => {
      const written = { ...content, later };
      const reversed = { ...content, later: Object.fromEntries(Object.entries(later).toReversed()) };
      expect(toContentVersion("1.0.0", reversed)).toBe(toContentVersion("1.0.0", written));
    }),
  );
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
