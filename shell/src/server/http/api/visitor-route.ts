import type { FastifyInstance } from "fastify";
import type { LocaleRouting } from "@site/contracts/locale/locale";
import type { VisitorAnswer } from "@site/contracts/visitor/visitor-answer";
import { visitorPath } from "@site/contracts/visitor/visitor-path";
import type { LiveSite } from "../../live/live-site.ts";
import { pickSet } from "../../live/pick-set.ts";
import { findLocaleSwitch } from "../../locale/locale-switch.ts";
import { toVariant, variantHeader } from "../../visitor/site-variant.ts";
import type { VisitorReader } from "../../visitor/visitor-reader.ts";

/** The header in which a reverse proxy sends the path, with its query, whose variant it asks for. */
const pathHeader = "site-path";

/**
 * Answers a visitor's country and its country rule. The response is never cached. A reverse proxy that caches one page for all visitors with the same
 * country rule reads the allowed variant from a header of the response (B155). A visitor who just switched the language gets a variant that no cache
 * has: the page sets a cookie (B178).
 */
export function registerVisitor(
  app: FastifyInstance,
  visitors: VisitorReader,
  live: Pick<LiveSite, "state" | "canary">,
  site: LocaleRouting,
): void {
  // Every page view requests this, and many visitors may share an IP address: no rate limit.
  app.get(visitorPath, { config: { rateLimit: false } }, (request, reply): VisitorAnswer => {
    const rule = visitors.pickRule(request);
    const [path = ""] = String(request.headers[pathHeader] ?? "").split("?");
    const hasSwitched = findLocaleSwitch(site, path, request.headers) !== undefined;
    const channel = hasSwitched ? "own" : pickSet(live, request).channel;
    reply.header("cache-control", "private, no-store").header(variantHeader, toVariant({ rule, channel }));
    const { country = null, region = null } = visitors.pickPlace(request);
    const notice = visitors.hasOntarioNotice(request) ? { notice: "ontario" as const } : {};
    return { country, region, rule, ...notice, mainSite: visitors.pickMainSite(request) ?? null };
  });
}
