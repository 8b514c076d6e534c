import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { browserMapsFile } from "../src/releases/browser-maps.ts";
import { toIntegrity } from "../src/releases/integrity.server.ts";
import type { IslandDescriptor } from "../src/islands/island.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { parseRelease } from "../src/releases/release.ts";
import { contractVersion } from "../src/releases/share-scope.ts";
import { listFiles, packRelease } from "./pack-release.ts";

let root = "";

const script = `console.log(${JSON.stringify("chip ".repeat(200))});`;
const islands: IslandDescriptor[] = [
  { key: "button", hydrate: "interaction", hydrateOnQuery: "auto=1", data: ["navigations"], router: true },
  { key: "page", hydrate: "never", data: [], router: false },
];
const chunks = new Map([
  ["expose-button", ["expose-button.1.js", "expose-button.1.css"]],
  ["still-page", ["still-page.js", "still-page.css"]],
]);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pack-release-"));
  write("package.json", JSON.stringify({ name: "@site/fixture", version: "1.2.3" }));
  write("dist/browser/remoteEntry.js", "var site_download = {};");
  write("dist/browser/expose-button.1.js", script);
  write("dist/browser/expose-button.1.css", ".download-button-root{color:red}\n");
  write("dist/browser/still-page.js", "/* only there to find the CSS */");
  write("dist/browser/still-page.css", ".download-page-root{color:red}");
  write("dist/browser/photo.webp", "chip ".repeat(200));
  write("dist/server/entry.cjs", "exports.describe = () => [];");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const read = (file: string): Buffer => readFileSync(join(root, "dist", file));

function pack(name: PackageName = "download") {
  return packRelease({ name, root, entryFile: "remoteEntry.js" }, islands, chunks);
}

test("a package.json that announces a removal in no known form ends the build, with the file and what is expected", () => {
  write("package.json", JSON.stringify({ version: "1.2.3", deprecates: { button: "Use page." } }));
  expect(() => pack()).toThrow(/package\.json: deprecates\.button: expected expose:button, variant:/);
});

test("the maps of scripts have neither the text of a module of the bundler's own, which has paths of the machine, nor positions in it", () => {
  const sources = ["src/ui/button.tsx", "data:text/javascript,import%20%22%2Fhome%2Fme%2Fx.js%22"];
  write("dist/browser/remoteEntry.js.map", JSON.stringify({ version: 3, sources, names: [], mappings: "AAAA,CCAkB" }));
  pack();
  expect(JSON.parse(gunzipSync(read(browserMapsFile)).toString("utf8"))).toEqual({
    "remoteEntry.js": { version: 3, sources: ["src/ui/button.tsx", "data:"], names: [], mappings: "AAAA,CCAA" },
  });
});

test("a release has the slots of its islands, its events and messages, and what it announces", () => {
  write("package.json", JSON.stringify({ version: "1.2.3", deprecates: { "expose:page": "Use button." } }));
  const source = {
    slots: new Map([["button", ["lobby/teaser#small"]]]),
    sends: { "download:started": ["platform", "url"] },
    hears: { "route:changed": ["name"] },
    details: {
      "route:changed": { type: "object" as const, fields: { name: { type: "text" as const } }, required: ["name"] },
    },
  };
  const release = packRelease({ name: "download", root, entryFile: "remoteEntry.js" }, islands, chunks, {
    source,
    messages: { en: 3 },
  });
  expect(release.exposes.map(({ key, slots }) => [key, slots])).toEqual([
    ["button", ["lobby/teaser#small"]],
    ["page", undefined],
  ]);
  expect(release.surface).toEqual({
    sends: source.sends,
    hears: source.hears,
    details: source.details,
    messages: { en: 3 },
    deprecates: { "expose:page": "Use button." },
  });
  expect(parseRelease(JSON.parse(read("release.json").toString("utf8")), "x")).toEqual(release);
});

describe("a packed release", () => {
  test("is a valid release document, in dist and as it is returned", () => {
    const release = pack();
    expect(parseRelease(JSON.parse(read("release.json").toString("utf8")), "x")).toEqual(release);
    expect(release).toMatchObject({
      name: "download",
      contract: contractVersion,
      entry: "browser/remoteEntry.js",
      serverEntry: "server/entry.cjs",
    });
  });

  test("has one sheet for islands that look the same", () => {
    write("dist/browser/expose-button.1.css", ".download-page-root{color:red}\n");
    const { exposes, files } = pack();
    const sheets = Object.keys(files).filter((file) => file.endsWith(".css"));
    expect(sheets).toEqual([expect.stringMatching(/^browser\/shared\.[0-9a-f]{8}\.css$/)]);
    expect(exposes.map(({ css }) => css)).toEqual([sheets, sheets]);
  });

  test("lists every file below browser and server, with the hash and size of its bytes", () => {
    const { files } = pack();
    expect(Object.keys(files)).toEqual(listFiles(join(root, "dist")));
    for (const [file, { integrity, size }] of Object.entries(files)) {
      expect({ file, integrity, size }).toEqual({ file, integrity: toIntegrity(read(file)), size: read(file).length });
    }
  });

  test("says of each island which files it runs, and ships no script for one that is never hydrated", () => {
    const { exposes, files } = pack();
    expect(exposes).toEqual([
      {
        key: "button",
        hydrate: "interaction",
        hydrateOnQuery: "auto=1",
        data: ["navigations"],
        js: ["browser/expose-button.1.js"],
        css: ["browser/expose-button.1.css"],
      },
      { key: "page", hydrate: "never", data: [], js: [], css: ["browser/still-page.css"] },
    ]);
    expect(files).not.toHaveProperty(["browser/still-page.js"]);
    expect(existsSync(join(root, "dist/browser/still-page.js"))).toBe(false);
  });

  test("has a brotli copy of what is worth compressing and gets smaller, of nothing else", () => {
    const { files } = pack();
    expect(brotliDecompressSync(read("browser/expose-button.1.js.br")).toString("utf8")).toBe(script);
    expect(files).not.toHaveProperty(["browser/photo.webp.br"]);
    expect(files).not.toHaveProperty(["server/entry.cjs.br"]);
    for (const [file, { size }] of Object.entries(files)) {
      if (file.endsWith(".br")) expect(size).toBeLessThan(files[file.slice(0, -3)]?.size ?? 0);
    }
  });

  test("puts a remote's rules into the layer of remotes, once, and leaves the shell's alone", () => {
    pack();
    pack();
    expect(read("browser/expose-button.1.css").toString("utf8")).toBe(
      "@layer remote{.download-button-root{color:red}}",
    );
    write("dist/browser/base.css", "@layer reset,tokens;");
    pack("shell");
    expect(read("browser/base.css").toString("utf8")).toBe("@layer reset,tokens;");
  });

  test("names the ranges of the shared libraries it was built against", () => {
    const { shared } = pack();
    expect(Object.keys(shared).toSorted()).toEqual(["jotai", "react", "react-dom", "react-intl", "react-router-dom"]);
    for (const range of Object.values(shared)) expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
  });

  test("has no entry when nothing of the package is hydrated", () => {
    rmSync(join(root, "dist/browser/remoteEntry.js"));
    expect(pack()).not.toHaveProperty("entry");
  });
});

describe("the version of a release", () => {
  test("is that of the package with the hash of its content: the same content is the same version, whenever it is built", () => {
    const first = pack();
    expect(first.version).toMatch(/^1\.2\.3-[0-9a-f]{12}$/);
    expect(pack().version).toBe(first.version);
  });

  test("changes with one byte of one file", () => {
    const { version } = pack();
    write("dist/server/entry.cjs", "exports.describe = () => [] ;");
    expect(pack().version).not.toBe(version);
  });

  test("differs between packages with equal files", () => {
    expect(pack("content").version).not.toBe(pack("download").version);
  });

  test("needs the package to have one", () => {
    write("package.json", "{}");
    expect(() => pack()).toThrow("has no version");
  });
});
