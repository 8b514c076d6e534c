import { lstat, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { toIntegrity } from "@site/contracts/integrity";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/package-name";
import { parseRelease, type Release, toReleaseLabel } from "@site/contracts/release";
import type { KeyRing } from "./signing.ts";

/** A release whose signature and every hash were checked, with its bytes. Nothing is read from disk after this. */
export interface LoadedRelease {
  release: Release;
  label: string;
  files: ReadonlyMap<string, Buffer>;
}

/**
 * Reads a release folder and verifies it: the document, whose team signed it, and every file.
 * @throws SiteError `RELEASE_*` with the reason.
 */
export async function loadRelease(folder: string, expected: PackageName, keys: KeyRing): Promise<LoadedRelease> {
  const label = relative(join(folder, "../.."), folder);
  const document = await readRequired(folder, "release.json", label);
  const signature = (await readRequired(folder, "release.sig", label)).toString("utf8").trim();
  const release = parseRelease(parseJson(document, label), label);
  if (release.name !== expected) {
    throw new SiteError("RELEASE_NAME_FOREIGN", { release: label, actual: release.name, expected });
  }
  if (!keys.isSignedBy(expected, document, signature)) {
    throw new SiteError("RELEASE_SIGNATURE_INVALID", { release: toReleaseLabel(release), expected });
  }
  return { release, label: toReleaseLabel(release), files: await loadFiles(folder, release) };
}

async function loadFiles(folder: string, release: Release): Promise<Map<string, Buffer>> {
  const label = toReleaseLabel(release);
  const files = new Map<string, Buffer>();
  for (const [file, { integrity }] of Object.entries(release.files)) {
    const bytes = await readRequired(folder, file, label);
    if (toIntegrity(bytes) !== integrity) throw new SiteError("RELEASE_FILE_MISMATCH", { release: label, file });
    files.set(file, bytes);
  }
  for (const entry of [release.entry, release.serverEntry, release.head?.script]) {
    if (entry !== undefined && !files.has(entry)) throw new SiteError("RELEASE_FILE_MISSING", { release: label, file: entry });
  }
  for (const file of await listFolder(folder)) {
    if (!files.has(file) && file !== "release.json" && file !== "release.sig") {
      throw new SiteError("RELEASE_FILE_UNLISTED", { release: label, file });
    }
  }
  return files;
}

/** @throws SiteError `RELEASE_FILE_MISSING` for what is no plain file of the folder */
export async function readRequired(folder: string, file: string, label: string): Promise<Buffer> {
  const path = join(folder, file);
  try {
    // A link could lead out of the store; releases consist of plain files.
    if (!(await lstat(path)).isFile()) throw new SiteError("RELEASE_FILE_MISSING", { release: label, file });
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof SiteError) throw cause;
    throw new SiteError("RELEASE_FILE_MISSING", { release: label, file }, { cause });
  }
}

/** @throws SiteError `RELEASE_INVALID` */
export function parseJson(bytes: Buffer, label: string): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new SiteError("RELEASE_INVALID", { release: label, path: "(root)", problem: "it is not JSON" }, { cause });
  }
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
