import type { Digest } from "@site/contracts/releases/digest";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { isPackageName } from "@site/contracts/names/package-name";
import { type Release, releaseSchema, toReleaseLabel } from "@site/contracts/releases/release";
import { createLoadCache } from "../../caches/load-cache.ts";
import type { Blobs } from "../storage/blobs.ts";
import type { OpenLog } from "../storage/channel-log.ts";
import { AdmissionIndex } from "./admission-index.ts";
import { assembleRelease, parseManifest, parseReleaseJson } from "../release-files.ts";
import { countBytes, type LoadedRelease } from "../loaded-release.ts";
import type { Admission } from "../release-records.ts";
import { type Envelope, parseEnvelope } from "@site/contracts/signing/signed-document";
import type { Trust } from "../trust/trust.ts";

/** Most bytes of cached releases, the live ones included: five of today's sets. Loading a release again reads and hashes its files, some milliseconds. */
const maxKeptBytes = 16 * 2 ** 20;

export interface ReleaseLibrary {
  /** @throws SiteError `RELEASE_NOT_FOUND`, or why it does not verify */
  load(name: string, version: string): Promise<LoadedRelease>;
  /** The admission of a version. @throws SiteError `RELEASE_NOT_FOUND` */
  find(name: string, version: string): Promise<Admission>;
  /** An admission as the release check signed it. @throws SiteError `RELEASE_NOT_FOUND` */
  readAdmission(name: string, version: string): Promise<Envelope>;
  /** The admissions of a package, oldest first, without those that do not verify. */
  admissions(name: string): Promise<Admission[]>;
  /** The manifest of an admitted release, verified, without its files. */
  readManifest(admission: Admission): Promise<Release>;
  /**
   * Resolves when a release would load under the present trust list, even if it was loaded before. Its files are not read.
   * @throws SiteError `RELEASE_NOT_FOUND`, `KEY_REVOKED`, or what else is wrong with its signatures
   */
  check(name: string, version: string): Promise<void>;
}

/**
 * The only access to the files of releases. Each release is verified once, by its admission, its team's signature, its digest and the hash of every
 * file, and cached in memory (least recently used dropped first). After a change of the trust list all are verified again.
 */
export function createReleaseLibrary({
  blobs,
  openLog,
  trust,
}: {
  blobs: Blobs;
  openLog: OpenLog;
  trust: Trust;
}): ReleaseLibrary {
  let indexes = new Map<string, AdmissionIndex>();
  /** Labels whose manifest verified. */
  let checked = new Set<string>();
  /** The trust list by which `indexes`, `checked` and `kept` were verified. */
  let trustDigest = trust.digest;
  const kept = createLoadCache<string, LoadedRelease, Admission>({
    maxSize: maxKeptBytes,
    sizeCalculation: countBytes,
    fetchMethod: (_label, _stale, { context }) => loadAdmitted(context),
  });

  /** Drops everything that was verified by an earlier trust list: a key may have been revoked since. */
  function forgetWithTrust(): void {
    if (trustDigest === trust.digest) return;
    trustDigest = trust.digest;
    indexes = new Map();
    checked = new Set();
    kept.clear();
  }

  function toIndex(name: string): AdmissionIndex {
    forgetWithTrust();
    const known = indexes.get(name);
    if (known) return known;
    const made = new AdmissionIndex(name, openLog, trust);
    indexes.set(name, made);
    return made;
  }

  async function readManifest({ name, version, digest, signatures, at }: Admission): Promise<Release> {
    const label = `${name}@${version}`;
    const manifest = await getBlob(digest, label, "its manifest");
    const role = { kind: "team", name } as const;
    const { signed } = trust.verify(
      { signed: parseReleaseJson(manifest, label), signatures },
      { role, type: "release", schema: releaseSchema, at: new Date(at), label },
    );
    const release = parseManifest(signed, name, label);
    if (release.version === version) return release;
    throw new SiteError("RELEASE_INVALID", {
      release: label,
      path: "version",
      problem: `the manifest is of ${release.version}`,
    });
  }

  async function loadAdmitted(admission: Admission): Promise<LoadedRelease> {
    const release = await readManifest(admission);
    return assembleRelease(release, (file, blob) => getBlob(blob, toReleaseLabel(release), file));
  }

  async function getBlob(digest: Digest, release: string, file: string): Promise<Buffer> {
    try {
      return await blobs.get(digest);
    } catch (cause) {
      if (isSiteError(cause, "BLOB_NOT_FOUND"))
        throw new SiteError("RELEASE_FILE_MISSING", { release, file }, { cause });
      if (isSiteError(cause, "BLOB_CORRUPT"))
        throw new SiteError("RELEASE_FILE_MISMATCH", { release, file }, { cause });
      throw cause;
    }
  }

  const find = async (name: string, version: string): Promise<Admission> => {
    const admission = isPackageName(name) ? await toIndex(name).find(version) : undefined;
    if (!admission) throw new SiteError("RELEASE_NOT_FOUND", { release: `${name}@${version}` });
    return admission;
  };

  async function load(name: string, version: string): Promise<LoadedRelease> {
    const admission = await find(name, version);
    const { digest } = trust;
    const loaded = await kept.fetch(`${trustDigest} ${name}@${version}`, { context: admission });
    // The trust list was replaced meanwhile: the release is verified by the new one, or refused.
    if (trust.digest !== digest) return load(name, version);
    if (!loaded) throw new SiteError("RELEASE_NOT_FOUND", { release: `${name}@${version}` });
    return loaded;
  }

  async function check(name: string, version: string): Promise<void> {
    const admission = await find(name, version);
    const label = `${trustDigest} ${name}@${version}`;
    if (checked.has(label)) return;
    await readManifest(admission);
    checked.add(label);
  }

  return {
    find,
    load,
    async readAdmission(name, version) {
      await find(name, version);
      const label = `${name}@${version}`;
      const bytes = await toIndex(name).read(version);
      if (!bytes) throw new SiteError("RELEASE_NOT_FOUND", { release: label });
      return parseEnvelope(bytes, `admission of ${label}`);
    },
    admissions: async (name) => (isPackageName(name) ? toIndex(name).list() : []),
    readManifest,
    check,
  };
}
