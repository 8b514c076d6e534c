import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toContentVersion } from "@site/contracts/content-version";
import { toIntegrity } from "@site/contracts/integrity";
import type { PackageName } from "@site/contracts/package-name";
import { writeRelease } from "../../e2e/harness/write-release.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/release/open-store.ts";
import { workspaceRoot } from "../../cli/workspace.ts";
import { run } from "./processes.ts";
import type { Room } from "./room.ts";

/**
 * Publishes another version of a release that is in the store: the same files with one text of the server's HTML changed
 * on every page it is on, new hashes and a version of its own. Returns the version.
 */
export async function publishEdited(room: Room, storeDir: string, name: PackageName, version: string, from: string, to: string): Promise<string> {
  const folder = await room.folder();
  const loaded = await (await openReleaseStore(toStorePlaces(storeDir), { signs: false })).load(name, version);
  await writeRelease(loaded, folder);
  const release = structuredClone(loaded.release);
  const file = join(folder, release.serverEntry);
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`${name} does not say ${from}.`);
  const bytes = Buffer.from(text.replaceAll(from, to));
  writeFileSync(file, bytes);
  release.files[release.serverEntry] = { integrity: toIntegrity(bytes), size: bytes.length };
  release.version = toContentVersion(release.version.split("-")[0] ?? "", release);
  writeFileSync(join(folder, "release.json"), JSON.stringify(release, null, 2));
  await runSite(room, storeDir, "publish", name, "--from", folder);
  return release.version;
}

/** Runs a verb of the command operators use. */
export function runSite(room: Room, storeDir: string, ...verbs: string[]): Promise<string> {
  return run(room, process.execPath, ["--disable-warning=ExperimentalWarning", join(workspaceRoot, "shell/cli/site.ts"), ...verbs], { STORE_DIR: storeDir });
}
