import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { dataDocumentNames, parseDataDocument } from "@site/contracts/documents/data-documents";
import { SiteError } from "@site/contracts/errors";
import { toRequestProblem } from "@site/contracts/publishing/request-problem";
import { type Digest, integrityToDigest } from "@site/contracts/releases/digest";
import { listStreamedFiles } from "@site/contracts/releases/release-stream";
import type { Release } from "@site/contracts/releases/release";
import type { Blobs } from "../src/server/releases/storage/blobs.ts";
import type { LoadedRelease } from "../src/server/releases/loaded-release.ts";
import { assembleRelease, parseManifest } from "../src/server/releases/release-files.ts";
import type { ReleaseStore } from "../src/server/releases/release-store.ts";
import { toSentence } from "../src/server/to-sentence.ts";
import { type DeployedTrust, openDeployedTrust, type TrustPin } from "./deployed-trust.ts";

const liveSchema = v.object({
  siteId: v.string(),
  revision: v.number(),
  packages: v.record(v.string(), v.object({ version: v.string(), digest: v.string() })),
  /** The operator's record of it; null when a key that it needs was revoked since. */
  record: v.unknown(),
  /** The record before one that a server signed, which says which servers may. */
  before: v.optional(v.unknown()),
});
const signedSchema = v.object({ manifest: v.object({ signed: v.unknown() }), admission: v.unknown() });
const siteSchema = v.object({ documents: v.record(v.string(), v.unknown()) });

/** Files that are fetched one by one, at most: with more of them missing, the whole release comes as one body. */
const mostSingleFiles = 24;

/** What a deployed site serves. */
export type DeployedSet = v.InferOutput<typeof liveSchema>;

/** Where a copy of a deployed set goes. */
export interface CopyTarget extends TrustPin {
  store: ReleaseStore;
  /** The files that the store has already: equal ones are not fetched again. */
  blobs: Blobs;
  /** The folder for the documents of the site. */
  dataFolder: string;
}

export interface DeployedSite {
  /** What the site says is live there, not verified yet. @throws Error when the site does not answer with it */
  readLive(): Promise<DeployedSet>;
  /**
   * Makes what is live there live in a store of this machine. The set is signed by an operator and each release by its team, by the site's own
   * trust list, and every file has the hash that its manifest names. This machine's development keys sign for it here. Only reads from
   * the deployed site, and takes nothing over before all of it is verified. The documents of the site have no signature.
   * @returns the trust list that it was verified by
   * @throws Error for what does not verify
   */
  copyTo(target: CopyTarget, live: DeployedSet): Promise<Pick<DeployedTrust, "rootDigest" | "isFirstUse">>;
}

/**
 * A running site, read over HTTP.
 * @param token a viewer's is enough
 */
export function openDeployedSite(address: string, token: string | undefined): DeployedSite {
  async function ask(path: string): Promise<Response> {
    try {
      return await fetch(new URL(path, address), {
        redirect: "error",
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
    } catch (error) {
      throw new Error(`${address} does not answer: ${toRequestProblem(error)}. Is the address right?`, {
        cause: error,
      });
    }
  }

  async function read(path: string): Promise<Buffer> {
    const answer = await ask(path);
    if (answer.ok) return Buffer.from(await answer.arrayBuffer());
    const why = token === undefined ? " SITE_TOKEN is not set; any role's token will do." : "";
    throw new Error(`${address} answered ${answer.status} for ${path}.${why}`);
  }

  const readJson = async (path: string): Promise<unknown> => JSON.parse((await read(path)).toString("utf8"));

  async function readTrustFile(path: string): Promise<Buffer | undefined> {
    const answer = await ask(path);
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
  }

  async function readFiles(release: Release, base: string): Promise<Map<string, Buffer>> {
    const body = await read(`${base}/content`);
    let at = body.indexOf("\n") + 1;
    return new Map(listStreamedFiles(release).map(({ path, size }) => [path, body.subarray(at, (at += size))]));
  }

  /** The files of a release by their digests: those of this machine, and the others from the site, one by one or all at once. */
  async function download(release: Release, blobs: Blobs): Promise<LoadedRelease> {
    const base = `/-/releases/${release.name}/${release.version}`;
    const known = new Map<Digest, Buffer>();
    const wanted = [...new Set(Object.values(release.files).map(({ integrity }) => integrityToDigest(integrity)))];
    await Promise.all(
      wanted.map(async (digest) => {
        const bytes = await blobs.get(digest).catch(() => undefined);
        if (bytes) known.set(digest, bytes);
      }),
    );
    const fetched = wanted.length - known.size > mostSingleFiles ? await readFiles(release, base) : undefined;
    return assembleRelease(release, async (file, digest) => {
      const bytes = known.get(digest) ?? (fetched ? fetched.get(file) : await read(`${base}/files/${file}`));
      if (!bytes) throw new SiteError("RELEASE_FILE_MISSING", { release: `${release.name}@${release.version}`, file });
      return bytes;
    });
  }

  async function verify(trust: DeployedTrust, live: DeployedSet): Promise<Release[]> {
    const { packages, revision, record, before } = live;
    if (record === null)
      throw new Error(`Its live set is signed with a key that was revoked since. Promote there once more.`);
    const digests = Object.fromEntries(Object.entries(packages).map(([name, { digest }]) => [name, digest]));
    await trust.verifySet({ record, before }, revision, digests);
    return Promise.all(
      Object.entries(packages).map(async ([name, { version, digest }]) => {
        const answer = v.parse(signedSchema, await readJson(`/-/releases/${name}/${version}`));
        const release = trust.verifyRelease(
          { manifest: answer.manifest.signed, admission: answer.admission },
          name,
          digest,
        );
        return parseManifest(release, name, `${name}@${version}`);
      }),
    );
  }

  return {
    async readLive() {
      return v.parse(liveSchema, await readJson("/-/live"));
    },
    async copyTo({ store, blobs, dataFolder, ...pin }, live) {
      const { siteId, packages } = live;
      try {
        const site = readJson("/-/site");
        // It may fail while the trust list is read; it is looked at below.
        site.catch(() => undefined);
        const trust = await openDeployedTrust(readTrustFile, pin);
        const releases = await verify(trust, live);
        const loaded = await Promise.all(
          releases.map(async (release) =>
            (await store.versions(release.name)).includes(release.version) ? [] : [await download(release, blobs)],
          ),
        );
        const { documents } = v.parse(siteSchema, await site);
        await mkdir(join(dataFolder, siteId), { recursive: true });
        for (const name of dataDocumentNames)
          await writeFile(
            join(dataFolder, siteId, `${name}.json`),
            JSON.stringify(parseDataDocument(name, documents[name])),
          );
        await Promise.all(loaded.flat().map((release) => store.admit(release)));
        const versions = Object.fromEntries(Object.entries(packages).map(([name, { version }]) => [name, version]));
        const set = await store.toSet(versions);
        if (!(await store.isChecked(set)))
          await store.countersign(set, { sites: [siteId], checks: ["as it is deployed"] });
        await store.advance(await store.revision(), versions, { why: `as deployed at ${address}` });
        return { rootDigest: trust.rootDigest, isFirstUse: trust.isFirstUse };
      } catch (error) {
        throw new Error(`Nothing was taken over from ${address}. ${toSentence(error)}`, { cause: error });
      }
    },
  };
}
