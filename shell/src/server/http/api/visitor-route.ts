import type { FastifyInstance } from "fastify";
import type { VisitorAnswer } from "@site/contracts/visitor/visitor-answer";
import { visitorPath } from "@site/contracts/visitor/visitor-path";
import type { LiveSite } from "../../live/live-site.ts";
import { pickSet } from "../../live/pick-set.ts";
import { toVariant, variantHeader } from "../../visitor/site-variant.ts";
import type { VisitorReader } from "../../visitor/visitor-reader.ts";

/**
 * Says in which country a visitor is and which rule that means here. The answer is never cached. A reverse proxy that caches a
 * page once for all visitors under the same rule reads from the header of the answer which variant this visitor may see (B155).
 */
export function registerVisitor(
  app: FastifyInstance,
  visitors: VisitorReader,
  live: Pick<LiveSite, "state" | "canary">,
): void {
  // Every page view asks, and many visitors may share an IP address: no rate limit.
  app.get(visitorPath, { config: { rateLimit: false } }, (request, reply): VisitorAnswer => {
    const rule = visitors.pickRule(request);
    reply
      .header("cache-control", "private, no-store")
      .header(variantHeader, toVariant({ rule, channel: pickSet(live, request).channel }));
    const { country = null, region = null } = visitors.pickPlace(request);
    const notice = visitors.hasOntarioNotice(request) ? { notice: "ontario" as const } : {};
    return { country, region, rule, ...notice, mainSite: visitors.pickMainSite(request) ?? null };
  });
}
