import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { parse } from "yaml";
import { workspaceRoot } from "./markdown-files.ts";

export const licencesFile = "docs/licences.md";

/** Licences that a package may have, by their SPDX names. None of them requires publishing the sources of the site. */
export const allowed: readonly string[] = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
];

/** Packages with another licence, each with the reason why it may be used. A test checks that each is still installed. */
export const exceptions: Readonly<Record<string, { licence: string; why: string }>> = {
  "axe-core": { licence: "MPL-2.0", why: "Tests use it as it is; nothing of it is in a release." },
  lightningcss: { licence: "MPL-2.0", why: "The test runner uses it as it is; nothing of it is in a release." },
  "@img/sharp-libvips": {
    licence: "LGPL-3.0-or-later",
    why: "The server draws pictures with this library, which sharp loads as a file of its own and which is not changed. Visitors do not get it.",
  },
};

const dependenciesSchema = v.optional(v.record(v.string(), v.string()), {});
const importedSchema = v.optional(v.record(v.string(), v.object({ version: v.string() })), {});
const lockfileSchema = v.object({
  importers: v.record(v.string(), v.object({ dependencies: importedSchema })),
  packages: v.record(v.string(), v.object({ resolution: v.record(v.string(), v.unknown()) })),
  snapshots: v.record(
    v.string(),
    v.object({
      optional: v.optional(v.boolean(), false),
      dependencies: dependenciesSchema,
      optionalDependencies: dependenciesSchema,
    }),
  ),
});
export type Lockfile = v.InferOutput<typeof lockfileSchema>;

/** The lockfile of the workspace. @throws ValiError when it has another format */
export function readLockfile(file = join(workspaceRoot, "pnpm-lock.yaml")): Lockfile {
  return v.parse(lockfileSchema, parse(readFileSync(file, "utf8")));
}

/** A package that the lockfile names. */
export interface Licensed {
  name: string;
  version: string;
  /** The licence in its `package.json`; undefined when the package is not installed on this machine. */
  licence: string | undefined;
  /** Whether it is part of releases or servers, or of their build; other packages are for tests and development only. */
  isShipped: boolean;
  /** Whether it is installed on some platforms only: a build of another package, or a dependency of such a build. */
  isOptional: boolean;
}

/** Every package of the lockfile, by name. */
export function listLicences(lockfile = readLockfile()): Licensed[] {
  const installed = readInstalled();
  const shipped = findShipped(lockfile);
  const optional = new Set(
    Object.entries(lockfile.snapshots).flatMap(([key, one]) => (one.optional ? toPackage(key) : [])),
  );
  return Object.keys(lockfile.packages)
    .map((key): Licensed => {
      const cut = key.lastIndexOf("@");
      return {
        name: key.slice(0, cut),
        version: key.slice(cut + 1),
        licence: installed.get(key),
        isShipped: shipped.has(key),
        isOptional: optional.has(key),
      };
    })
    .toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** `name@version` of all transitive `dependencies` of the packages. */
function findShipped({ importers, snapshots }: Lockfile): Set<string> {
  const seen = new Set<string>();
  const follow = (name: string, version: string): void => {
    // The version of an alias names another package.
    const key = version.includes("@", 1) && !/^\d/.test(version) ? version : `${name}@${version}`;
    const snapshot = snapshots[key];
    if (!snapshot || seen.has(key)) return;
    seen.add(key);
    for (const [inner, wanted] of Object.entries({ ...snapshot.dependencies, ...snapshot.optionalDependencies }))
      follow(inner, wanted);
  };
  for (const { dependencies } of Object.values(importers))
    for (const [name, { version }] of Object.entries(dependencies)) follow(name, version);
  return new Set([...seen].map(toPackage));
}

/** `name@version` of a snapshot, which also names the peers that it was installed with. */
function toPackage(snapshot: string): string {
  return snapshot.replace(/\(.*$/, "");
}

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(
    v.union([
      v.string(),
      v.pipe(
        v.object({ type: v.string() }),
        v.transform(({ type }) => type),
      ),
    ]),
  ),
  licenses: v.optional(
    v.pipe(
      v.array(v.object({ type: v.string() })),
      v.transform((list) => list.map(({ type }) => type).join(" OR ")),
    ),
  ),
});

/** The licence of each installed package by `name@version`; empty when its `package.json` names none. */
function readInstalled(): Map<string, string> {
  const store = join(workspaceRoot, "node_modules/.pnpm");
  const found = new Map<string, string>();
  for (const file of globSync(["*/node_modules/*/package.json", "*/node_modules/@*/*/package.json"], { cwd: store })) {
    const manifest = v.safeParse(manifestSchema, JSON.parse(readFileSync(join(store, file), "utf8")));
    if (!manifest.success) continue;
    const { name, version, license, licenses } = manifest.output;
    found.set(`${name}@${version}`, license ?? licenses ?? "");
  }
  return found;
}

/** Whether an alternative of an SPDX expression is allowed, with all of its parts. */
export function isAllowed(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => allowed.includes(part.trim())));
}

/** The document: packages by licence, first the shipped ones, then the others. */
export function writeLicences(licensed = listLicences()): string {
  const table = (isShipped: boolean): string[] => {
    const rows = Map.groupBy(
      licensed.filter((one) => one.isShipped === isShipped && !one.isOptional),
      ({ licence }) => licence ?? "",
    );
    return [
      "| licence | packages |",
      "| --- | --- |",
      ...[...rows]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(
          ([licence, list]) =>
            `| ${licence || "none is named"} | ${list.map(({ name, version }) => `${name} ${version}`).join(", ")} |`,
        ),
    ];
  };
  const reasons = Object.entries(exceptions).map(([name, { licence, why }]) => `- **${name}** (${licence}): ${why}`);
  return `# Licences of the packages

Every package of the lockfile by the licence that its own \`package.json\` names. \`node scripts/docs/write-licences.ts\` writes this page, and a test
compares it with what is installed: a package without a licence, or with one that is not allowed, fails it. Builds of a package for one platform, and what
only they need, are left out here; those that are installed are checked too.

Allowed are ${allowed.join(", ")}.

## In releases and servers, or building them

${table(true).join("\n")}

## For tests and development alone

${table(false).join("\n")}

## Exceptions

${reasons.length === 0 ? "There are none." : reasons.join("\n")}
`;
}

/** The exception for a package; builds for one platform share that of their package. */
export function findException({ name, licence }: Licensed): string | undefined {
  return Object.entries(exceptions).find(
    ([one, { licence: excepted }]) => (name === one || name.startsWith(`${one}-`)) && licence === excepted,
  )?.[0];
}
