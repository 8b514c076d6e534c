import type { Route } from "@site/contracts/pages/layout";
import type { FindRoute } from "./match-path.ts";

/** A path with what stands before its last part, and that part where it may be the value of a parameter. */
const lastPart = /^(.*\/)([a-z0-9-]+)\/$/;

/** Prepares finding routes, so that it takes as long among a thousand as among ten. Of two that fit a path the first one counts. */
export function indexRoutes(routes: readonly Route[]): FindRoute {
  // By path, and those with a parameter by what stands before it, with a mark that no path begins with.
  const known = new Map<string, Route>();
  for (const route of routes) {
    const { path, parameter } = route;
    const open = `:${parameter ? path.split(":")[0] : lastPart.exec(path)?.[1]}`;
    const key = parameter ? open : path;
    if (!known.has(open) && !known.has(key)) known.set(key, route);
  }
  return (path) => {
    const [, before, value = ""] = lastPart.exec(path) ?? [];
    const route = known.get(path) ?? known.get(`:${before}`);
    return route && { route, params: route.parameter ? { [route.parameter.name]: value } : {} };
  };
}
