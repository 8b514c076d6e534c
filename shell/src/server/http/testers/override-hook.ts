import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { genericMessage } from "../../../layout/unexpected-error.ts";
import type { LiveSite } from "../../live/live-site.ts";
import { type Audience, type OverriddenSet, pickSet } from "../../live/pick-set.ts";
import { toShownLabel } from "../../testers/asked-releases.ts";
import { isBrokenFile } from "../../testers/broken-remote.ts";
import type { OverriddenSets } from "../../testers/overridden-sets.ts";
import { breakCookie, overrideCookie, type Sessions, testerCookies } from "../../testers/session.ts";
import { toEndedPage } from "./ended-page.ts";
import { pagesRoute } from "../pages/page-routes.ts";
import { removal, sendPage } from "./tester-answers.ts";

/** Paths whose responses are the same for all visitors. The visitor's path is not among them: it tells proxies the variant of a page. */
const sharedPaths = /^\/(_release|_image|assets|download\/(installer|qr)|api(?!\/visitor))\//;

/** The `Cache-Control` of responses that no shared cache stores. */
const unshared = /no-store|^private, no-cache/;

const dependsOnSession = (url: string): boolean => !sharedPaths.test(url) || isBrokenFile(url);

/** Whether a request has a cookie that its response may depend on. */
function isOfTester({ headers: { cookie }, url }: FastifyRequest): boolean {
  if (cookie === undefined || url.startsWith("/-/")) return false;
  const names = dependsOnSession(url) ? testerCookies : [overrideCookie];
  return names.some((name) => cookie.includes(`${name}=`));
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whether the request has the cookie of an override that is no longer valid. */
    hasEndedOverride: boolean;
  }
}

export interface OverrideOptions {
  sessions: Sessions;
  sets: OverriddenSets;
  live: Pick<LiveSite, "state" | "canary">;
  /** The signers of each package; empty when no trust list is followed. */
  readOwners(): Readonly<Record<string, string>>;
}

/**
 * Finds the set of a signed-in person before the lookup of a page. Only requests with one of its cookies wait for it. The cookie of an invalid
 * override is removed by the first response that no cache stores: a cached one would remove the overrides of others. When the override's set cannot
 * be shown, or has ended by itself, the tester gets a page that explains it, because a page of another set would mislead.
 */
export function registerOverride(server: FastifyInstance, { sessions, sets, live, readOwners }: OverrideOptions): void {
  server.decorateRequest("overridden");
  server.decorateRequest("hasUntoldEnd");
  server.decorateRequest("hasEndedOverride", false);
  // The response's `Cache-Control` is known only now.
  server.addHook("onSend", (request, reply, _payload, done) => {
    if (request.hasEndedOverride && unshared.test(String(reply.getHeader("cache-control"))))
      reply.header("set-cookie", removal(overrideCookie));
    done();
  });
  // With a callback, because an async hook would cost every request of a visitor.
  server.addHook("onRequest", (request, reply, done) => {
    if (isOfTester(request)) void goOn(request, reply, done);
    else done();
  });

  /** A signed-in person sees the visitors' page with the names of the releases. When the session cannot be read, the page is shown without them. */
  async function nameReleases(request: FastifyRequest): Promise<void> {
    try {
      const { state, channel } = pickSet(live, request);
      if (state && (await sessions.read(request.headers.cookie)))
        request.overridden = { ...(await toFacts(request)), state, channel };
    } catch (error) {
      request.log.error({ problem: toProblem(error) }, "a session cannot be read");
    }
  }

  /** The facts that are the same with and without an override. */
  async function toFacts({
    headers: { cookie },
  }: FastifyRequest): Promise<Pick<OverriddenSet, "owners" | "stable" | "broken">> {
    const broken = cookie?.includes(`${breakCookie}=`) ? await sessions.readBreak(cookie) : undefined;
    const { remote, how, until } = broken ?? {};
    return {
      owners: readOwners(),
      stable: live.state()?.set.versions ?? {},
      ...(remote && how && until !== undefined && { broken: { remote, how, until } }),
    };
  }

  function findAudience(set: string): Audience {
    if (set === live.state()?.set.id) return "visitors";
    return set === live.canary()?.state.set.id ? "canary" : "testers";
  }

  async function goOn(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): Promise<void> {
    const { headers, url } = request;
    try {
      if (dependsOnSession(url) && (await tellEnd(request, reply))) return;
      if (headers.cookie?.includes(`${overrideCookie}=`) && (await findOverridden(request, reply))) return;
      if (!request.overridden && dependsOnSession(url)) await nameReleases(request);
    } catch (error) {
      done(error instanceof Error ? error : new Error(toProblem(error)));
      return;
    }
    done();
  }

  /** @returns whether it responded: the request is for a page, and an override or break has ended by itself */
  async function tellEnd(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const ended = await sessions.readEnded(request.headers.cookie);
    if (!ended) return false;
    if (request.routeOptions.url !== pagesRoute) {
      request.hasUntoldEnd = true;
      return false;
    }
    await sendPage(reply.code(410), toEndedPage(ended, request.url));
    return true;
  }

  /** @returns whether it responded, because the set cannot be shown */
  async function findOverridden(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const override = await sessions.readOverride(request.headers.cookie);
    if (!override) {
      request.hasEndedOverride = request.hasUntoldEnd !== true;
      return false;
    }
    try {
      const { until, versions } = override;
      const state = await sets.find(versions);
      const facts = await toFacts(request);
      request.overridden = {
        ...facts,
        state,
        channel: "override",
        asked: { label: toShownLabel(override, facts.stable), until, versions, seenBy: findAudience(state.set.id) },
      };
      return false;
    } catch (error) {
      request.log.error({ problem: toProblem(error) }, "a set cannot be shown to a tester");
      await sendPage(reply.code(503).header("retry-after", "5"), {
        kind: "problem",
        title: "This preview cannot be shown",
        text: isSiteError(error) ? error.message : genericMessage.en,
      });
      return true;
    }
  }
}
