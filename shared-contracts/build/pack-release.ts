import { createHash } from "node:crypto";
import * as v from "valibot";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { blankPositions } from "./blank-positions.ts";
import { browserMapsFile } from "../src/releases/browser-maps.ts";
import { type ReleaseContent, toContentVersion } from "../src/releases/content-version.server.ts";
import { headFile } from "../src/islands/head-file.ts";
import type { IslandDescriptor } from "../src/islands/island.ts";
import { toIntegrity } from "../src/releases/integrity.server.ts";
import type { Release, ReleaseExpose } from "../src/releases/release.ts";
import type { ServerEntry } from "../src/islands/server-entry.ts";
import type { IslandName } from "../src/names/island-name.ts";
import type { Provenance } from "../src/releases/provenance.ts";
import { announcementsSchema, type ReleaseSurface } from "../src/releases/release-surface.ts";
import type { SourceSurface } from "./read-surface.ts";
import { contractVersion } from "../src/releases/share-scope.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { readSharedVersions } from "./share-options.ts";

/** Files that are worth compressing. Fonts and images are compressed already. */
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;

/** A package whose bundles are in its folder's `dist`. */
export interface PackedPackage {
  name: PackageName;
  root: string;
  /** The browser file that loads all others. */
  entryFile: string;
  /** The folder of the bundles and of the release: by default `dist` of the package. */
  dist?: string | undefined;
  /** Whether to leave out brotli copies: a release for this machine only does not need them. */
  isPlain?: boolean | undefined;
  /** Files of the release that no bundler makes: their text by path. */
  data?: Readonly<Record<string, string>>;
  /** The islands named by the layout, in a package that has one. */
  places?: readonly IslandName[];
}

/** Facts in a release's manifest beside its files. */
export interface PackedFacts {
  head?: ServerEntry["head"];
  /** What its sources use of other packages and offer to them; unknown when left out. */
  source?: SourceSurface | undefined;
  /** The number of its messages, by locale. */
  messages?: Readonly<Record<string, number>>;
  provenance?: Provenance | undefined;
}

/**
 * Turns bundles into a release: drops scripts that no page runs, wraps CSS in its layer, adds brotli copies, hashes every file and derives the
 * version from the content.
 */
export function packRelease(
  { name, root, entryFile, dist = join(root, "dist"), isPlain, data = {}, places }: PackedPackage,
  descriptors: readonly IslandDescriptor[],
  filesByChunk: Map<string, string[]>,
  { head, source, messages = {}, provenance }: PackedFacts = {},
): Release {
  const { version: packageVersion, deprecates } = readManifest(root);
  for (const [file, text] of Object.entries(data)) writeFileSync(join(dist, file), text);
  dropUnused(dist);
  moveMaps(dist);
  if (name !== "shell") wrapInLayer(dist);
  const shared = shareStyles(dist);
  if (!isPlain) compress(dist);

  const files: Release["files"] = {};
  for (const file of listFiles(dist)) {
    const bytes = readFileSync(join(dist, file));
    files[file] = { integrity: toIntegrity(bytes), size: bytes.length };
  }
  const exposes = descriptors.map((descriptor) => {
    const slots = source?.slots.get(descriptor.key) ?? [];
    return { ...toReleaseExpose(descriptor, filesByChunk, files, shared), ...(slots.length > 0 && { slots }) };
  });
  const surface: ReleaseSurface | undefined = source && {
    sends: source.sends,
    hears: source.hears,
    ...(source.details && { details: source.details }),
    messages: { ...messages },
    ...(places && { places: [...new Set(places)].toSorted() }),
    ...(deprecates && { deprecates }),
  };
  const content: ReleaseContent = {
    _type: "release",
    schemaVersion: 1,
    name,
    contract: contractVersion,
    exposes,
    files,
    ...(head && { head: { script: `browser/${headFile}`, vendors: [...head.vendors] } }),
    ...(`browser/${entryFile}` in files ? { entry: `browser/${entryFile}` } : {}),
    serverEntry: "server/entry.cjs",
    shared: Object.fromEntries(Object.entries(readSharedVersions(root)).map(([name, exact]) => [name, `^${exact}`])),
    ...(surface && { surface }),
  };
  const version = toContentVersion(packageVersion, content);
  const release: Release = { ...content, version, ...(provenance && { provenance }) };
  writeFileSync(join(dist, "release.json"), JSON.stringify(release, null, 2));
  return release;
}

function toReleaseExpose(
  { router: _router, hydrateOnQuery, ...descriptor }: IslandDescriptor,
  filesByChunk: Map<string, string[]>,
  files: Release["files"],
  shared: ReadonlyMap<string, string>,
): ReleaseExpose {
  const live = descriptor.hydrate !== "never";
  const chunk = live ? `expose-${descriptor.key}` : `still-${descriptor.key}`;
  const own = (filesByChunk.get(chunk) ?? [])
    .map((file) => shared.get(`browser/${file}`) ?? `browser/${file}`)
    .filter((file) => file in files);
  return {
    ...descriptor,
    ...(hydrateOnQuery === undefined ? {} : { hydrateOnQuery }),
    js: live ? own.filter((file) => file.endsWith(".js")) : [],
    css: own.filter((file) => file.endsWith(".css")),
  };
}

/** Whether a bundle is a script of an island that never hydrates: it exists only because the bundler finds CSS by an entry. */
export function isUnused(file: string): boolean {
  return /^browser\/(still-.*|base)\.js(\.map)?$/.test(file);
}

/** Drops files that no page loads, and what an earlier packing has made. */
function dropUnused(dist: string): void {
  for (const file of listFiles(dist)) {
    if (isUnused(file) || file.endsWith(".br")) rmSync(join(dist, file));
  }
  rmSync(join(dist, "release.json"), { force: true });
}

/** Moves the source maps of all browser scripts into one file that only servers and commands read. */
function moveMaps(dist: string): void {
  const maps: Record<string, object> = {};
  for (const file of listFiles(dist).filter((one) => /^browser\/.*\.js\.map$/.test(one))) {
    maps[file.slice("browser/".length, -".map".length)] = v.parse(mapSchema, readJson(join(dist, file)));
    rmSync(join(dist, file));
  }
  rmSync(join(dist, browserMapsFile), { force: true });
  if (Object.keys(maps).length > 0)
    writeFileSync(join(dist, browserMapsFile), gzipSync(JSON.stringify(maps), { level: 9 }));
}

const isBundlers = (source: string | undefined): boolean => source?.startsWith("data:") === true;

/**
 * The stored fields of a source map: no source text. A module of the bundler's own has its text as its name, with paths of this machine: with that
 * name, or with positions in that text, the same sources would make another release in another folder.
 */
const mapSchema = v.pipe(
  v.object({ version: v.literal(3), sources: v.array(v.string()), names: v.array(v.string()), mappings: v.string() }),
  v.transform(({ sources, mappings, ...map }) => ({
    ...map,
    sources: sources.map((source) => (isBundlers(source) ? "data:" : source)),
    mappings: blankPositions(mappings, (index) => isBundlers(sources[index])),
  })),
);

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Wraps a remote's rules in its CSS layer, so that they never outrank the shell's, in any order of the sheets. */
function wrapInLayer(dist: string): void {
  for (const file of listFiles(dist).filter((name) => name.endsWith(".css"))) {
    const css = readFileSync(join(dist, file), "utf8").trim();
    if (!css.startsWith("@layer remote{")) writeFileSync(join(dist, file), `@layer remote{${css}}`);
  }
}

/**
 * Lets islands with equal styles share one sheet, named after its content: a visitor who navigates between their pages fetches it once. Returns the
 * new name of each replaced sheet.
 */
function shareStyles(dist: string): Map<string, string> {
  const names = new Map<string, string>();
  const sheets = listFiles(dist).filter((file) => file.endsWith(".css"));
  for (const equal of Map.groupBy(sheets, (file) => readFileSync(join(dist, file), "utf8")).values()) {
    const [first, ...others] = equal;
    if (first === undefined || others.length === 0) continue;
    const digest = createHash("sha256")
      .update(readFileSync(join(dist, first)))
      .digest("hex")
      .slice(0, 8);
    const name = `browser/shared.${digest}.css`;
    renameSync(join(dist, first), join(dist, name));
    for (const other of others) rmSync(join(dist, other));
    for (const file of equal) names.set(file, name);
  }
  return names;
}

/** Minified code is a little smaller with the distance codes that Brotli has for fonts, and its size varies less with the hashes in it: the core by up to 45 bytes. */
const compression = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
  },
};

function compress(dist: string): void {
  for (const file of listFiles(dist)) {
    if (!file.startsWith("browser/") || !compressible.test(file)) continue;
    const bytes = readFileSync(join(dist, file));
    const packed = brotliCompressSync(bytes, compression);
    if (packed.length < bytes.length) writeFileSync(join(dist, `${file}.br`), packed);
  }
}

/** The files below a release folder that belong to it, sorted. */
export function listFiles(dist: string): string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .map((file) => relative(dist, join(dist, file)).replaceAll("\\", "/"))
    .filter((file) => /^(browser|server)\//.test(file) && statSync(join(dist, file)).isFile())
    .toSorted();
}

const manifestSchema = v.object({ version: v.optional(v.unknown()), deprecates: v.optional(announcementsSchema) });

/** The release's fields of a `package.json`. @throws Error with the path of an invalid field */
export function readManifest(root: string): { version: string; deprecates?: ReleaseSurface["deprecates"] } {
  const file = join(root, "package.json");
  const result = v.safeParse(manifestSchema, JSON.parse(readFileSync(file, "utf8")));
  if (result.success) {
    const { version, deprecates } = result.output;
    if (typeof version !== "string" || !/^\d+\.\d+\.\d+$/.test(version))
      throw new Error(
        `package.json ${version === undefined ? "has no version" : `has the version ${JSON.stringify(version)}`}, and that of a release is three numbers. Write one such as "version": "1.0.0"; the build adds what tells its content.`,
      );
    return { version, ...(deprecates && { deprecates }) };
  }
  const [issue] = result.issues;
  throw new Error(`${file}: ${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
}
