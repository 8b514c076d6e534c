import type { LocaleRouting } from "@site/contracts/locale/locale";
import { matchPath, type RouteMatch } from "./match-path.ts";
import { routes } from "./routes.ts";

/** Finds the page of a path among the routes of this release: the browser's copy of them is of the same release as its page. */
export function matchRoute(routing: LocaleRouting, path: string, preferred?: string): RouteMatch {
  return matchPath(routes, routing, path, preferred);
}
