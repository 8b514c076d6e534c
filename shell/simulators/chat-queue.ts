import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { registerControl } from "./control.ts";
import type { Simulator } from "./simulator.ts";

const queueSchema = v.strictObject({
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)), 200),
  contentType: v.optional(v.string(), "application/json"),
  /** The literal body. */
  body: v.optional(v.string(), '{"hasCapacity":true}'),
  /** Milliseconds before the response, or no response at all. */
  delay: v.optional(v.union([v.pipe(v.number(), v.minValue(0)), v.literal("never")]), 0),
});

/** The operator's own endpoint that reports whether an agent is free to chat (B095). */
export function createChatQueue(): Simulator {
  return {
    name: "chat queue",
    vendor: "chat",
    isUsedBy: ({ vendorHosts }) => vendorHosts.chat !== undefined,
    register(server) {
      const control = registerControl(server, queueSchema);
      let asked = 0;
      server.get("/availability", async (_request, reply) => {
        asked += 1;
        const { status, contentType, body, delay: wait } = control.current();
        if (wait === "never") return reply.hijack();
        await delay(wait);
        return reply.code(status).type(contentType).send(body);
      });
      server.get("/asked", () => ({ asked }));
    },
    apply: (site, origin) => ({ ...site, supportChat: { ...site.supportChat, queueApiUrl: `${origin}/availability` } }),
  };
}
