import { isDeepStrictEqual } from "node:util";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { type Release, releaseSchema } from "@site/contracts/releases/release";
import { toJsonObject } from "@site/contracts/signing/json-object";
import { type Envelope, signDocument, toEnvelopeBytes } from "@site/contracts/signing/signed-document";
import { appendNext } from "./append-next.ts";
import type { LoadedRelease } from "../loaded-release.ts";
import { parseManifest, toManifestBytes } from "../release-files.ts";
import type { ReleaseLibrary } from "./release-library.ts";
import type { Blobs } from "../storage/blobs.ts";
import type { OpenLog } from "../storage/channel-log.ts";
import { type Keys, requireKeys } from "./store-keys.ts";
import { isTrustError } from "../trust/is-trust-error.ts";
import type { Trust } from "../trust/trust.ts";

export interface AdmittingOptions {
  blobs: Blobs;
  openLog: OpenLog;
  trust: Trust;
  library: ReleaseLibrary;
  keys: Keys | undefined;
  now(): Date;
}

/** Admits a release: its team signs the manifest, and the release check that it may go live. See `ReleaseStore.admit`. */
export type Admit = (release: LoadedRelease, signatures?: Envelope["signatures"]) => Promise<void>;

export function createAdmitting({ blobs, openLog, trust, library, keys, now }: AdmittingOptions): Admit {
  /**
   * Whether a release is admitted, with a signature of its team that counts. One whose key was revoked is admitted anew. The same content
   * from another builder or commit is the same release, and keeps the provenance with which it was admitted first.
   * @throws SiteError `RELEASE_VERSION_TAKEN` when the version was admitted with other content
   */
  async function isAdmitted({ release, digest, label }: LoadedRelease): Promise<boolean> {
    const { name, version } = release;
    try {
      const admission = await library.find(name, version);
      if (admission.digest !== digest && !isSameContent(await library.readManifest(admission), release))
        throw new SiteError("RELEASE_VERSION_TAKEN", { release: label });
      await library.check(name, version);
      return true;
    } catch (error) {
      if (isSiteError(error, "RELEASE_NOT_FOUND") || isTrustError(error)) return false;
      // Its manifest is damaged: it is put again.
      if (isSiteError(error) && error.code.startsWith("RELEASE_FILE_")) return true;
      throw error;
    }
  }

  return async function admit(release: LoadedRelease, given?: Envelope["signatures"]) {
    const { name, version } = parseManifest(release.release, release.release.name, release.label);
    const contents = [toManifestBytes(release.release), ...release.files.values()];
    if (await isAdmitted(release)) {
      // Writes only the files that were damaged since.
      await blobs.put(contents);
      return;
    }
    const signatures =
      given ?? (await signDocument(toJsonObject(release.release), [await requireKeys(keys).team(name)])).signatures;
    const check = await requireKeys(keys).check();
    // Fails before anything is stored when the key may not sign for this package.
    trust.verify(
      { signed: release.release, signatures },
      { role: { kind: "team", name }, type: "release", schema: releaseSchema },
    );
    await blobs.put(contents);
    const admission = {
      _type: "admission",
      schemaVersion: 1,
      name,
      version,
      digest: release.digest,
      signatures,
      at: now().toISOString(),
    };
    const bytes = toEnvelopeBytes(await signDocument(toJsonObject(admission), [check]));
    await appendNext(openLog(`admissions-${name}`), bytes, () => isAdmitted(release));
    // A collection at the same moment may have removed equal bytes: put them again when the release does not load.
    await library.load(name, version).catch(() => blobs.put(contents));
  };
}

/** Whether two manifests are equal but for who built them, and of which commit. */
function isSameContent(before: Release, after: Release): boolean {
  return isDeepStrictEqual({ ...before, provenance: undefined }, { ...after, provenance: undefined });
}
