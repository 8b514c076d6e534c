import Fastify, { type FastifyInstance } from "fastify";
import { toProblem } from "@site/contracts/errors";
import type { SiteConfig } from "@site/contracts/site-config";
import type { HostsByVendor } from "@site/contracts/vendor";
import { createSimulators } from "./all-simulators.ts";
import { type Simulator, toVendorHosts } from "./simulator.ts";

export interface RunningSimulators {
  /** Where each answers, such as `{ name: "chat queue", origin: "http://localhost:40123" }`. */
  addresses: readonly { name: string; origin: string }[];
  /** The site's configuration with the simulators alone in the place of its third parties. */
  site: SiteConfig;
  /** Where an address of another site leads. */
  toAddress(address: string): string;
  /** The download service, where it is simulated. */
  downloadServiceUrl: string | undefined;
  close(): Promise<void>;
}

/** Starts the simulators that a site uses, each on a free port of this machine. */
export async function startSimulators(
  site: SiteConfig,
  simulators: readonly Simulator[] = createSimulators(),
): Promise<RunningSimulators> {
  const used = simulators.filter((simulator) => simulator.isUsedBy(site));
  const running = await Promise.all(
    used.map(async (simulator) => {
      const server = createServer(simulator, site);
      const address = await server.listen({ port: 0, host: "127.0.0.1" });
      return { simulator, server, origin: address.replace("127.0.0.1", "localhost") };
    }),
  );
  const configured = running.reduce((result, { simulator, origin }) => simulator.apply(result, origin), site);
  const byVendor = Map.groupBy(running, ({ simulator }) => simulator.vendor);
  const simulated: HostsByVendor = Object.fromEntries(
    [...byVendor].flatMap(([vendor, all]) =>
      vendor === undefined ? [] : [[vendor, toVendorHosts(all.map(({ origin }) => origin))]],
    ),
  );
  return {
    addresses: running.map(({ simulator, origin }) => ({ name: simulator.name, origin })),
    site: { ...configured, vendorHosts: { ...configured.vendorHosts, ...simulated } },
    toAddress: (address) =>
      running.reduce((result, { simulator, origin }) => simulator.toAddress?.(origin, result) ?? result, address),
    downloadServiceUrl: running
      .map(({ simulator, origin }) => simulator.toServiceUrl?.(origin))
      .find((url) => url !== undefined),
    async close() {
      await Promise.all(running.map(({ server }) => server.close()));
    },
  };
}

function createServer(simulator: Simulator, site: SiteConfig): FastifyInstance {
  // A chat's stream stays open for as long as its window does; the end does not wait for it.
  const server = Fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 });
  server.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    if (request.method !== "OPTIONS") return;
    return reply
      .headers({
        "access-control-allow-methods": "GET, POST, PUT, DELETE",
        "access-control-allow-headers": "authorization, content-type",
      })
      .code(204)
      .send();
  });
  server.setErrorHandler((error, _request, reply) => reply.code(400).send({ problem: toProblem(error) }));
  server.get("/", () => ({
    simulates: simulator.name,
    control:
      "GET /control shows how it behaves, PUT /control changes what it names, DELETE /control makes it behave well",
  }));
  simulator.register(server, site);
  return server;
}
