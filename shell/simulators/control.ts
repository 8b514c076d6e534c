import type { FastifyInstance } from "fastify";
import * as v from "valibot";

/** The header, with any value, that a request needs to change a simulator's behaviour. */
export const controlHeader = "simulator-control";

/** The current behaviour of a simulator. */
export interface Control<T> {
  current(): T;
}

/**
 * Lets tests and developers configure a simulator: `GET /control` shows the behaviour, `PUT /control` changes the named fields, `DELETE /control`
 * resets it. A change needs the header {@link controlHeader}, which no page of another origin can send, because no simulator allows it across
 * origins.
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
