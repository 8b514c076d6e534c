import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { dataDocumentNames, parseDataDocument } from "@site/contracts/documents/data-documents";
import { SiteError } from "@site/contracts/errors";
import { type Digest, integrityToDigest } from "@site/contracts/releases/digest";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Release } from "@site/contracts/releases/release";
import type { Blobs } from "../../src/server/releases/storage/blobs.ts";
import type { LoadedRelease } from "../../src/server/releases/loaded-release.ts";
import { assembleRelease } from "../../src/server/releases/release-files.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { toSentence } from "../../src/server/to-sentence.ts";
import { createDeployedReader, type DeployedSet, toApiPath } from "./deployed-reader.ts";
import type { DeployedTrust, TrustPin } from "./deployed-trust.ts";

const siteSchema = v.object({ documents: v.record(v.string(), v.unknown()) });

/** Files that are fetched one by one, at most: with more of them missing, the whole release comes as one body. */
const mostSingleFiles = 24;

/** Where a copy of a deployed set goes. */
export interface CopyTarget extends TrustPin {
  store: ReleaseStore;
  /** The files that the store has already: equal ones are not fetched again. */
  blobs: Blobs;
  /** The folder for the documents of the site. */
  dataFolder: string;
  /** Packages that stay as they are live in the store. */
  kept?: readonly PackageName[];
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
  const { read, readJson, readLive, openTrust, verifySet, verifyReleases, readFiles } = createDeployedReader(
    address,
    token,
  );

  /** The files of a release by their digests: those of this machine, and the others from the site, one by one or all at once. */
  async function download(release: Release, blobs: Blobs): Promise<LoadedRelease> {
    const known = new Map<Digest, Buffer>();
    const wanted = [...new Set(Object.values(release.files).map(({ integrity }) => integrityToDigest(integrity)))];
    await Promise.all(
      wanted.map(async (digest) => {
        const bytes = await blobs.get(digest).catch(() => undefined);
        if (bytes) known.set(digest, bytes);
      }),
    );
    const fetched = wanted.length - known.size > mostSingleFiles ? await readFiles(release) : undefined;
    return assembleRelease(release, async (file, digest) => {
      const bytes =
        known.get(digest) ?? (fetched ? fetched.get(file) : await read(`${toApiPath(release)}/files/${file}`));
      if (!bytes) throw new SiteError("RELEASE_FILE_MISSING", { release: `${release.name}@${release.version}`, file });
      return bytes;
    });
  }

  return {
    readLive,
    async copyTo({ store, blobs, dataFolder, kept = [], ...pin }, live) {
      const { siteId, packages } = live;
      try {
        const site = readJson("/-/site");
        // It may fail while the trust list is read; it is looked at below.
        site.catch(() => undefined);
        const trust = await openTrust(pin);
        const releases = await verifyReleases(trust, (await verifySet(trust, live)).set);
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
        const own = Object.entries((await store.current())?.set.versions ?? {}).filter(([name]) => kept.includes(name));
        const versions = Object.fromEntries([
          ...Object.entries(packages).map(([name, { version }]) => [name, version]),
          ...own,
        ]);
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
