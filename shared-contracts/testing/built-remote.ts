import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { compile } from "../build/compile.ts";
import { readSharedServer } from "../build/shared-server.ts";
import { type ConfinedRemote, openConfinedRemote } from "../confine/confined-remote.ts";
import { defineRemote } from "../build/define-remote.ts";
import { listFiles } from "../build/pack-release.ts";
import { packageNames, toRemoteRoot } from "../build/workspace-packages.ts";
import type { CheckedRelease } from "../release-checks/release-check.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { parseRelease, toReleaseLabel } from "../src/releases/release.ts";
import type { MessageFiles } from "../release-checks/find-message-differences.ts";

const contractsRoot = join(import.meta.dirname, "..");

/** A remote as its build wrote it. */
export interface BuiltRemote {
  checked: CheckedRelease;
  /** Its server file, run as servers run it. Close it at the end. */
  remote: ConfinedRemote;
}

/** Loads a remote's release, and builds it before when there is none or its sources are newer. */
export async function loadBuiltRemote(name: PackageName): Promise<BuiltRemote> {
  const root = toRemoteRoot(name);
  const dist = join(root, "dist");
  if (isStale(root)) await compile(defineRemote({ name })());
  const release = parseRelease(JSON.parse(readFileSync(join(dist, "release.json"), "utf8")), name);
  const files = new Map(listFiles(dist).map((file) => [file, readFileSync(join(dist, file))]));
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
  return {
    remote,
    checked: { release, label, files, description, others: packageNames, buildRoot: join(contractsRoot, "..") },
  };
}

/** The message files of a remote's source. */
export function readMessages(root: string): MessageFiles {
  const folder = join(root, "messages");
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  return Object.fromEntries(
    files.map((file): [string, Record<string, string>] => [
      file.replace(/\.json$/, ""),
      JSON.parse(readFileSync(join(folder, file), "utf8")),
    ]),
  );
}

function isStale(root: string): boolean {
  const document = join(root, "dist/release.json");
  if (!existsSync(document)) return true;
  const built = statSync(document).mtimeMs;
  const sources = [
    join(root, "src"),
    join(root, "messages"),
    ...["src", "react", "build"].map((folder) => join(contractsRoot, folder)),
  ];
  return sources.some(
    (folder) => existsSync(folder) && listSources(folder).some((file) => statSync(file).mtimeMs > built),
  );
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
