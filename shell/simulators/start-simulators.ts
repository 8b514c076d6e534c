import Fastify, { type FastifyInstance } from "fastify";
import type { SiteConfig } from "@site/contracts/site-config";
import { toProblem } from "@site/contracts/errors";
import { createChatSimulators } from "./chat-simulators.ts";
import type { Simulator } from "./simulator.ts";

export interface RunningSimulators {
  /** Where each simulator answers, such as `{ name: "chat queue", origin: "http://localhost:40123" }`. */
  addresses: readonly { name: string; origin: string }[];
  /** A site's configuration with the simulators in the place of its third parties. */
  apply(site: SiteConfig): SiteConfig;
  close(): Promise<void>;
}

/** The third parties of a site: a new set of them, with no memory of any other. */
export function createSimulators(): Simulator[] {
  return createChatSimulators();
}

/** Starts simulators, each on a free port and therefore an origin of its own. */
export async function startSimulators(simulators: readonly Simulator[] = createSimulators()): Promise<RunningSimulators> {
  const running = await Promise.all(simulators.map(async (simulator) => {
    const server = createServer(simulator);
    const address = await server.listen({ port: 0, host: "127.0.0.1" });
    return { simulator, server, origin: address.replace("127.0.0.1", "localhost") };
  }));
  return {
    addresses: running.map(({ simulator, origin }) => ({ name: simulator.name, origin })),
    apply: (site) => running.reduce((configured, { simulator, origin }) => simulator.apply(configured, origin), site),
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
  simulator.register(server);
  return server;
}
