import type { FastifyInstance } from "fastify";
import { toProblem } from "@site/contracts/errors";
import { shellName } from "@site/contracts/names/package-name";
import { type PagePayload, pagePayloadSchema } from "@site/contracts/pages/payload";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { parse } from "@site/contracts/wire/wire-schema";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { LiveSite } from "../../live/live-site.ts";
import { toTesterFormat } from "../../testers/tester-format.ts";
import { toShellBuildId } from "../../../layout/shell-build.ts";
import { serverFormat, toBuildId } from "../../pages/build-id.ts";
import { readText } from "../../pages/encoded-page.ts";
import type { LivePage } from "../../pages/site-state.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import { pickMeasure } from "../../health/pick-measure.ts";
import { listServedSets, pickSet } from "../../live/pick-set.ts";
import { listSets } from "../../releases/channels.ts";
import { readBucket, toBucketCookie } from "../../visitor/bucket.ts";
import type { VisitorReader } from "../../visitor/visitor-reader.ts";
import { sendProblem } from "../answers/problem.ts";

/** How many of the latest revisions may still be open in a tab. A tab asks for its build's manifest once, a second after it is loaded. */
const answeredRevisions = 500;

/** Registers what tells a page whether it is of the newest build, and single slots of pages as data. */
export function registerBuilds(
  app: FastifyInstance,
  {
    site,
    live,
    store,
    visitors,
    measureShare,
  }: {
    site: SiteConfig;
    live: LiveSite;
    store: ReleaseStore;
    visitors: VisitorReader;
    /** The share of documents that are measured while there is no canary, from 0 to 1; 0 measures none at any time. */
    measureShare: number;
  },
): void {
  let earlier: { revision: number; ids: Promise<ReadonlySet<string>> } | undefined;

  /**
   * Whether a build is of a set that was live before this one, or of this one in another format. The store is read once for each revision,
   * not for each request.
   */
  async function wasLive(id: string, revision: number): Promise<boolean> {
    if (earlier?.revision !== revision) earlier = { revision, ids: readIds() };
    return (await earlier.ids).has(id);
  }

  async function readIds(): Promise<ReadonlySet<string>> {
    try {
      return new Set(
        (await store.history({ last: answeredRevisions }))
          .flatMap(listSets)
          .flatMap((set) => [...toBuildIds(set.id), ...toShellIds(set)]),
      );
    } catch (error) {
      app.log.error(
        { problem: toProblem(error) },
        "the history could not be read; manifests of earlier builds are not answered",
      );
      return new Set();
    }
  }

  /** What the manifests have in common, by the paths that they list, which stay the same object until a flip changes them. */
  const sharedMembers = new WeakMap<readonly string[], string>();

  /** The members of a manifest that do not depend on the request, as JSON: every document asks for it, and a large site has thousands of paths. */
  function toSharedMembers(paths: readonly string[]): string {
    const matcher = { static: site.routeRules ?? {}, wildcard: {}, dynamic: {} };
    const known = sharedMembers.get(paths) ?? JSON.stringify({ matcher, prerendered: paths }).slice(1, -1);
    sharedMembers.set(paths, known);
    return known;
  }

  // Polled with a timestamp in the query, which only serves to bypass caches (B187).
  app.get("/builds/latest.json", (request, reply) => {
    const { state } = pickSet(live, request);
    if (state === undefined) return sendProblem(reply, 503, "SITE_STARTING", "The site is starting.");
    return reply.header("cache-control", "no-store").send({
      id: state.build,
      revision: state.set.revision,
      timestamp: Date.now(),
      format: request.overridden ? toTesterFormat(request.overridden) : state.format,
      versions: state.set.versions,
    });
  });
  // The manifest of a build: the route rules, and the list of pages (B185). Both depend on the shell's release and on data, so a page asks by the
  // version of its shell; the build id of `latest.json` is accepted too. A tab of an earlier build gets the rules and pages of the live set,
  // because this server answers its next soft navigation by those.
  app.get<{ Params: { file: string } }>("/builds/meta/:file", async (request, reply) => {
    const { state, channel } = pickSet(live, request);
    const known = listServedSets(live, request).flatMap(({ build, set }) => [build, ...toShellIds(set)]);
    const id = /^([0-9a-f]{12}|[0-9a-f]{16})\.json$/.exec(request.params.file)?.[1];
    if (state === undefined || id === undefined || (!known.includes(id) && !(await wasLive(id, state.set.revision)))) {
      return sendProblem(reply, 404, "BUILD_UNKNOWN", "There is no such build, or it was live too long ago.");
    }
    // Each document asks once, a second after its load, and gets a bucket then: so a first visit sees the stable set, and later pages the assigned set.
    const hasCanary = live.canary() !== undefined;
    const hasBucket = hasCanary && readBucket(request.headers.cookie) !== undefined;
    if (hasCanary && !hasBucket && !visitors.isCrawler(request)) reply.header("set-cookie", toBucketCookie());
    // A tester who sees an override is assigned to no set of visitors.
    const assigned = channel === "override" ? undefined : channel;
    const measure =
      assigned &&
      pickMeasure({
        share: measureShare,
        chance: Math.random(),
        channel: hasBucket ? assigned : undefined,
        country: visitors.pickPlace(request).country,
        isCrawler: visitors.isCrawler(request),
        hasRefused: request.headers["sec-gpc"] === "1",
      });
    const own = measure ? `,"measure":${JSON.stringify(measure)}` : "";
    return reply
      .header("cache-control", hasCanary || measure ? "private, no-cache" : "no-cache")
      .type("application/json; charset=utf-8")
      .send(`{"id":${JSON.stringify(id)},${toSharedMembers(state.paths)}${own}}`);
  });
  // A slot by the hash of its content, so the answer never changes (B193). Only of pages that this visitor may see.
  app.get<{ Params: { file: string } }>("/__nuxt_island/:file", async (request, reply) => {
    const key = request.params.file.replace(/\.json$/, "");
    const rule = visitors.pickRule(request);
    const found =
      rule === "denied"
        ? []
        : await Promise.all(listServedSets(live, request).map(({ index }) => index.findSlotPage(key, rule)));
    const page = found.find((one) => one !== undefined);
    const slot = page && readPayload(page).slots.find((one) => one.key === key);
    if (!slot && rule === "denied")
      return sendProblem(reply, 403, "COUNTRY_DENIED", "The site is not offered in your country.");
    if (!slot) return sendProblem(reply, 404, "ISLAND_UNKNOWN", "There is no such part of a page in the live set.");
    return reply.header("cache-control", "private, max-age=31536000, immutable").send(slot);
  });
}

/** The build ids of a set in this format and in all earlier ones; open tabs may still carry an earlier one. */
function toBuildIds(setId: string): string[] {
  return Array.from({ length: serverFormat }, (_, index) => toBuildId(setId, index + 1));
}

/** The build id that pages of a set ask for: it is made of the shell's version. */
function toShellIds({ versions }: ReleaseSet): string[] {
  return Object.entries(versions).flatMap(([name, version]) => (name === shellName ? [toShellBuildId(version)] : []));
}

function readPayload({ payload }: LivePage): PagePayload {
  return parse(pagePayloadSchema, JSON.parse(readText(payload)));
}
