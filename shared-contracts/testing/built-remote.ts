import { existsSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { compile } from "../build/compile.ts";
import { readConfiguration } from "../build/read-configuration.ts";
import { readSharedServer } from "../build/shared-server.ts";
import { type ConfinedRemote, openConfinedRemote } from "../confine/confined-remote.ts";
import { findLocales } from "../build/generate-entries.ts";
import { isOfSources, listRead, ownSources } from "../build/hash-sources.ts";
import { toPackLock } from "../build/pack-plugin.ts";
import { listFiles } from "../build/pack-release.ts";
import { withLock } from "../build/with-lock.ts";
import { packageNames, toRemoteRoot } from "../build/workspace-packages.ts";
import type { CheckedRelease } from "../release-checks/release-check.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { parseRelease, toReleaseLabel } from "../src/releases/release.ts";

const contractsRoot = join(import.meta.dirname, "..");

/** A remote as its build wrote it. */
export interface BuiltRemote {
  checked: CheckedRelease;
  /** Its server file, run as servers run it. Close it at the end. */
  remote: ConfinedRemote;
}

/**
 * Loads a remote's release, and builds it before as its `rspack.config.ts` says, when there is none or its sources are newer. Two at once would write into the
 * same folders, so each waits for the other.
 * @param root the remote's folder, when it is not one of this workspace
 */
export async function loadBuiltRemote(name: PackageName, root = toRemoteRoot(name)): Promise<BuiltRemote> {
  const { release, files } = await withLock(join(root, ".build/lock"), async () => {
    if (isStale(root)) await compile((await readConfiguration(name, root))());
    // A build that was started otherwise may put another release there meanwhile.
    return withLock(toPackLock(root), async () => readBuilt(name, join(root, "dist")));
  });
  const server = files.get(release.serverEntry);
  if (!server) throw new Error(`${name} has no ${release.serverEntry}`);
  const label = toReleaseLabel(release);
  const shared = await readSharedServer(join(root, ".build/shared"));
  const remote = openConfinedRemote({
    server: { label, source: server.toString("utf8") },
    shared: { label: "shell", source: shared },
  });
  const told = await remote.describe();
  const description = told.ok ? { ...told, head: told.head } : { ok: false as const, problem: told.problem };
  const buildRoot = root === toRemoteRoot(name) ? join(contractsRoot, "..") : root;
  return { remote, checked: { release, label, files, description, others: packageNames, buildRoot, sourceRoot: root } };
}

function readBuilt(name: PackageName, dist: string): Pick<CheckedRelease, "release" | "files"> {
  const release = parseRelease(JSON.parse(readFileSync(join(dist, "release.json"), "utf8")), name);
  const files = new Map(listFiles(dist).map((file) => [file, readFileSync(join(dist, file))]));
  return { release, files };
}

/** The field of a manifest that lists the languages of the release. */
const builtSchema = v.object({ surface: v.object({ messages: v.record(v.string(), v.unknown()) }) });

/** The folders of the contract that a build reads. */
const contract = ["src", "react", "build"];

function isStale(root: string): boolean {
  const document = join(root, "dist/release.json");
  if (!existsSync(document)) return true;
  const built = v.safeParse(builtSchema, JSON.parse(readFileSync(document, "utf8")));
  // A folder of messages that is gone has no time of its own.
  const locales = built.success ? Object.keys(built.output.surface.messages).toSorted() : undefined;
  if (locales?.join() !== findLocales(root).join()) return true;
  if (!isOfSources(root)) return true;
  const builtAt = statSync(document).mtimeMs;
  return (
    // A copy that keeps the time of its original is told by the time at which it came here.
    listStats(root, ownSources).some(({ mtimeMs, ctimeMs }) => Math.max(mtimeMs, ctimeMs) > builtAt) ||
    // A package manager changes that time of files that it shares between projects.
    listStats(contractsRoot, contract).some(({ mtimeMs }) => mtimeMs > builtAt)
  );
}

function listStats(root: string, paths: readonly string[]): Stats[] {
  return paths
    .map((path) => join(root, path))
    .filter((path) => existsSync(path))
    .flatMap((path) => listRead(path).map((file) => statSync(file)));
}
