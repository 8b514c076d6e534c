import type { FastifyInstance } from "fastify";
import { type PagePayload, pagePayloadSchema } from "@site/contracts/payload";
import { parse } from "@site/contracts/shape";
import type { SiteConfig } from "@site/contracts/site-config";
import type { LiveSite } from "../live-site.ts";
import type { LivePage } from "../page/site-state.ts";
import { sendProblem } from "./problem.ts";

/** Registers what tells a page whether it is of the newest build, and single slots of pages as data. */
export function registerBuilds(app: FastifyInstance, site: SiteConfig, live: LiveSite): void {
  // Polled with a timestamp query, which is there to pass caches and means nothing else (B187).
  app.get("/builds/latest.json", (_request, reply) => {
    const set = live.state()?.set;
    if (set === undefined) return sendProblem(reply, 503, "SITE_STARTING", "The site is starting.");
    return reply.header("cache-control", "no-store").send({ id: set.id, revision: set.revision, timestamp: Date.now() });
  });
  // The manifest of a build: its route rules and the pages that exist without asking (B185).
  app.get<{ Params: { file: string } }>("/builds/meta/:file", (request, reply) => {
    const state = live.state();
    if (state === undefined || request.params.file !== `${state.set.id}.json`) {
      return sendProblem(reply, 404, "BUILD_UNKNOWN", "This build is not the one that is live.");
    }
    return reply.header("cache-control", "no-cache").send({ id: state.set.id, matcher: { static: site.routeRules ?? {}, wildcard: {}, dynamic: {} }, prerendered: state.paths });
  });
  // A slot by the hash of its content: it never changes (B193).
  app.get<{ Params: { file: string } }>("/__nuxt_island/:file", (request, reply) => {
    const key = request.params.file.replace(/\.json$/, "");
    const page = live.state()?.slots.get(key);
    const slot = page && readPayload(page).slots.find((one) => one.key === key);
    if (!slot) return sendProblem(reply, 404, "ISLAND_UNKNOWN", "There is no such part of a page in the live set.");
    return reply.header("cache-control", "private, max-age=31536000, immutable").send(slot);
  });
}

function readPayload({ payload }: LivePage): PagePayload {
  return parse(pagePayloadSchema, JSON.parse(payload.identity.toString("utf8")));
}
