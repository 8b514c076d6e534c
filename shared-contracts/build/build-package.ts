import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rspack, type RspackOptions, type Stats, type MultiStats } from "@rspack/core";
import type { Release } from "../src/release.ts";
import { loadServerEntry, type ServerEntry } from "../src/server-entry.ts";
import type { BuildMode, PackageBuild } from "./package-build.ts";
import { packRelease } from "./pack-release.ts";

const require = createRequire(import.meta.url);

/**
 * Builds a package and packs it: `dist/` then holds `browser/`, `server/` and an unsigned `release.json`.
 * @throws Error with the bundler's messages when it does not compile.
 */
export async function buildPackage(build: PackageBuild, mode: BuildMode = "production"): Promise<Release> {
  await compile(build.server(mode));
  const { describe, head } = readServerEntry(build);
  const descriptors = describe();
  const stats = await compile(build.browser(mode, descriptors));
  for (const [file, text] of Object.entries(build.data ?? {})) writeFileSync(join(build.root, "dist", file), text);
  return packRelease(build, descriptors, toFilesByChunk(stats), head);
}

/** The server file, which says what the package's islands and its head fragment are. */
function readServerEntry(build: PackageBuild): ServerEntry {
  const file = join(build.root, "dist/server/entry.cjs");
  if (!existsSync(file)) throw new Error(`${build.name} has no server file`);
  return loadServerEntry(readFileSync(file), file, (id) => require(id));
}

function compile(options: RspackOptions | RspackOptions[]): Promise<Stats | MultiStats> {
  const compiler = Array.isArray(options) ? rspack(options) : rspack(options);
  return new Promise((resolve, reject) => {
    compiler.run((error: Error | null, stats: Stats | MultiStats | undefined) => {
      compiler.close(() => {
        if (error) reject(error);
        else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString("errors-only") ?? "nothing was built"));
        else resolve(stats);
      });
    });
  });
}

/** The files of each chunk with what it needs before it runs, by chunk name. */
export function toFilesByChunk(stats: Stats | MultiStats): Map<string, string[]> {
  const files = new Map<string, string[]>();
  const all = "stats" in stats ? stats.stats : [stats];
  for (const { compilation } of all) {
    for (const group of compilation.chunkGroups) {
      if (group.name) files.set(group.name, [...new Set(group.getFiles())]);
    }
    for (const chunk of compilation.chunks) {
      if (chunk.name && !files.has(chunk.name)) files.set(chunk.name, [...chunk.files]);
    }
  }
  return files;
}
