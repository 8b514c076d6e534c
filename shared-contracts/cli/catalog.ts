import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The versions of the catalog of `pnpm-workspace.yaml`, by package. The packed contract has no such file, and all its versions written out. */
export function readCatalog(): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, "../../pnpm-workspace.yaml"), "utf8");
  return new Map(
    [...text.matchAll(/^ {2}"?([@a-z][\w@./-]*)"?: (\d\S*)$/gm)].map(([, name = "", version = ""]) => [name, version]),
  );
}

/** The version of the catalog for a package. @throws Error when it has none */
export function toPinned(catalog: ReadonlyMap<string, string>, name: string): string {
  const version = catalog.get(name);
  if (version === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no version of ${name}.`);
  return version;
}

/** Writes the versions of the catalog into the text of a `package.json`, for a folder that is outside of this workspace. */
export function pinVersions(manifest: string): string {
  if (!manifest.includes(`"catalog:"`)) return manifest;
  const catalog = readCatalog();
  return manifest.replaceAll(
    /"([^"]+)": "catalog:"/g,
    (_pair, name: string) => `"${name}": "${toPinned(catalog, name)}"`,
  );
}
