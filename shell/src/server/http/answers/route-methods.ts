import type { FastifyInstance, RouteOptions } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** The methods that an address takes, such as `["POST"]`; those of reading where no route names the address. */
    listMethods?(path: string): readonly string[];
  }
}

/** The methods of an address that can only be read. */
export const ofReading: readonly string[] = ["GET", "HEAD"];

/** Notes which methods each address takes. To be called before the first route is registered. */
export function noteMethods(server: FastifyInstance): void {
  const routes: { parts: readonly string[]; methods: readonly string[] }[] = [];
  server.addHook("onRoute", ({ url, method }: RouteOptions) => {
    // A route for all that is below an address names none of them.
    if (!url.endsWith("*")) routes.push({ parts: url.split("/"), methods: [method].flat() });
  });
  server.decorate("listMethods", (path: string) => {
    const asked = path.split("/");
    const methods = routes.filter(({ parts }) => isOf(parts, asked)).flatMap((route) => route.methods);
    return methods.length > 0 ? [...new Set(methods)].toSorted() : ofReading;
  });
}

/** Whether an address is one of a route such as `/-/releases/:name`. */
function isOf(route: readonly string[], asked: readonly string[]): boolean {
  return (
    route.length === asked.length &&
    route.every((part, place) => (part.startsWith(":") ? asked[place] !== "" : part === asked[place]))
  );
}
