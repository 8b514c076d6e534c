import { expect, test } from "vitest";
import { connectionLimits } from "./connections.ts";
import { createServer } from "./create-server.ts";

test("a route with a JSON schema ends the start: Fastify's compilers are not loaded, and no route would be checked by them", async () => {
  const server = createServer({
    logLevel: "silent",
    trustedProxies: [],
    limits: connectionLimits,
    onUnreadableAddress: (_request, reply) => reply.send(),
  });
  server.post("/named", { schema: { body: { type: "object" } } }, () => "");
  await expect(server.ready()).rejects.toThrow("Routes have no JSON schemas");
});
