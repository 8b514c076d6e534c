import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rspack, type RspackOptions, type Stats, type MultiStats } from "@rspack/core";
import { toSourcePlace } from "../release-checks/to-source-place.ts";
import type { DescribeOutcome } from "../confine/answers.ts";
import { openConfinedRemote } from "../confine/confined-remote.ts";
import type { Release } from "../src/releases/release.ts";
import type { BuildMode, PackageBuild } from "./package-build.ts";
import { packRelease } from "./pack-release.ts";
import { readSharedServer } from "./shared-server.ts";

/**
 * Builds a package and packs it: `dist/` then holds `browser/`, `server/` and an unsigned `release.json`.
 * @throws Error with the bundler's messages when it does not compile, or with why its server file does not say what its islands are.
 */
export async function buildPackage(build: PackageBuild, mode: BuildMode = "production"): Promise<Release> {
  await compile(build.server(mode));
  const { islands, head } = await describeServerFile(build);
  const stats = await compile(build.browser(mode, islands));
  for (const [file, text] of Object.entries(build.data ?? {})) writeFileSync(join(build.root, "dist", file), text);
  return packRelease(build, islands, toFilesByChunk(stats), head);
}

/**
 * What the server file that was just written says of the package's islands and its head fragment. It runs as servers run it: a
 * library in it that is hostile reaches nothing of the building machine.
 */
async function describeServerFile({ name, root }: PackageBuild): Promise<DescribeOutcome & { ok: true }> {
  const serverEntry = "server/entry.cjs";
  const file = join(root, "dist", serverEntry);
  if (!existsSync(file)) throw new Error(`${name} has no server file`);
  const remote = openConfinedRemote({
    server: { label: name, source: readFileSync(file, "utf8") },
    shared: { label: "shell", source: await readSharedServer(join(root, ".build/shared")) },
  });
  try {
    const told = await remote.describe();
    if (told.ok) return told;
    const map = `${file}.map`;
    const files = new Map(existsSync(map) ? [[`${serverEntry}.map`, readFileSync(map)]] : []);
    const place = toSourcePlace({ release: { serverEntry }, files }, told.thrownAt ?? []);
    const where = place.file === undefined ? "" : ` (${[place.file, place.line, place.column].join(":")})`;
    throw new Error(`the server file of ${name} does not say what its islands are: ${told.problem}${where}`);
  } finally {
    remote.close();
  }
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
