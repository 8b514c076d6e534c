import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Release } from "../src/releases/release.ts";
import { findMissingFiles } from "./find-missing-files.ts";

function make(name: string, files: readonly string[]): { release: Release; label: string } {
  const release: Release = {
    _type: "release",
    schemaVersion: 1,
    name,
    version: "1.0.0-0123456789ab",
    contract: "1.0.0",
    serverEntry: "server/entry.cjs",
    exposes: [],
    shared: {},
    files: Object.fromEntries(files.map((file) => [file, { integrity: "", size: 1 }])),
  };
  return { release, label: name };
}

/** What is found in the sources of a remote, beside a shell with some files. */
function find(sources: Readonly<Record<string, string>>, shellFiles?: readonly string[]): string[] {
  const sourceRoot = mkdtempSync(join(tmpdir(), "missing-files-"));
  onTestFinished(() => rmSync(sourceRoot, { recursive: true, force: true }));
  mkdirSync(join(sourceRoot, "src"));
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(sourceRoot, "src", file), text);
  const lobby = { ...make("lobby", []), files: new Map(), description: undefined, others: [], sourceRoot };
  const releases = new Map([["lobby", make("lobby", [])]]);
  if (shellFiles) releases.set("shell", make("shell", shellFiles));
  return findMissingFiles({ candidates: new Map([["lobby", lobby]]), releases }).map(
    ({ file, line, column, problem }) => `${file}:${line}:${column} ${problem.split(" ")[0]}`,
  );
}

test("an address of a file of this site that is not there is found at its line in code and in style sheets", () => {
  const sources = {
    "a.tsx":
      '<p>\n<img src="/nope/x.webp" />\n<video poster={"/assets/nope.webp?1"} />\n<img srcSet="/assets/logo.svg 2x" />',
    "b.module.css": '.a { background: url("/assets/felt.webp"); mask: url(/nope/mask.svg) }',
  };
  expect(find(sources, ["browser/assets/logo.svg"])).toEqual([
    "src/a.tsx:2:11 /nope/x.webp",
    "src/a.tsx:3:17 /assets/nope.webp?1",
    "src/b.module.css:1:23 /assets/felt.webp",
    "src/b.module.css:1:54 /nope/mask.svg",
  ]);
  // Without a shell, its files are not known.
  expect(find(sources)).toEqual(["src/a.tsx:2:11 /nope/x.webp", "src/b.module.css:1:54 /nope/mask.svg"]);
});

test("pictures that servers draw, addresses elsewhere, addresses that code makes and comments are left alone", () => {
  const code = [
    '<img src="/_image/lobby/a.1a2b3c4d/320@1.webp" />',
    '<img src="https://cdn.example/x.webp" />',
    "<img src={`/flags/${code}.svg`} />",
    '// <img src="/nope/x.webp" />',
    "<img src={toImageUrl(art, 320, 1)} />",
  ];
  expect(find({ "a.tsx": code.join("\n"), "a.test.tsx": '<img src="/nope/x.webp" />' }, [])).toEqual([]);
});
