import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MultiStats } from "@rspack/core";
import type { BrowserRelease } from "../../src/releases/browser-set.ts";
import type { ConfinedRemote } from "../../confine/confined-remote.ts";
import { toIntegrity } from "../../src/releases/integrity.server.ts";
import type { IslandDescriptor } from "../../src/islands/island.ts";
import type { PackageName } from "../../src/names/package-name.ts";
import type { ReleaseExpose } from "../../src/releases/release.ts";

/** One build of the remote in memory, so that its files can be served while the next build is written. */
export interface Snapshot {
  name: PackageName;
  version: string;
  remote: ConfinedRemote;
  /** The source map of the server file. */
  serverMap: Buffer;
  descriptors: IslandDescriptor[];
  exposes: ReleaseExpose[];
  /** Browser files by name, source maps included. */
  files: ReadonlyMap<string, Buffer>;
  entryFile: string;
  /** The languages the remote has messages in. */
  locales: readonly string[];
  /** The ids of the remote's messages. */
  messageIds: readonly string[];
}

export interface SnapshotSource {
  name: PackageName;
  remote: ConfinedRemote;
  /** The text of the server file that the remote was opened with. */
  server: string;
  serverMap: Buffer;
  descriptors: IslandDescriptor[];
  entryFile: string;
  locales: readonly string[];
  messageIds: readonly string[];
  /** The browser files this build consists of. */
  files: ReadonlyMap<string, Buffer>;
  filesByChunk: ReadonlyMap<string, string[]>;
}

/** The browser files this build consists of; the folder may hold some of earlier ones. */
export function readWritten({ stats }: MultiStats, folder: string): Map<string, Buffer> {
  const names = stats
    .filter(({ compilation }) => compilation.name?.endsWith("/browser"))
    .flatMap(({ compilation }) => compilation.getAssets().map(({ name }) => name));
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Keeps what a build wrote. The version names its content, so addresses of two builds never mix. */
export function takeSnapshot({
  name,
  remote,
  server,
  serverMap,
  descriptors,
  files: written,
  entryFile,
  locales,
  messageIds,
  filesByChunk,
}: SnapshotSource): Snapshot {
  const files = new Map([...written].filter(([file]) => !/^still-.*\.js(\.map)?$/.test(file)));
  // Of an island that is never hydrated, the server file alone has the content.
  const hash = createHash("sha256").update(server);
  for (const [file, bytes] of files) hash.update(file).update(bytes);
  const exposes = descriptors.map(({ router: _router, hydrateOnQuery, ...descriptor }): ReleaseExpose => {
    const live = descriptor.hydrate !== "never";
    const own = (filesByChunk.get(`${live ? "expose" : "still"}-${descriptor.key}`) ?? []).filter((file) =>
      files.has(file),
    );
    return {
      ...descriptor,
      ...(hydrateOnQuery === undefined ? {} : { hydrateOnQuery }),
      js: live ? own.filter((file) => file.endsWith(".js")) : [],
      css: own.filter((file) => file.endsWith(".css")),
    };
  });
  return {
    name,
    version: `0.0.0-${hash.digest("hex").slice(0, 12)}`,
    remote,
    serverMap,
    descriptors,
    exposes,
    files,
    entryFile,
    locales,
    messageIds,
  };
}

/** What the preview is told of the remote: its scripts with their hashes, and what each island needs. */
export function toBrowserRelease({ version, exposes, files, entryFile }: Snapshot): BrowserRelease {
  const scripts = [...files]
    .filter(([file]) => file.endsWith(".js"))
    .map(([file, bytes]): [string, string] => [file, toIntegrity(bytes)]);
  const live = exposes.filter(({ hydrate }) => hydrate !== "never");
  return {
    version,
    entry: entryFile,
    messages: "",
    exposes: Object.fromEntries(live.map(({ key, js }) => [key, js])),
    scripts: Object.fromEntries(scripts),
  };
}
