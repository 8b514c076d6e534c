import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { findLockfile } from "./find-lockfile.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { type Provenance, provenanceSchema } from "../src/releases/provenance.ts";
import { contractVersion } from "../src/releases/share-scope.ts";

/** The type of this preset's builds. */
const buildType = "https://site.example/builds/rspack/1";

/** The builder of a release when `SITE_BUILDER` is not set. */
const unnamedBuilder = "urn:site:builder:unnamed";

const require = createRequire(import.meta.url);

/**
 * The builder of a package, with commit, lockfile and tools. Times, paths and run numbers are left out, so that two builds of one commit by one
 * builder are equal.
 * @param environment `SITE_BUILDER`: a URI that names the builder; `SITE_COMMIT`: the commit, for sources without a repository
 * @param files the paths of all files that the bundler read: other packages of the repository may be among them
 * @throws ValiError for an invalid builder or commit
 */
export function readProvenance(
  { name, root }: { name: PackageName; root: string },
  environment: Readonly<Record<string, string | undefined>> = process.env,
  files: readonly string[] = [],
): Provenance {
  const lockfile = findLockfile(root);
  const source = environment["SITE_COMMIT"]
    ? { commit: environment["SITE_COMMIT"], isUncommitted: false }
    : readCommit(root, [...(lockfile === undefined ? [] : [lockfile]), ...files]);
  return v.parse(provenanceSchema, {
    predicateType: "https://slsa.dev/provenance/v1",
    buildDefinition: {
      buildType,
      externalParameters: { package: name },
      resolvedDependencies: [
        ...(source
          ? [
              {
                name: "source",
                digest: { gitCommit: source.commit },
                ...(source.isUncommitted && { annotations: { uncommitted: true } }),
              },
            ]
          : []),
        ...(lockfile === undefined
          ? []
          : [
              {
                name: basename(lockfile),
                digest: { sha256: createHash("sha256").update(readFileSync(lockfile)).digest("hex") },
              },
            ]),
      ],
    },
    runDetails: {
      builder: {
        id: environment["SITE_BUILDER"] ?? unnamedBuilder,
        version: {
          "@module-federation/enhanced": readVersion("@module-federation/enhanced"),
          "@rspack/core": readVersion("@rspack/core"),
          "@site/contracts": contractVersion,
          node: process.versions.node,
        },
      },
    },
  });
}

/** The commit of a folder, and whether the package, other files that were read, or the contracts differ from it; undefined outside of a repository. */
function readCommit(root: string, others: readonly string[]): { commit: string; isUncommitted: boolean } | undefined {
  const git = (...words: string[]): string =>
    execFileSync("git", ["--no-optional-locks", ...words], { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    const [folder = "", commit = ""] = git("rev-parse", "--show-toplevel", "HEAD").split("\n");
    const contracts = dirname(import.meta.dirname);
    const folders = [root, contracts];
    const outside = others.filter((file) => !folders.some((one) => file.startsWith(`${one}/`)));
    const read = [...folders, ...outside.filter((file) => !/[\\/]node_modules[\\/]/.test(file))].filter(
      (path) => path.startsWith(`${folder}/`) || path === folder,
    );
    return { commit, isUncommitted: git("status", "--porcelain", "--", ...read) !== "" };
  } catch {
    return undefined;
  }
}

const manifestSchema = v.object({ name: v.string(), version: v.string() });

/** The version of an installed package. Its own `package.json` is not always among its exports, so it is searched for above the main file. */
function readVersion(name: string): string {
  for (let folder = dirname(require.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, "package.json");
    const manifest = existsSync(file) ? v.safeParse(manifestSchema, JSON.parse(readFileSync(file, "utf8"))) : undefined;
    if (manifest?.success && manifest.output.name === name) return manifest.output.version;
  }
  throw new Error(`${name} is not installed`);
}
