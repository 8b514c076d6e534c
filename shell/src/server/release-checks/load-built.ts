import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "@site/contracts/build/pack-release";
import { toDigest } from "@site/contracts/releases/digest";
import type { PackageName } from "@site/contracts/names/package-name";
import { parseRelease, toReleaseLabel } from "@site/contracts/releases/release";
import { parseReleaseJson, readRequired, toManifestBytes } from "../releases/release-files.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";

/**
 * A release as its build wrote it, without a signature and with unverified hashes. Only for the release checks, which verify the hashes.
 * @throws SiteError `RELEASE_*` when its manifest cannot be read
 */
export async function loadBuilt(folder: string, name: PackageName): Promise<LoadedRelease> {
  const release = parseRelease(parseReleaseJson(await readRequired(folder, "release.json", name), name), name);
  const files = new Map(
    await Promise.all(listFiles(folder).map(async (file) => [file, await readFile(join(folder, file))] as const)),
  );
  return { release, digest: toDigest(toManifestBytes(release)), label: toReleaseLabel(release), files };
}
