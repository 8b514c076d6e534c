import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { toReleasePath } from "@site/contracts/releases/browser-set";
import type { Digest } from "@site/contracts/releases/digest";
import type { Release } from "@site/contracts/releases/release";
import * as v from "valibot";
import type { LoadedRelease } from "../../src/server/releases/loaded-release.ts";
import { assembleRelease } from "../../src/server/releases/release-files.ts";
import { type DeployedReader, type DeployedSet, UnreadableSiteError } from "./deployed-reader.ts";

/** What visitors are told of the live set. */
const latestSchema = v.object({ revision: v.number(), versions: v.record(v.string(), v.string()) });

/** Files of a release that are fetched at the same time. */
const filesAtOnce = 8;

/** What is live on a running site. Its signatures are verified, its files not yet. */
export interface ServedSet {
  siteId: string;
  revision: number;
  releases: readonly Release[];
  /** The digest of the oldest root of the trust list. */
  rootDigest: Digest;
  /**
   * Verifies every file of one of its releases, and compares those that browsers may ask for.
   * @throws SiteError `LIVE_UNREADABLE`, `LIVE_UNPROVEN`, `RELEASE_FILE_*`
   */
  verify(release: Release): Promise<ServedRelease>;
}

/** What was shown of a release. */
export interface ServedRelease {
  /** `content@1.0.0-3f2a9c0d11aa` */
  label: string;
  /** The digest of its manifest. */
  digest: Digest;
  files: number;
  /** How many of them browsers may ask for, and get as they were signed. */
  served: number;
}

/**
 * Reads what visitors of a running site get, without its store: an operator signed the set, the release check admitted each release, and its team signed its
 * manifest. Visitors are told the same set.
 * @param rootDigest the root that the site's trust list has to lead back to; without it that list is taken on trust
 * @throws SiteError `LIVE_UNREADABLE` for a site that does not answer, `LIVE_UNPROVEN`, and `SIGNATURE_*`, `KEY_*`, `TRUST_*`, `RECORD_*`, `RELEASE_*`
 */
export async function openServedSet(reader: DeployedReader, rootDigest?: Digest): Promise<ServedSet> {
  const memoryDir = await mkdtemp(join(tmpdir(), "site-verify-"));
  try {
    return await explain(reader, async () => {
      const live = await readServedSet(reader);
      const trust = await reader.openTrust({ memoryDir, rootDigest });
      return {
        siteId: live.siteId,
        revision: live.revision,
        releases: await reader.verify(trust, live),
        rootDigest: trust.rootDigest,
        verify: (release) => explain(reader, () => verifyFiles(reader, release)),
      };
    });
  } finally {
    await rm(memoryDir, { recursive: true, force: true });
  }
}

/** Names what is thrown: a site that cannot be read proves nothing, and one that says something else than was signed is wrong. */
async function explain<T>({ address }: DeployedReader, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isSiteError(cause)) throw cause;
    const problem = cause instanceof UnreadableSiteError ? cause.reason : toProblem(cause).replace(/\.$/, "");
    const isUnreadable =
      cause instanceof UnreadableSiteError || cause instanceof v.ValiError || cause instanceof SyntaxError;
    throw new SiteError(isUnreadable ? "LIVE_UNREADABLE" : "LIVE_UNPROVEN", { url: address, problem }, { cause });
  }
}

/** What is live, where visitors are told the same. It is asked for once more when a flip came between both answers. */
async function readServedSet(reader: DeployedReader, attempts = 2): Promise<DeployedSet> {
  const live = await reader.readLive();
  const latest = v.parse(
    latestSchema,
    JSON.parse((await reader.readAsVisitor("/builds/latest.json")).toString("utf8")),
  );
  if (latest.revision !== live.revision) {
    if (attempts > 1) return readServedSet(reader, attempts - 1);
    throw new Error(`visitors are told revision ${latest.revision}, and operators revision ${live.revision}`);
  }
  const other = Object.keys({ ...latest.versions, ...live.packages }).filter(
    (name) => latest.versions[name] !== live.packages[name]?.version,
  );
  if (other.length > 0) throw new Error(`visitors are told other releases of ${other.join(", ")}`);
  return live;
}

async function verifyFiles(reader: DeployedReader, manifest: Release): Promise<ServedRelease> {
  const bytes = await reader.readFiles(manifest);
  const release = await assembleRelease(manifest, async (file) => bytes.get(file) ?? Buffer.of());
  const { label, digest, files } = release;
  return { label, digest, files: files.size, served: await compareVisitorFiles(reader, release) };
}

/** Compares each file that browsers may ask for with the signed one. @returns how many they are */
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
