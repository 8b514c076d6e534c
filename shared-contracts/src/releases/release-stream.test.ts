import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listStreamedFiles, releaseStreamType, writeReleaseStream } from "./release-stream.server.ts";

const integrity = `sha384-${"A".repeat(64)}`;
const files = {
  "server/entry.cjs": { integrity, size: 3 },
  "browser/b.js": { integrity, size: 2 },
  "browser/a/c.js": { integrity, size: 0 },
  "browser/Z.js": { integrity, size: 1 },
  "browser/a.js": { integrity, size: 4 },
};
const order = ["browser/Z.js", "browser/a.js", "browser/a/c.js", "browser/b.js", "server/entry.cjs"];
const bytes = new Map([
  ["server/entry.cjs", Buffer.from("sss")],
  ["browser/b.js", Buffer.from("bb")],
  ["browser/a/c.js", Buffer.from("")],
  ["browser/Z.js", Buffer.from("Z")],
  ["browser/a.js", Buffer.from("aaaa")],
]);

/** The order in which a manifest that was written in this order has its files sent. */
function listPaths(written: readonly string[]): string[] {
  const manifest = { files: Object.fromEntries(written.map((path) => [path, { integrity, size: 1 }])) };
  return listStreamedFiles(manifest).map(({ path }) => path);
}

describe("a whole release as one body", () => {
  test("has its own content type", () => {
    expect(releaseStreamType).toBe("application/vnd.site.release");
  });

  test("has the files by path, compared by code units, with hash and size", () => {
    expect(listStreamedFiles({ files })).toEqual(order.map((path) => ({ path, ...files[path as keyof typeof files] })));
  });

  test("has one order for every order in which a manifest is written", () => {
    const path = fc.stringMatching(/^(browser|server)\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,6}$/);
    fc.assert(
      fc.property(fc.uniqueArray(path), (paths) => {
        expect(listPaths(paths.toReversed())).toEqual(listPaths(paths));
        expect(listPaths(paths)).toEqual(paths.toSorted());
      }),
    );
  });

  test("is a line of JSON and then the bytes of each file, without anything between them", () => {
    const header = { manifest: { signed: "x" } };
    const portions = [...writeReleaseStream(header, { files }, bytes)];
    expect(Buffer.concat(portions).toString()).toBe('{"manifest":{"signed":"x"}}\nZaaaabbsss');
  });

  test("has no empty portion, which would end a chunked body", () => {
    const portions = [...writeReleaseStream({}, { files }, bytes)];
    expect(portions.map(({ length }) => length)).toEqual([3, 1, 4, 2, 3]);
  });

  test("is not written without one of its files", () => {
    const missing = new Map([...bytes].filter(([path]) => path !== "browser/b.js"));
    expect(() => [...writeReleaseStream({}, { files }, missing)]).toThrow("the file browser/b.js is not there");
  });
});
