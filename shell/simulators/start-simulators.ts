import Fastify, { type FastifyInstance } from "fastify";
import { toProblem } from "@site/contracts/errors";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { HostsByVendor } from "@site/contracts/site/vendor";
import type { siteConfigs } from "../sites/sites.ts";
import { createSimulators } from "./all-simulators.ts";
import { type Simulator, toVendorHosts } from "./simulator.ts";

export interface RunningSimulators {
  /** The addresses of the simulators, such as `{ name: "chat queue", origin: "http://localhost:3110", takenPort: undefined }`. */
  addresses: readonly { name: string; origin: string; takenPort: number | undefined }[];
  /** The site's configuration with simulators in place of all its third parties. */
  site: SiteConfig;
  /** The simulated address for one of another site. */
  toAddress(address: string): string;
  /** The download service, if it is simulated. */
  downloadServiceUrl: string | undefined;
  close(): Promise<void>;
}

export interface SimulatorOptions {
  /** The available simulators. Those that the site uses are started. */
  simulators?: readonly Simulator[];
  /** The port of the first simulator; the others have the following ports. 0: each has a free port. */
  firstPort?: number;
}

/**
 * The first port of a site's simulators. The ports are part of the site's configuration: with the same ports, a restarted server can serve the pages
 * of before.
 */
export const firstPorts: Readonly<Record<keyof typeof siteConfigs, number>> = {
  GGPPH: 3110,
  GGPCOM: 3120,
  GGPBR: 3130,
};

/** A port that is in use is replaced by the first free one of those that are so much higher, which is mostly the same at the next start. */
const laterPorts = [100, 200, 300];

/**
 * Starts the simulators that a site uses. One whose port is in use, or is not permitted, gets one of the replacement ports, or any free port of this
 * machine.
 */
export async function startSimulators(
  site: SiteConfig,
  { simulators = createSimulators(), firstPort = 0 }: SimulatorOptions = {},
): Promise<RunningSimulators> {
  const running = await Promise.all(
    simulators.flatMap((simulator, index) => {
      if (!simulator.isUsedBy(site)) return [];
      return [start(simulator, site, firstPort === 0 ? 0 : firstPort + index)];
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
    addresses: running.map(({ simulator, origin, takenPort }) => ({ name: simulator.name, origin, takenPort })),
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

interface Running {
  simulator: Simulator;
  server: FastifyInstance;
  origin: string;
  takenPort: number | undefined;
}

async function start(simulator: Simulator, site: SiteConfig, port: number): Promise<Running> {
  const listen = async (at: number): Promise<Pick<Running, "server" | "origin">> => {
    const server = createServer(simulator, site);
    const address = await server.listen({ port: at, host: "127.0.0.1" });
    return { server, origin: address.replace("127.0.0.1", "localhost") };
  };
  const ports = port === 0 ? [] : [port, ...laterPorts.map((distance) => port + distance)];
  for (const at of ports) {
    try {
      return { simulator, ...(await listen(at)), takenPort: at === port ? undefined : port };
    } catch (error) {
      if (!isPortRefusal(error)) throw error;
    }
  }
  return { simulator, ...(await listen(0)), takenPort: port === 0 ? undefined : port };
}

function isPortRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES");
}

function isLocalHost(origin: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(origin)?.hostname ?? "");
}

function createServer(simulator: Simulator, site: SiteConfig): FastifyInstance {
  // A chat's stream is open as long as its window is; closing does not wait for it.
  const server = Fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 });
  server.addHook("onRequest", async (request, reply) => {
    const { origin, host = "" } = request.headers;
    // A page of another site, or one whose host name was pointed to this machine, is refused.
    if (!isLocalHost(`http://${host}`) || (origin !== undefined && !isLocalHost(origin)))
      return reply.code(403).send({ problem: "only pages of this machine may ask" });
    reply.headers({
      "access-control-allow-origin": origin ?? "*",
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
