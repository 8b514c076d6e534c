import { lstat, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { toContentVersion } from "@site/contracts/releases/content-version";
import { type Digest, integrityToDigest, toDigest } from "@site/contracts/releases/digest";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { SiteError } from "@site/contracts/errors";
import { parseRelease, type Release, toReleaseLabel } from "@site/contracts/releases/release";
import { toCanonicalBytes } from "@site/contracts/signing/signed-document";
import { toJsonObject } from "@site/contracts/signing/json-object";
import type { LoadedRelease } from "./loaded-release.ts";

/** The bytes of a manifest that are hashed and signed: canonical JSON, so that one manifest has one digest. */
export function toManifestBytes(release: Release): Buffer {
  return toCanonicalBytes(toJsonObject(release));
}

/**
 * Reads a built release from a folder and checks its name and every file. Its version is for the release checks.
 * @param name the package that is expected there
 * @throws SiteError `RELEASE_*` with the reason.
 */
export async function readRelease(folder: string, name: string): Promise<LoadedRelease> {
  const label = `${name} in ${folder}`;
  const manifest = parseNamed(parseReleaseJson(await readRequired(folder, manifestFile, label), label), name, label);
  const loaded = await assembleRelease(manifest, (file) => readRequired(folder, file, toReleaseLabel(manifest)));
  for (const file of await listFolder(folder)) {
    if (!loaded.files.has(file) && file !== manifestFile && file !== buildStampFile) {
      throw new SiteError("RELEASE_FILE_UNLISTED", { release: loaded.label, file });
    }
  }
  return loaded;
}

const manifestFile = "release.json";

/** A file beside a built release that says from which sources it was built. It is not part of the release. */
const buildStampFile = "built-from";

/** @throws SiteError `RELEASE_INVALID`, `RELEASE_NAME_FOREIGN` */
function parseNamed(input: unknown, name: string, label: string): Release {
  const release = parseRelease(input, label);
  if (release.name !== name)
    throw new SiteError("RELEASE_NAME_FOREIGN", { release: label, actual: release.name, expected: name });
  return release;
}

/**
 * Parses a manifest and checks what it says of itself.
 * @throws SiteError `RELEASE_INVALID`, `RELEASE_NAME_FOREIGN`, `RELEASE_VERSION_WRONG`
 */
export function parseManifest(input: unknown, name: string, label: string): Release {
  const release = parseNamed(input, name, label);
  const expected = toContentVersion(release.version.slice(0, release.version.indexOf("-")), release);
  if (release.version !== expected)
    throw new SiteError("RELEASE_VERSION_WRONG", { release: toReleaseLabel(release), expected });
  return release;
}

/** Files that are read at the same time: a release has about a hundred, and descriptors are few. */
const filesAtOnce = 16;

/**
 * Gathers the files a manifest lists and checks each.
 * @throws SiteError `RELEASE_FILE_MISMATCH`, `RELEASE_FILE_MISSING`
 */
export async function assembleRelease(
  release: Release,
  read: (file: string, digest: Digest) => Promise<Buffer>,
): Promise<LoadedRelease> {
  const label = toReleaseLabel(release);
  const listed = Object.entries(release.files);
  const files = new Map<string, Buffer>();
  for (let start = 0; start < listed.length; start += filesAtOnce) {
    const part = listed.slice(start, start + filesAtOnce);
    const bytes = await Promise.all(part.map(([file, { integrity }]) => read(file, integrityToDigest(integrity))));
    for (const [index, [file, { integrity, size }]] of part.entries()) {
      const content = bytes[index];
      if (!content || toIntegrity(content) !== integrity || content.length !== size)
        throw new SiteError("RELEASE_FILE_MISMATCH", { release: label, file });
      files.set(file, content);
    }
  }
  for (const entry of [release.entry, release.serverEntry, release.head?.script]) {
    if (entry !== undefined && !files.has(entry))
      throw new SiteError("RELEASE_FILE_MISSING", { release: label, file: entry });
  }
  return { release, digest: toDigest(toManifestBytes(release)), label, files };
}

/** @throws SiteError `RELEASE_FILE_MISSING` for what is no plain file of the folder */
export async function readRequired(folder: string, file: string, label: string): Promise<Buffer> {
  const path = join(folder, file);
  try {
    // Refuse links: they could lead out of the folder.
    if (!(await lstat(path)).isFile()) throw new SiteError("RELEASE_FILE_MISSING", { release: label, file });
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof SiteError) throw cause;
    throw new SiteError("RELEASE_FILE_MISSING", { release: label, file }, { cause });
  }
}

/** @throws SiteError `RELEASE_INVALID` */
export function parseReleaseJson(bytes: Buffer, label: string): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw new SiteError("RELEASE_INVALID", { release: label, path: "(root)", problem: "it is not JSON" }, { cause });
  }
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
