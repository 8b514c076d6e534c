import Fastify, { type FastifyInstance } from "fastify";
import { toProblem } from "@site/contracts/errors";
import type { SiteConfig } from "@site/contracts/site-config";
import type { HostsByVendor } from "@site/contracts/vendor";
import { createSimulators } from "./all-simulators.ts";
import { type Simulator, toVendorHosts } from "./simulator.ts";

export interface RunningSimulators {
  /** Where each answers, such as `{ name: "chat queue", origin: "http://localhost:40123" }`. */
  addresses: readonly { name: string; origin: string }[];
  /** The site's configuration with the simulators, and nobody else, in the place of its third parties. */
  site: SiteConfig;
  close(): Promise<void>;
}

/** Starts the simulators that a site uses, each on a free port of this machine. */
export async function startSimulators(site: SiteConfig, simulators: readonly Simulator[] = createSimulators()): Promise<RunningSimulators> {
  const used = simulators.filter((simulator) => simulator.isUsedBy(site));
  const running = await Promise.all(used.map(async (simulator) => {
    const server = createServer(simulator);
    const address = await server.listen({ port: 0, host: "127.0.0.1" });
    return { simulator, server, origin: address.replace("127.0.0.1", "localhost") };
  }));
  const configured = running.reduce((result, { simulator, origin }) => simulator.apply(result, origin), site);
  const byVendor = Map.groupBy(running, ({ simulator }) => simulator.vendor);
  const simulated: HostsByVendor = Object.fromEntries([...byVendor].map(([vendor, all]) => [vendor, toVendorHosts(all.map(({ origin }) => origin))]));
  return {
    addresses: running.map(({ simulator, origin }) => ({ name: simulator.name, origin })),
    site: { ...configured, vendorHosts: { ...configured.vendorHosts, ...simulated } },
    async close() {
      await Promise.all(running.map(({ server }) => server.close()));
    },
  };
}

function createServer(simulator: Simulator): FastifyInstance {
  // Streams stay open for as long as a window does; nobody waits for them at the end.
  const server = Fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 });
  server.addHook("onRequest", async (request, reply) => {
    reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store", "x-content-type-options": "nosniff" });
    if (request.method !== "OPTIONS") return;
    return reply
      .headers({ "access-control-allow-methods": "GET, POST, PUT, DELETE", "access-control-allow-headers": "authorization, content-type" })
      .code(204)
      .send();
  });
  server.setErrorHandler((error, _request, reply) => reply.code(400).send({ problem: toProblem(error) }));
  server.get("/", () => ({ simulates: simulator.name, control: "GET /control shows how it behaves, PUT /control changes what it names, DELETE /control makes it behave well" }));
  simulator.register(server);
  return server;
}
