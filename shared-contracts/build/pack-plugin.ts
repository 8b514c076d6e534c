import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Compiler, RspackPluginInstance, Stats } from "@rspack/core";
import type { DescribePlugin } from "./describe-plugin.ts";
import type { IslandsPlugin } from "./islands-plugin.ts";
import { isUnused, type PackedPackage, packRelease, readManifest } from "./pack-release.ts";
import { readProvenance } from "./read-provenance.ts";
import { toProblem } from "../src/errors/errors.ts";
import { sbomFile } from "../src/releases/sbom-file.ts";
import { readSurface } from "./read-surface.ts";
import { recordSources } from "./hash-sources.ts";
import { readSharedVersions } from "./share-options.ts";
import { takeLock } from "./with-lock.ts";
import { listBundled, writeSbom } from "./write-sbom.ts";

/** The folder in which a build that does not watch writes its bundles and packs them. */
export function toStage(root: string): string {
  return join(root, ".build/release");
}

/** The lock of a build that packs a package's release: two concurrent builds would write into the same folders. */
export function toPackLock(root: string): string {
  return join(root, ".build/release.lock");
}

/**
 * Packs a package's release when all its bundles are built; `dist/` then contains it, with an unsigned `release.json`. The configurations of all
 * bundles share one instance. Nothing is packed while one of them has errors: `dist/` does not change.
 */
export class PackPlugin implements RspackPluginInstance {
  readonly #package: PackedPackage;
  readonly #server: DescribePlugin;
  readonly #browser: IslandsPlugin;
  readonly #watched: string | undefined;
  /** The last build of each bundle, and whether it has errors of its own; undefined while it is built. */
  readonly #bundles = new Map<Compiler, { stats: Stats; isFailed: boolean } | undefined>();
  #begun: Promise<() => void> | undefined;

  /** @param watched the folder of a watching build, see `BuildEnvironment` */
  constructor(packed: PackedPackage, server: DescribePlugin, browser: IslandsPlugin, watched?: string) {
    this.#package = packed;
    this.#server = server;
    this.#browser = browser;
    this.#watched = watched;
  }

  apply(compiler: Compiler): void {
    this.#bundles.set(compiler, undefined);
    compiler.hooks.beforeRun.tapPromise({ name: "PackPlugin", stage: -100 }, async () => {
      this.#begun ??= this.#begin();
      await this.#begun;
    });
    // The lock is released here and not when all bundles are done: after one has failed, those that depend on it are closed and never done.
    compiler.hooks.shutdown.tapPromise("PackPlugin", async () => (await this.#begun)?.());
    // A watching build builds the bundles at the same time, and only those that a save changed.
    compiler.hooks.invalid.tap("PackPlugin", () => void this.#bundles.set(compiler, undefined));
    compiler.hooks.done.tapPromise({ name: "PackPlugin", stage: 100 }, async (stats) => {
      this.#bundles.set(compiler, { stats, isFailed: stats.hasErrors() });
      const built = [...this.#bundles.values()].flatMap((one) => (one?.isFailed === false ? [one.stats] : []));
      if (built.length < this.#bundles.size) return;
      if (this.#watched === undefined) return this.#pack(built);
      // A watching build whose hook fails does not run again, so a failure to pack is reported as an error of the compilation.
      await this.#pack(built).catch((error: unknown) => {
        stats.compilation.errors.push(error instanceof Error ? error : new Error(toProblem(error)));
      });
    });
  }

  /** @returns a function that lets the next build of this package begin */
  async #begin(): Promise<() => void> {
    const release = await takeLock(toPackLock(this.#package.root));
    // Leftovers of a failed build.
    rmSync(toStage(this.#package.root), { recursive: true, force: true });
    return release;
  }

  async #pack(bundles: readonly Stats[]): Promise<void> {
    // The bill of materials needs the package's version too.
    readManifest(this.#package.root);
    const { islands, head, messages } = await this.#server.read();
    this.#browser.assertHas(islands);
    const watched = this.#watched;
    const read = [...new Set(bundles.flatMap(({ compilation }) => [...compilation.fileDependencies]))];
    const packed =
      watched === undefined
        ? { ...addSbom(this.#package, bundles), dist: toStage(this.#package.root) }
        : { ...this.#package, dist: copyBundles(bundles, watched), isPlain: true };
    packRelease(packed, islands, toFilesByChunk(bundles), {
      head,
      source: readSurface(this.#package),
      messages: Object.fromEntries(Object.entries(messages).map(([locale, ids]) => [locale, ids.length])),
      provenance: watched === undefined ? readProvenance(this.#package, process.env, read) : undefined,
    });
    if (watched !== undefined) return;
    recordSources(this.#package.root, read);
    replaceRelease(toStage(this.#package.root), join(this.#package.root, "dist"));
  }
}

/** Replaces a release by a copy of another one: `rspack build --watch` writes only changed files into its output folder. */
function replaceRelease(from: string, to: string): void {
  const aside = `${from}-copy`;
  rmSync(aside, { recursive: true, force: true });
  cpSync(from, aside, { recursive: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(aside, to);
}

/** The package with its bill of materials as one more file. */
function addSbom(packed: PackedPackage, bundles: readonly Stats[]): PackedPackage {
  const { root, data } = packed;
  const sbom = writeSbom(root, listBundled(bundles, root), readSharedVersions(root));
  return { ...packed, data: { ...data, [sbomFile]: sbom } };
}

/** Copies the current bundles, so that packing does not change the files that the bundler has written. */
function copyBundles(bundles: readonly Stats[], watched: string): string {
  const release = join(watched, "release");
  removeLater(release);
  for (const { compilation } of bundles) {
    const side = compilation.outputOptions.path?.endsWith("server") ? "server" : "browser";
    for (const { name } of compilation.getAssets()) {
      const file = join(side, name);
      if (isUnused(file)) continue;
      mkdirSync(dirname(join(release, file)), { recursive: true });
      copyFileSync(join(watched, "bundles", file), join(release, file));
    }
  }
  return release;
}

/** The beginning of the names of folders that are removed while a build continues. */
const removedMark = "removed-";

/** Removes folders whose removal a build before did not end. */
export function removeLeftovers(watched: string): void {
  for (const name of readdirSync(watched))
    if (name.startsWith(removedMark)) rmSync(join(watched, name), { recursive: true, force: true });
}

/** Moves a folder aside, and removes it while the build goes on: removing its files takes longer than packing those that replace them. */
function removeLater(folder: string): void {
  if (!existsSync(folder)) return;
  const aside = mkdtempSync(join(dirname(folder), removedMark));
  renameSync(folder, join(aside, "release"));
  // When this fails, the next start removes it.
  void rm(aside, { recursive: true, force: true }).catch(() => undefined);
}

/** The files of each chunk and of the chunks it depends on, by chunk name. */
export function toFilesByChunk(bundles: readonly Stats[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { compilation } of bundles) {
    for (const group of compilation.chunkGroups) {
      if (group.name) files.set(group.name, [...new Set(group.getFiles())]);
    }
    for (const chunk of compilation.chunks) {
      if (chunk.name && !files.has(chunk.name)) files.set(chunk.name, [...chunk.files]);
    }
  }
  return files;
}
