import type { FastifyInstance } from "fastify";
import type { SiteConfig } from "@site/contracts/site/site-config";

/**
 * Leads `/network/…` to its simulator. In a deployment the front gives these paths to another application before they come
 * here (B021), and this server, which is never asked for them, has no page there.
 */
export function registerSimulatedNetwork(
  app: FastifyInstance,
  site: SiteConfig,
  toAddress: (address: string) => string,
): void {
  app.get("/network/*", (request, reply) =>
    reply
      .code(302)
      .header("cache-control", "no-store")
      .header("location", toAddress(new URL(request.url, site.url).href))
      .send(),
  );
}
