import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { dataDocumentNames, parseDataDocument } from "@site/contracts/documents/data-documents";
import { SiteError } from "@site/contracts/errors";
import { listStreamedFiles } from "@site/contracts/releases/release-stream";
import type { LoadedRelease } from "../src/server/releases/loaded-release.ts";
import { assembleRelease, parseManifest } from "../src/server/releases/release-files.ts";
import type { ReleaseStore } from "../src/server/releases/release-store.ts";

const liveSchema = v.object({
  siteId: v.string(),
  revision: v.number(),
  packages: v.record(v.string(), v.object({ version: v.string(), digest: v.string() })),
});
const headerSchema = v.object({ manifest: v.object({ signed: v.unknown() }) });
const siteSchema = v.object({ documents: v.record(v.string(), v.unknown()) });

/** What a deployed site serves. */
export type DeployedSet = v.InferOutput<typeof liveSchema>;

export interface DeployedSite {
  /** What is live there now. @throws Error when the site does not answer with it */
  readLive(): Promise<DeployedSet>;
  /**
   * Makes what is live there live in a store of this machine. Every manifest has the digest that the live set names, and every file the
   * hash that its manifest names; this machine's development keys sign for it here. Only reads from the deployed site.
   * @throws Error for what does not verify
   */
  copyTo(store: ReleaseStore, live: DeployedSet, dataFolder: string): Promise<void>;
}

/**
 * A running site, read over HTTP.
 * @param token a viewer's is enough
 */
export function openDeployedSite(address: string, token: string | undefined): DeployedSite {
  async function read(path: string): Promise<Response> {
    const answer = await fetch(new URL(path, address), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    if (answer.ok) return answer;
    const why = token === undefined ? " SITE_TOKEN is not set; any role's token will do." : "";
    throw new Error(`${address} answered ${answer.status} for ${path}.${why}`);
  }

  async function download(name: string, version: string, digest: string): Promise<LoadedRelease> {
    const body = Buffer.from(await (await read(`/-/releases/${name}/${version}/content`)).arrayBuffer());
    const end = body.indexOf("\n");
    const { manifest } = v.parse(headerSchema, JSON.parse(body.toString("utf8", 0, end)));
    const release = parseManifest(manifest.signed, name, `${name}@${version}`);
    let at = end + 1;
    const files = new Map(
      listStreamedFiles(release).map(({ path, size }) => [path, body.subarray(at, (at += size))] as const),
    );
    const loaded = await assembleRelease(release, (file) => {
      const bytes = files.get(file);
      if (!bytes) throw new SiteError("RELEASE_FILE_MISSING", { release: `${name}@${version}`, file });
      return Promise.resolve(bytes);
    });
    if (loaded.digest !== digest)
      throw new Error(
        `${name}@${version} has the digest ${loaded.digest}; the live set of ${address} names ${digest}.`,
      );
    return loaded;
  }

  return {
    async readLive() {
      return v.parse(liveSchema, await (await read("/-/live")).json());
    },
    async copyTo(store, { siteId, packages }, dataFolder) {
      const { documents } = v.parse(siteSchema, await (await read("/-/site")).json());
      await mkdir(join(dataFolder, siteId), { recursive: true });
      for (const name of dataDocumentNames)
        await writeFile(
          join(dataFolder, siteId, `${name}.json`),
          JSON.stringify(parseDataDocument(name, documents[name])),
        );
      const missing = await Promise.all(
        Object.entries(packages).map(async ([name, { version, digest }]) =>
          (await store.versions(name)).includes(version) ? [] : [await download(name, version, digest)],
        ),
      );
      for (const release of missing.flat()) await store.admit(release);
      const versions = Object.fromEntries(Object.entries(packages).map(([name, { version }]) => [name, version]));
      const set = await store.toSet(versions);
      if (!(await store.isChecked(set)))
        await store.countersign(set, { sites: [siteId], checks: ["as it is deployed"] });
      await store.advance(await store.revision(), versions, { why: `as deployed at ${address}` });
    },
  };
}
