import type { FastifyInstance } from "fastify";
import * as v from "valibot";

/** The header that a request has that changes how a simulator behaves, with any value. */
export const controlHeader = "simulator-control";

/** How a simulator is to behave from here on. */
export interface Control<T> {
  current(): T;
}

/**
 * Lets tests and developers tell a simulator how to behave: `GET /control` shows it, `PUT /control` changes what it names and leaves
 * the rest, `DELETE /control` resets it. A change needs the header {@link controlHeader}, which no page of another
 * origin can send: no simulator allows it across origins.
 */
export function registerControl<T extends object>(
  server: FastifyInstance,
  schema: v.GenericSchema<unknown, T>,
): Control<T> {
  let current = v.parse(schema, {});
  server.get("/control", () => current);
  server.addHook("onRequest", async (request, reply) => {
    const isChange = request.method === "PUT" || request.method === "DELETE";
    if (isChange && request.url === "/control" && request.headers[controlHeader] === undefined)
      return reply.code(403).send({ problem: `a change needs the header ${controlHeader}` });
  });
  server.put("/control", (request, reply) => {
    const wish: unknown = request.body;
    const result = v.safeParse(schema, { ...current, ...(typeof wish === "object" ? wish : {}) });
    if (!result.success)
      return reply
        .code(400)
        .send({ problems: result.issues.map((issue) => `${v.getDotPath(issue) ?? "body"}: ${issue.message}`) });
    current = result.output;
    return current;
  });
  server.delete("/control", () => (current = v.parse(schema, {})));
  return { current: () => current };
}
