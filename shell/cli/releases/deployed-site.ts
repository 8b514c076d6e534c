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
import { addTeam } from "../../src/server/releases/trust/change-teams.ts";
import type { OwnerFolders } from "../../src/server/releases/trust/change-trust.ts";
import { toSentence } from "../../src/server/to-sentence.ts";
import { createDeployedReader, type DeployedSet, toApiPath } from "./deployed-reader.ts";
import type { DeployedTrust, TrustPin } from "./deployed-trust.ts";

const siteSchema = v.object({ documents: v.record(v.string(), v.unknown()) });

/** Maximum of files that are fetched one by one: with more missing files, the whole release is fetched in one response. */
const mostSingleFiles = 24;

/** The target of a copy of a deployed set. */
export interface CopyTarget extends TrustPin {
  store: ReleaseStore;
  /** The folders of its trust list and keys: a package that is new there gets a team for development. */
  owners: OwnerFolders;
  /** The blobs of this machine: files that are among them are not fetched. */
  blobs: Blobs;
  /** The folder for the documents of the site. */
  dataFolder: string;
  /** Packages whose live releases in the store stay. */
  kept?: readonly PackageName[];
}

export interface DeployedSite {
  /** The live set as the site reports it, not verified yet. @throws Error when the site does not respond with one */
  readLive(): Promise<DeployedSet>;
  /**
   * Makes the deployed live set live in a store of this machine. An operator has to have signed the set and each team its release, by the site's own
   * trust list, and every file has to have the hash of its manifest. This machine's development keys sign the copy. The deployed site is only read,
   * and nothing is changed here before everything is verified. The documents of the site have no signature.
   * @returns the trust list that verified it
   * @throws Error when something does not verify
   */
  copyTo(target: CopyTarget, live: DeployedSet): Promise<Pick<DeployedTrust, "rootDigest" | "isFirstUse">>;
}

/**
 * A running site, read over HTTP.
 * @param token of a viewer or a higher role
 */
export function openDeployedSite(address: string, token: string | undefined): DeployedSite {
  const { read, readJson, readLive, openTrust, verifySet, verifyReleases, readFiles } = createDeployedReader(
    address,
    token,
  );

  /** The files of a release by their digests: from this machine, and the others from the site, one by one or all at once. */
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
    async copyTo({ store, owners, blobs, dataFolder, kept = [], ...pin }, live) {
      const { siteId, packages } = live;
      try {
        const site = readJson("/-/site");
        // A failure while the trust list is read must not be unhandled; the promise is awaited below.
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
        const admitted = loaded.flat();
        for (const { release } of admitted) await addTeam(owners, release.name, `development team ${release.name}`);
        await Promise.all(admitted.map((release) => store.admit(release)));
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
