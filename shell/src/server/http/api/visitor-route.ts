import type { FastifyInstance } from "fastify";
import type { VisitorAnswer } from "@site/contracts/visitor/visitor-answer";
import { visitorPath } from "@site/contracts/visitor/visitor-path";
import { variantHeader } from "../../visitor/site-variant.ts";
import type { VisitorReader } from "../../visitor/visitor-reader.ts";

/**
 * Says where a visitor is and what that means here. The answer is this visitor's alone, and nobody keeps it. A front that
 * keeps pages for everybody under the same rule learns from its header which of them this visitor may see (B155).
 */
export function registerVisitor(app: FastifyInstance, visitors: VisitorReader): void {
  // Every page view asks, and a whole town may share an address: this look-up is not counted.
  app.get(visitorPath, { config: { rateLimit: false } }, (request, reply): VisitorAnswer => {
    const rule = visitors.pickRule(request);
    reply.header("cache-control", "private, no-store").header(variantHeader, rule);
    const { country = null, region = null } = visitors.pickPlace(request);
    const notice = visitors.hasOntarioNotice(request) ? { notice: "ontario" as const } : {};
    return { country, region, rule, ...notice, mainSite: visitors.pickMainSite(request) ?? null };
  });
}
