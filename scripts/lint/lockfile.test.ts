import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readLockfile } from "../docs/licences.ts";
import { findUnpinned } from "./lockfile.ts";

const root = join(import.meta.dirname, "../..");

test("every package of the lockfile comes from the registry, with a hash of its bytes", () => {
  const { packages } = readLockfile();
  expect(Object.keys(packages).length).toBeGreaterThan(400);
  expect(findUnpinned(packages)).toEqual([]);
});

test("a package from a repository, from an address, from a folder or without a hash is named", () => {
  const integrity = `sha512-${"A".repeat(86)}==`;
  expect(
    findUnpinned({
      "good@1.0.0": { resolution: { integrity } },
      "weak@1.0.0": { resolution: { integrity: "sha1-AAAA" } },
      "bare@1.0.0": { resolution: {} },
      "elsewhere@1.0.0": { resolution: { integrity, tarball: "https://packages.example/elsewhere.tgz" } },
      "forge@https://codeload.example/x/tar.gz/abc": {
        resolution: { tarball: "https://codeload.example/x/tar.gz/abc" },
      },
      "cloned@git+ssh://git@forge.example/x.git#abc": { resolution: { type: "git", repo: "x", commit: "abc" } },
      "beside@file:../beside": { resolution: { type: "directory", directory: "../beside" } },
    }).map((problem) => problem.split(":")[0]),
  ).toEqual(["weak@1.0.0", "bare@1.0.0", "elsewhere@1.0.0", "forge@https", "cloned@git+ssh", "beside@file"]);
});

test("one package may run a script when it is installed: the pinned Node, whose program is compared with its checksum", () => {
  const settings: unknown = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"));
  expect(settings).toMatchObject({ allowBuilds: { node: true } });
  expect(JSON.stringify(settings)).not.toMatch(
    /dangerouslyAllowAllBuilds|onlyBuiltDependencies|patchedDependencies|overrides|registr/,
  );
  expect(Object.keys(Object(Reflect.get(Object(settings), "allowBuilds")))).toEqual(["node"]);
});

test("versions are exact: those of the catalog, and no package names another than the catalog's", () => {
  const { catalog }: { catalog: Record<string, string> } = parse(
    readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"),
  );
  expect(Object.entries(catalog).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
