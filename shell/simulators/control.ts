import type { FastifyInstance } from "fastify";
import * as v from "valibot";

/** How a simulator is to behave from here on. */
export interface Control<T> {
  current(): T;
}

/**
 * Lets tests and developers tell a simulator how to behave: `GET /control` shows it, `PUT /control` changes what it names and leaves
 * the rest, `DELETE /control` makes it behave well again.
 */
export function registerControl<T extends object>(
  server: FastifyInstance,
  schema: v.GenericSchema<unknown, T>,
): Control<T> {
  let current = v.parse(schema, {});
  server.get("/control", () => current);
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
