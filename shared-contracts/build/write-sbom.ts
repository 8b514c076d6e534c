import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import type { Stats } from "@rspack/core";
import * as v from "valibot";
import { contractVersion } from "../src/releases/share-scope.ts";

/** A package whose code or files are in a release. */
export interface Bundled {
  name: string;
  version: string;
  /** As its `package.json` writes it, mostly an SPDX expression. */
  license?: string | undefined;
}

const manifestSchema = v.object({ name: v.string(), version: v.string(), license: v.optional(v.string()) });

/** Files that only the build reads, by extension: code in a release is found by its modules. */
const ofTheBuild = new Set([".json", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"]);

/** The packages whose code or files are in bundles, by name and version, without the built package itself. */
export function listBundled(bundles: readonly Stats[], root: string): Bundled[] {
  const folders = new Map<string, Bundled | undefined>();
  const find = (folder: string): Bundled | undefined => {
    if (folders.has(folder)) return folders.get(folder);
    const found = readManifest(folder) ?? (dirname(folder) === folder ? undefined : find(dirname(folder)));
    folders.set(folder, found);
    return found;
  };
  const files = bundles.flatMap(({ compilation }) => [
    ...[...compilation.modules].flatMap((module) => module.nameForCondition() ?? []),
    ...[...compilation.fileDependencies].filter((file) => !ofTheBuild.has(extname(file))),
  ]);
  const own = readManifest(root);
  const found = files.flatMap((file) => find(dirname(file)) ?? []);
  const byKey = new Map(found.map((one) => [toPackageUrl(one), one]));
  if (own) byKey.delete(toPackageUrl(own));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** The package of a folder; undefined without a `package.json`, or with one that only declares the module type. */
function readManifest(folder: string): Bundled | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const manifest = v.safeParse(manifestSchema, JSON.parse(readFileSync(file, "utf8")));
  return manifest.success ? manifest.output : undefined;
}

/** The name of a package in registries and scanners. */
function toPackageUrl({ name, version }: Bundled): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/**
 * The bill of materials of a release, as a CycloneDX document: every package whose code or files are in it, with version and licence. It has neither
 * a time nor a serial number, so equal builds write equal documents. Libraries that the shell provides at run time are properties: they are in the
 * shell's document.
 * @param root the folder of the built package
 * @param shared ranges of the libraries that the shell provides, by name
 */
export function writeSbom(root: string, bundled: readonly Bundled[], shared: Readonly<Record<string, string>>): string {
  const own = readManifest(root);
  if (!own) throw new Error(`${join(root, "package.json")} has no name or no version`);
  const document = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      tools: { components: [{ type: "application", group: "@site", name: "contracts", version: contractVersion }] },
      component: toComponent(own, "application"),
      properties: Object.entries(shared).map(([name, range]) => ({ name: `site:shared:${name}`, value: range })),
    },
    components: bundled.map((one) => toComponent(one, "library")),
    dependencies: [
      { ref: toPackageUrl(own), dependsOn: bundled.map(toPackageUrl) },
      ...bundled.map((one) => ({ ref: toPackageUrl(one) })),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toComponent(bundled: Bundled, type: "application" | "library"): object {
  const { version, license } = bundled;
  const [, group, name = bundled.name] = /^(?:(@[^/]+)\/)?(.+)$/.exec(bundled.name) ?? [];
  const url = toPackageUrl(bundled);
  return {
    type,
    "bom-ref": url,
    ...(group !== undefined && { group }),
    name,
    version,
    ...(license !== undefined && { licenses: [toLicense(license)] }),
    purl: url,
  };
}

function toLicense(license: string): object {
  return /^[\w.+() -]+$/.test(license) && !/^(SEE|UNLICENSED)/.test(license)
    ? { expression: license }
    : { license: { name: license } };
}
