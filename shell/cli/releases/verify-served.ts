import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { toReleasePath } from "@site/contracts/releases/browser-set";
import type { Digest } from "@site/contracts/releases/digest";
import type { Release } from "@site/contracts/releases/release";
import type { ReleaseSet, SetVersions } from "@site/contracts/releases/release-set";
import { bucketCookie } from "@site/contracts/site/cookie-names";
import * as v from "valibot";
import type { LoadedRelease } from "../../src/server/releases/loaded-release.ts";
import { assembleRelease } from "../../src/server/releases/release-files.ts";
import { type DeployedReader, FormerKeyError, UnreadableSiteError } from "./deployed-reader.ts";
import type { DeployedTrust, TrustPin } from "./deployed-trust.ts";

/** The live set as visitors get it. */
const latestSchema = v.object({ revision: v.number(), versions: v.record(v.string(), v.string()) });

/** Files of a release that are fetched concurrently. */
const filesAtOnce = 8;

/** Milliseconds between the attempts to read one revision from all servers: behind one address, servers flip one after the other. */
const flipWaits = [250, 500, 1000, 2000];

/** The live set of a running site. Its signatures are verified, its files not yet. */
export interface ServedSet {
  siteId: string;
  revision: number;
  /** The releases of the stable set, then those of the canary that differ. */
  releases: readonly Release[];
  /** The digest of the oldest root of the trust list. */
  rootDigest: Digest;
  /**
   * Verifies every file of a release, and compares the public ones with what browsers get.
   * @throws SiteError `LIVE_UNREADABLE`, `LIVE_REVOKED`, `LIVE_UNPROVEN`, `RELEASE_FILE_*`
   */
  verify(release: Release): Promise<ServedRelease>;
}

/** The verified facts of a release. */
export interface ServedRelease {
  /** `content@1.0.0-3f2a9c0d11aa` */
  label: string;
  /** The digest of its manifest. */
  digest: Digest;
  files: number;
  /** The number of public files, which browsers get as they were signed. */
  served: number;
}

/**
 * Verifies the live set of a running site without its store: an operator signed the set, the release check admitted each release, and its team signed
 * its manifest, also those of the canary. Visitors have to get the same sets.
 * @param rootDigest the root that the site's trust list has to descend from; without it that list is trusted
 * @throws SiteError `LIVE_UNREADABLE` for a site that does not respond, `LIVE_REVOKED`, `LIVE_UNPROVEN`, and `SIGNATURE_*`, `KEY_*`, `TRUST_*`,
 * `RECORD_*`, `RELEASE_*`
 */
export async function openServedSet(reader: DeployedReader, rootDigest?: Digest): Promise<ServedSet> {
  const memoryDir = await mkdtemp(join(tmpdir(), "site-verify-"));
  try {
    return await explain(reader, async () => {
      const { siteId, revision, releases, trust } = await readAtRest(reader, { memoryDir, rootDigest });
      return {
        siteId,
        revision,
        releases,
        rootDigest: trust.rootDigest,
        verify: (release) => explain(reader, () => verifyFiles(reader, release)),
      };
    });
  } finally {
    await rm(memoryDir, { recursive: true, force: true });
  }
}

/** Gives errors a code: an unreadable site proves nothing, and a site whose responses differ from what was signed is wrong. */
async function explain<T>({ address }: DeployedReader, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isSiteError(cause)) throw cause;
    if (cause instanceof FormerKeyError)
      throw new SiteError("LIVE_REVOKED", { url: address, problem: cause.problem, advice: cause.advice }, { cause });
    const problem = cause instanceof UnreadableSiteError ? cause.reason : toProblem(cause).replace(/\.$/, "");
    const isUnreadable =
      cause instanceof UnreadableSiteError || cause instanceof v.ValiError || cause instanceof SyntaxError;
    throw new SiteError(isUnreadable ? "LIVE_UNREADABLE" : "LIVE_UNPROVEN", { url: address, problem }, { cause });
  }
}

/** Visitors and operators get different revisions: servers are flipping, or a cache in between is outdated. */
class OtherRevisionError extends Error {
  constructor(told: number, revision: number) {
    super(`visitors are told revision ${told}, and operators revision ${revision}`);
  }
}

type SignedSet = Pick<ServedSet, "siteId" | "revision" | "releases"> & { trust: DeployedTrust };

/** The live set that visitors get as well. Retries while servers are flipping. */
async function readAtRest(reader: DeployedReader, pin: TrustPin, waits = flipWaits): Promise<SignedSet> {
  try {
    return await readSignedSet(reader, pin);
  } catch (error) {
    const [wait, ...later] = waits;
    if (!(error instanceof OtherRevisionError) || wait === undefined) throw error;
    await setTimeout(wait);
    return readAtRest(reader, pin, later);
  }
}

async function readSignedSet(reader: DeployedReader, pin: TrustPin): Promise<SignedSet> {
  const { siteId, revision, ...live } = await reader.readLive();
  const told = await readTold(reader, revision);
  const trust = await reader.openTrust(pin);
  const { set, channels } = await reader.verifySet(trust, { siteId, revision, ...live });
  assertTold(told, [set], "visitors");
  const releases = await reader.verifyReleases(trust, set);
  const { canary } = channels ?? {};
  if (canary === undefined) return { siteId, revision, releases, trust };
  // A server that cannot serve the canary sends its visitors the stable set. The canary's first bucket is in every share.
  const cookie = `${bucketCookie}=${canary.first}`;
  assertTold(await readTold(reader, revision, cookie), [canary.set, set], "visitors of the canary");
  const tried = await reader.verifyReleases(trust, canary.set);
  const others = tried.filter(({ name }) => canary.set.digests[name] !== set.digests[name]);
  return { siteId, revision, releases: [...releases, ...others], trust };
}

/** The versions that visitors get. @throws OtherRevisionError */
async function readTold(reader: DeployedReader, revision: number, cookie?: string): Promise<SetVersions> {
  const answer = await reader.readAsVisitor("/builds/latest.json", cookie);
  const told = v.parse(latestSchema, JSON.parse(answer.toString("utf8")));
  if (told.revision !== revision) throw new OtherRevisionError(told.revision, revision);
  return told.versions;
}

/** @param sets the sets that visitors may get, the most likely first */
function assertTold(told: SetVersions, sets: readonly ReleaseSet[], visitors: string): void {
  const [others = []] = sets
    .map(({ versions }) => Object.keys({ ...told, ...versions }).filter((name) => told[name] !== versions[name]))
    .toSorted((a, b) => a.length - b.length);
  if (others.length > 0) throw new Error(`${visitors} are told other releases of ${others.join(", ")}`);
}

async function verifyFiles(reader: DeployedReader, manifest: Release): Promise<ServedRelease> {
  const bytes = await reader.readFiles(manifest);
  const release = await assembleRelease(manifest, async (file) => bytes.get(file) ?? Buffer.of());
  const { label, digest, files } = release;
  return { label, digest, files: files.size, served: await compareVisitorFiles(reader, release) };
}

/** Compares each public file with the signed one. @returns their number */
async function compareVisitorFiles(reader: DeployedReader, { release, label, files }: LoadedRelease): Promise<number> {
  const base = toReleasePath(release.name, release.version);
  const served = [...files].filter(([path]) => path.startsWith("browser/") && !path.endsWith(".br"));
  for (let start = 0; start < served.length; start += filesAtOnce) {
    await Promise.all(
      served.slice(start, start + filesAtOnce).map(async ([path, signed]) => {
        const address = `${base}${path.slice("browser/".length)}`;
        if (!signed.equals(await reader.readAsVisitor(address)))
          throw new Error(`visitors get other bytes at ${address} than ${label} was signed with`);
      }),
    );
  }
  return served.length;
}
