import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readProvenance } from "./read-provenance.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "provenance-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (root: string, environment: Record<string, string> = {}) =>
  readProvenance({ name: "lobby", root }, environment);

/** A repository with one commit: a package in a folder, and the lockfile beside it. */
function commit(): { root: string; commit: string } {
  const repository = join(folder, "one");
  const root = join(repository, "remote-lobby");
  mkdirSync(root, { recursive: true });
  writeFileSync(join(repository, "pnpm-lock.yaml"), "lockfileVersion: 9\n");
  writeFileSync(join(root, "package.json"), "{}");
  const git = (...words: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@site.example", ...words], {
      cwd: repository,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "one");
  return { root, commit: git("rev-parse", "HEAD") };
}

test("a release says who built it, of which commit and lockfile, and with which tools", () => {
  const { root, commit: made } = commit();
  expect(read(root, { SITE_BUILDER: "https://ci.site.example/lobby" })).toMatchObject({
    predicateType: "https://slsa.dev/provenance/v1",
    buildDefinition: {
      externalParameters: { package: "lobby" },
      resolvedDependencies: [
        { name: "source", digest: { gitCommit: made } },
        { name: "pnpm-lock.yaml", digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      ],
    },
    runDetails: {
      builder: {
        id: "https://ci.site.example/lobby",
        version: { node: process.versions.node, "@rspack/core": expect.stringMatching(/^\d/) },
      },
    },
  });
});

test("two builds of one commit by one builder say the same, in every folder and at every time", () => {
  const { root } = commit();
  cpSync(join(folder, "one"), join(folder, "two"), { recursive: true });
  expect(read(join(folder, "two/remote-lobby"))).toEqual(read(root));
  expect(JSON.stringify(read(root))).not.toContain(folder);
});

test("a build of files that are not committed says so", () => {
  const { root, commit: made } = commit();
  writeFileSync(join(root, "package.json"), '{ "name": "lobby" }');
  expect(read(root).buildDefinition.resolvedDependencies[0]).toEqual({
    name: "source",
    digest: { gitCommit: made },
    annotations: { uncommitted: true },
  });
});

test("a build that read another package of the repository, which is not committed as it is, says so", () => {
  const { root } = commit();
  const widgets = join(folder, "one/widgets");
  const library = join(folder, "one/node_modules/charts");
  for (const path of [widgets, library]) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "index.ts"), "export const one = 1;\n");
  }
  const readWith = (files: string[]) =>
    readProvenance({ name: "lobby", root }, {}, files).buildDefinition.resolvedDependencies[0];
  expect(readWith([join(widgets, "index.ts")])).toHaveProperty("annotations", { uncommitted: true });
  // What is installed is in no repository: the lockfile says its version.
  expect(readWith([join(library, "index.ts")])).not.toHaveProperty("annotations");
  expect(readWith([])).not.toHaveProperty("annotations");
});

test("outside of a repository the commit is the one that the environment names, or left out", () => {
  expect(read(folder).buildDefinition.resolvedDependencies).toEqual([]);
  const named = "0123456789012345678901234567890123456789";
  expect(read(folder, { SITE_COMMIT: named }).buildDefinition.resolvedDependencies).toEqual([
    { name: "source", digest: { gitCommit: named } },
  ]);
});

test("a builder that is no URI ends the build", () => {
  expect(() => read(folder, { SITE_BUILDER: "my laptop" })).toThrow("expected a URI");
});
