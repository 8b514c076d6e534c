import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { browserMapsFile } from "../src/releases/browser-maps.ts";
import { findLeakProblems, findLeaks, findLibraryCopies } from "./find-bundle-problems.ts";

const require = createRequire(import.meta.url);

/** The scripts of an installed library, as one text: what a bundle that contains it would contain. */
function readLibrary(name: string): string {
  const folder = dirname(require.resolve(name));
  const files = [folder, join(folder, "cjs"), join(folder, "vanilla")].filter(existsSync).flatMap((one) =>
    readdirSync(one)
      .filter((file) => /\.m?js$/.test(file))
      .map((file) => join(one, file)),
  );
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

describe("A remote's own copy of a shared library is found", () => {
  test.each([["react"], ["react-dom"], ["jotai"]])("when it is %s, as it is installed now.", (name) => {
    expect(findLibraryCopies(readLibrary(name))).toContain(name);
  });

  test("when it is react-intl, by what its core says of a missing message.", () => {
    const intl = createRequire(require.resolve("react-intl")).resolve("@formatjs/intl");
    expect(findLibraryCopies(readFileSync(intl, "utf8") + readAround(intl))).toContain("react-intl");
  });

  test("when it is react-router, which react-router-dom only passes on.", () => {
    const router = createRequire(require.resolve("react-router-dom")).resolve("react-router");
    expect(findLibraryCopies(readAround(router))).toContain("react-router-dom");
  });
});

function readAround(file: string): string {
  return readdirSync(dirname(file), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

test("A script that asks the shell for React carries no copy.", () => {
  expect(findLibraryCopies(`__webpack_require__("webpack/sharing/consume/default/react/react")`)).toEqual([]);
});

test("A key, a map and a path of the building machine are found.", () => {
  // Put together here, so that a search for keys in the sources finds none.
  const key = ["-----BEGIN", "PRIVATE KEY-----\nMC4C"].join(" ");
  expect(findLeaks(key, "/srv/site")).toEqual(["it contains a private key"]);
  expect(findLeaks("-----BEGIN OPENSSH PRIVATE KEY-----", "/srv/site")).toHaveLength(1);
  for (const secret of [
    `MC4CAQAwBQYDK2VwBCIEI${"a".repeat(43)}`,
    `site_${"0".repeat(12)}_${"a".repeat(43)}`,
    `ghp_${"a".repeat(36)}`,
    `npm_${"a".repeat(36)}`,
    `AKIA${"A".repeat(16)}`,
    `AIza${"a".repeat(35)}`,
    ["eyJhbGciOiJFZERTQSJ9", "eyJzdWIiOiJjb250ZW50In0", "a".repeat(43)].join("."),
  ])
    expect([secret, findLeaks(`const secret="${secret}";`).length]).toEqual([secret, 1]);
  expect(findLeaks(`site_navigation={};"npm_config_registry";var site_content,AKIA="eyJh.eyJh"`)).toEqual([]);
  expect(findLeaks("//# sourceMappingURL=data:application/json;base64,e30=", "/srv/site")).toEqual([
    "it contains a source map",
  ]);
  expect(findLeaks(`const a="/srv/site/remote-download/src/x.ts"`, "/srv/site")).toHaveLength(1);
  expect(findLeaks(`"/home/ana/site"`, "/srv/site")).toHaveLength(1);
  expect(findLeaks(`"C:\\\\Users\\\\ana"`, "/srv/site")).toHaveLength(1);
  expect(findLeaks(`fetch("/home/"),"/network/download/","-----BEGIN CERTIFICATE-----"`, "/srv/site")).toEqual([]);
});

test("a path of the machine is found as part of an address too", () => {
  expect(findLeaks("data:text/javascript,import%20%22%2Fsrv%2Fmy%20site%2Fx.js%22", "/srv/my site")).toEqual([
    "it contains %2Fsrv%2Fmy%20site, a path of the machine it was built on",
  ]);
});

test("A reference to a source map is found in scripts and in styles.", () => {
  const files = new Map(
    Object.entries({
      "browser/a.js": "a()\n//# sourceMappingURL=a.js.map",
      "browser/a.css": "a{}/*# sourceMappingURL=a.css.map */",
      "browser/b.js": `const name = "sourceMappingURL"`,
    }).map(([file, text]) => [file, Buffer.from(text)]),
  );
  const referring = findLeakProblems({ files, buildRoot: "/srv/site" }).filter(({ problem }) =>
    problem.startsWith("it refers to a source map"),
  );
  expect(referring.map(({ file }) => file)).toEqual(["browser/a.js", "browser/a.css"]);
});

const pack = (maps: object): Buffer => gzipSync(JSON.stringify(maps));

/** What is wrong with a release that has nothing but a file of source maps. */
function findMapProblems(bytes: Buffer): string[] {
  const files = new Map([[browserMapsFile, bytes]]);
  return findLeakProblems({ files, buildRoot: "/srv/site" }).map(({ problem }) => problem);
}

describe("the packed source maps of browser scripts", () => {
  const map = { version: 3, sources: ["src/a.tsx"], names: [], mappings: "AAAA" };
  test("may name places of sources", () => {
    expect(findMapProblems(pack({ "remoteEntry.js": map }))).toEqual([]);
  });

  test.each([
    ["the text of a source", pack({ "a.js": { ...map, sourcesContent: ["secret"] } }), /sourcesContent/],
    ["a path of the building machine", pack({ "a.js": { ...map, sources: ["/srv/site/src/a.tsx"] } }), /\/srv\/site/],
    ["what is no map", pack({ "a.js": "a" }), /cannot be read/],
    ["what is not packed", Buffer.from("{}"), /cannot be read/],
  ])("may not have %s", (_what, bytes, problem) => {
    expect(findMapProblems(bytes)).toEqual([expect.stringMatching(problem)]);
  });
});
