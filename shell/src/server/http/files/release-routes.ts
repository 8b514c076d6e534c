import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isPackageName } from "@site/contracts/names/package-name";
import { releaseBasePath } from "@site/contracts/releases/browser-set";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { LiveSite } from "../../live/live-site.ts";
import type { ScriptBreak } from "../../../layout/tester-facts.ts";
import { listServedSets } from "../../live/pick-set.ts";
import type { Metrics } from "../../live/metrics.ts";
import { reportUnloaded } from "../../live/unloaded-release.ts";
import { listDescriptions } from "../../composition/documents/browser-set.ts";
import { createEarlierReleases } from "./earlier-releases.ts";
import { answerBroken, findBrokenDescription, isBrokenFor } from "./broken-files.ts";
import { readBrokenVersion } from "../../testers/broken-remote.ts";
import { createHeldAnswers, type HeldAnswers } from "../../testers/held-answers.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import { isFresh } from "../answers/is-fresh.ts";
import type { PageAnswers } from "../pages/page-routes.ts";
import { createEncodingPicker } from "../answers/pick-encoding.ts";
import { sendProblem } from "../answers/problem.ts";

const mediaTypes: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff2: "font/woff2",
};

/** Files are compressed when a release is built, in this encoding only. */
const pickFileEncoding = createEncodingPicker(["br"]);

const immutable = "public, max-age=31536000, immutable";

/** Seconds after which a caller may ask again for a file while the store cannot be read. */
const retryAfterSeconds = 5;

/**
 * Serves the browser files of releases. A file is looked up in the release's own list, never joined to a path, and the bytes sent are
 * those whose hash was verified.
 */
export function registerReleases(
  app: FastifyInstance,
  {
    site,
    live,
    store,
    metrics,
    pages,
    held = createHeldAnswers(),
  }: {
    site: SiteConfig;
    live: LiveSite;
    store: ReleaseStore;
    metrics: Metrics;
    pages: PageAnswers;
    held?: HeldAnswers | undefined;
  },
): void {
  const descriptions = new WeakMap<LoadedRelease, ReadonlyMap<string, string>>();

  /** The browser description of a release with a file name, which is its hash: also of a release that is no longer live. */
  function findDescription(release: LoadedRelease, file: string, how: ScriptBreak | undefined): string | undefined {
    if (!file.startsWith("sha384-")) return undefined;
    const known = descriptions.get(release) ?? listDescriptions(release.release, site);
    descriptions.set(release, known);
    return how === undefined ? known.get(file) : findBrokenDescription(known, file, how);
  }

  app.addHook("preClose", async () => held.close());

  const earlier = createEarlierReleases({
    store,
    readLiveRevision: () => live.state()?.set.revision ?? 0,
    onUnloaded: (error, release) => reportUnloaded(error, release, { metrics, log: app.log }),
  });

  async function find(name: string, version: string): Promise<LoadedRelease | "unreadable" | undefined> {
    if (!isPackageName(name)) return undefined;
    const served = listServedSets(live)
      .map(({ packages }) => packages.get(name))
      .find((release) => release?.release.version === version);
    return served ?? earlier.find(name, version);
  }

  app.get<{ Params: { name: string; version: string; "*": string } }>(
    `${releaseBasePath}:name/:version/*`,
    async (request, reply) => {
      const { name, version: asked, "*": file } = request.params;
      const { version, how } = readBrokenVersion(asked);
      // A script that is broken on purpose exists for the one tester alone.
      if (how !== undefined && !isBrokenFor(request, name, how)) return pages.answerError(request, reply, 404);
      const release = /^\d+\.\d+\.\d+-[0-9a-f]{12}$/.test(version) ? await find(name, version) : undefined;
      if (release === "unreadable") return answerUnreadable(reply);
      const description = release && findDescription(release, file, how);
      if (description !== undefined) {
        return reply
          .header("cache-control", how === undefined ? immutable : "private, no-store")
          .type("application/json; charset=utf-8")
          .send(description);
      }
      const path = `browser/${file}`;
      if (!release?.files.has(path) || path.endsWith(".br")) return pages.answerError(request, reply, 404);
      if (how !== undefined) {
        if (!(await answerBroken(reply, how, held))) return reply;
      } else reply.header("cache-control", immutable);
      return sendFile(request, reply, release, path);
    },
  );

  // Addresses without a version, for the configuration and other sites: answered from the live shell's release, revalidated on each use.
  app.get<{ Params: { "*": string } }>("/assets/*", async (request, reply) => {
    const version = live.state()?.set.versions["shell"];
    const shell = version === undefined ? undefined : await find("shell", version);
    if (shell === "unreadable") return answerUnreadable(reply);
    const path = `browser/assets/${request.params["*"]}`;
    if (!shell?.files.has(path) || path.endsWith(".br")) return pages.answerError(request, reply, 404);
    reply.header("cache-control", "public, max-age=3600");
    return sendFile(request, reply, shell, path);
  });
}

/** Not 404, which a cache may keep and a browser takes as final. */
function answerUnreadable(reply: FastifyReply): FastifyReply {
  return sendProblem(
    reply.header("retry-after", retryAfterSeconds),
    503,
    "FILE_LATE",
    "The file cannot be read right now, because the release store gives no answer. Ask for it again.",
  );
}

/** Sends a file, or 304 when the caller has it. The ETag is weak because it is the same in each encoding. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { release, files }: LoadedRelease,
  path: string,
): FastifyReply {
  const etag = `W/"${release.files[path]?.integrity.slice(7, 31)}"`;
  reply.header("vary", "Accept-Encoding").header("etag", etag);
  if (isFresh(request.headers["if-none-match"], etag)) return reply.code(304).send();
  reply.type(mediaTypes[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream");
  const packed = pickFileEncoding(request.headers["accept-encoding"]) === "br" ? files.get(`${path}.br`) : undefined;
  if (packed) reply.header("content-encoding", "br");
  return reply.send(packed ?? files.get(path));
}
