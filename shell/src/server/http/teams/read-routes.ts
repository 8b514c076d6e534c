import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { isSiteError, SiteError } from "@site/contracts/errors";
import { releaseStreamType, writeReleaseStream } from "@site/contracts/releases/release-stream";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { DataStore } from "../../data/data-store.ts";
import type { HealthCounts } from "../../health/release-health.ts";
import type { LiveSite } from "../../live/live-site.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import { readTrustFile } from "../../releases/trust/open-trust.ts";
import type { FailedRequests } from "../answers/failed-requests.ts";
import { isFresh } from "../answers/is-fresh.ts";
import type { TokenHook } from "./authorize.ts";

export interface ReadRoutesOptions {
  site: SiteConfig;
  data: DataStore;
  live: LiveSite;
  store: ReleaseStore;
  /** The folder of the trust list. */
  trustDir: string;
  /** The figures of visitors' pages, by release. */
  health: Pick<HealthCounts, "list">;
  failedRequests: Pick<FailedRequests, "list" | "note">;
}

const immutable = "private, max-age=31536000, immutable";

/**
 * Registers the routes for machines that compose or check against this site: the live set, every admitted release with its signatures, its bytes, and
 * the site's data. Signed documents are sent as they were signed, so that the reader can verify them.
 */
export function registerReads(
  app: FastifyInstance,
  {
    site,
    data,
    live,
    store,
    trustDir,
    health,
    failedRequests,
    preParsing,
  }: ReadRoutesOptions & { preParsing: TokenHook },
): void {
  const readLive = (): ReleaseSet => {
    const set = live.state()?.set;
    if (!set) throw new SiteError("SITE_STARTING", {});
    return set;
  };

  app.get("/-/live", { preParsing }, async (_request, reply) => {
    const { id, revision, versions, digests } = readLive();
    const packages = Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [name, { version, digest: digests[name] }]),
    );
    return reply
      .header("cache-control", "no-store")
      .send({ siteId: site.siteId, id, revision, packages, ...(await readRecord(revision)) });
  });

  /** The live record. It may not verify any more when a key was revoked later; the live set stays live. */
  async function readRecord(revision: number): Promise<object> {
    try {
      const { record, envelope, before } = await store.readRecord(revision);
      return {
        at: record.at,
        by: record.by,
        why: record.why,
        record: envelope,
        ...(before && { before }),
        problem: null,
      };
    } catch (error) {
      if (!isSiteError(error)) throw error;
      return { record: null, problem: { code: error.code, detail: error.message } };
    }
  }

  app.get("/-/health", { preParsing }, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ releases: health.list(), requests: failedRequests.list() }),
  );

  app.get("/-/site", { preParsing }, (_request, reply) =>
    reply
      .header("cache-control", "no-store")
      .send({ siteId: site.siteId, configuration: site, documents: data.documents() }),
  );

  app.get<{ Params: { file: string } }>("/-/trust/:file", { preParsing }, async (request, reply) => {
    const { file } = request.params;
    if (!/^([1-9]\d{0,5}\.root|root|targets)\.json$/.test(file)) throw new SiteError("TRUST_MISSING", { file });
    // The file's own bytes: a root is pinned by their hash.
    const bytes = await readTrustFile(join(trustDir, file), file);
    return reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(bytes);
  });

  app.get<{ Params: { name: string } }>("/-/releases/:name", { preParsing }, async (request, reply) => {
    const { name } = request.params;
    const releases = (await store.releases()).filter((release) => release.name === name);
    if (releases.length === 0) throw new SiteError("RELEASE_NOT_FOUND", { release: name });
    const isLive = live.state()?.set.versions[name];
    return reply.header("cache-control", "no-store").send({
      name,
      live: isLive ?? null,
      releases: releases.map(({ version, at }) => ({ version, at: at.toISOString() })),
    });
  });

  type ReleaseParams = { Params: { name: string; version: string } };
  app.get<ReleaseParams>("/-/releases/:name/:version", { preParsing }, async (request, reply) => {
    const { name, version } = request.params;
    const signed = await store.readSigned(name, version);
    return reply.header("cache-control", "no-cache").send({ name, version, ...signed });
  });

  app.get<ReleaseParams>("/-/releases/:name/:version/content", { preParsing }, async (request, reply) => {
    const { name, version } = request.params;
    const [{ manifest, admission }, { release, files }] = await Promise.all([
      store.readSigned(name, version),
      store.load(name, version),
    ]);
    return reply
      .header("cache-control", immutable)
      .type(releaseStreamType)
      .send(Readable.from(writeReleaseStream({ manifest, admission }, release, files)));
  });

  app.get<{ Params: { name: string; version: string; "*": string } }>(
    "/-/releases/:name/:version/files/*",
    { preParsing },
    async (request, reply) => {
      const { name, version, "*": path } = request.params;
      const { release, files } = await store.load(name, version);
      const bytes = files.get(path);
      if (!bytes) throw new SiteError("RELEASE_NOT_FOUND", { release: `${name}@${version}: ${path}` });
      const etag = `"${release.files[path]?.integrity}"`;
      reply.header("cache-control", immutable).header("etag", etag);
      if (isFresh(request.headers["if-none-match"], etag)) return reply.code(304).send();
      return reply.type("application/octet-stream").send(bytes);
    },
  );
}
