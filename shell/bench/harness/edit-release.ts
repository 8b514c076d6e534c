import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { toContentVersion } from "@site/contracts/releases/content-version";
import { toIntegrity } from "@site/contracts/releases/integrity";
import type { PackageName } from "@site/contracts/names/package-name";
import { writeRelease } from "../../e2e/harness/write-release.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import type { LoadedRelease } from "../../src/server/releases/loaded-release.ts";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import { run } from "./processes.ts";
import type { BenchResources } from "./bench-resources.ts";

/**
 * Publishes another version of a stored release: the same files with one text of the server's HTML changed on every page that has it, new hashes and
 * a new version. Returns the version.
 */
export async function publishEdited(
  resources: BenchResources,
  storeDir: string,
  name: PackageName,
  version: string,
  from: string,
  to: string,
): Promise<string> {
  const folder = await resources.folder();
  const loaded = await (await openReleaseStore(toStorePlaces(storeDir), { signs: false })).load(name, version);
  const edited = await writeEdited(loaded, folder, loaded.release.serverEntry, (text) => {
    if (!text.includes(from)) throw new Error(`${name} does not say ${from}.`);
    return text.replaceAll(from, to);
  });
  await runSite(resources, storeDir, "publish", name, "--from", folder);
  return edited;
}

/** Writes a release into a folder with one changed file, new hashes and a new version. Returns the version. */
export async function writeEdited(
  loaded: LoadedRelease,
  folder: string,
  file: string,
  edit: (text: string) => string,
): Promise<string> {
  await writeRelease(loaded, folder);
  const release = structuredClone(loaded.release);
  const bytes = Buffer.from(edit(readFileSync(join(folder, file), "utf8")));
  writeFileSync(join(folder, file), bytes);
  release.files[file] = { integrity: toIntegrity(bytes), size: bytes.length };
  release.version = toContentVersion(release.version.split("-")[0] ?? "", release);
  writeFileSync(join(folder, "release.json"), JSON.stringify(release, null, 2));
  return release.version;
}

/** Runs a verb of the command operators use, on a store of files. */
export function runSite(resources: BenchResources, storeDir: string, ...verbs: string[]): Promise<string> {
  return runSiteIn(resources, { STORE_DIR: storeDir }, ...verbs);
}

/** The same with an environment, as for a store in NATS. As with `npm run site`, compiled code is cached. */
export function runSiteIn(resources: BenchResources, env: Record<string, string>, ...verbs: string[]): Promise<string> {
  return run(
    resources,
    process.execPath,
    [...nodeOptions, join(workspaceRoot, "shell/cli/commands/site.ts"), ...verbs],
    {
      ...env,
      NODE_COMPILE_CACHE: codeCache,
    },
  );
}
