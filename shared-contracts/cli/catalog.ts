import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The versions of the catalog of `pnpm-workspace.yaml`, by package. The packed contract has no such file, but literal versions. */
export function readCatalog(): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, "../../pnpm-workspace.yaml"), "utf8");
  return new Map(
    [...text.matchAll(/^ {2}"?([@a-z][\w@./-]*)"?: (\d\S*)$/gm)].map(([, name = "", version = ""]) => [name, version]),
  );
}

/** The version of a package in the catalog. @throws Error when the catalog lacks it */
export function toPinned(catalog: ReadonlyMap<string, string>, name: string): string {
  const version = catalog.get(name);
  if (version === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no version of ${name}.`);
  return version;
}

/** Replaces `catalog:` in the text of a `package.json` by versions, for a folder outside of this workspace. */
export function pinVersions(manifest: string): string {
  if (!manifest.includes(`"catalog:"`)) return manifest;
  const catalog = readCatalog();
  return manifest.replaceAll(
    /"([^"]+)": "catalog:"/g,
    (_pair, name: string) => `"${name}": "${toPinned(catalog, name)}"`,
  );
}
