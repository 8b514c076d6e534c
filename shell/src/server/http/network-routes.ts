import type { FastifyInstance } from "fastify";
import type { SiteConfig } from "@site/contracts/site/site-config";

/**
 * Redirects `/network/…` to its simulator. In a deployment the reverse proxy routes these paths to another application (B021), and this
 * server has no page there.
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
