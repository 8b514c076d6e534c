import type { Route } from "@site/contracts/pages/layout";
import { type LocaleRouting, parseLocalizedPath, toLocalizedPath } from "@site/contracts/locale/locale";
/** What an address of the site leads to. `path` is without locale prefix and ends in a slash. */
export type RouteMatch =
  | { kind: "page"; route: Route; params: Record<string, string>; locale: string; path: string }
  | { kind: "redirect"; path: string; permanent: boolean }
  | { kind: "unknown" };

/**
 * Finds the page of a path among the routes of a layout (B015, B016, B030). A path that is only written differently, without its last slash or with
 * a prefix the site does not use, is a redirect to its one form, in one hop.
 * @param preferred the visitor's locale, for a path that should carry one and does not
 */
export function matchPath(
  routes: readonly Route[],
  routing: LocaleRouting,
  path: string,
  preferred = routing.defaultLocale,
): RouteMatch {
  if (!path.startsWith("/") || /\/\/|[\\]/.test(path) || path.startsWith("/network/")) return { kind: "unknown" };
  const named = parseLocalizedPath(routing, path);
  const slashed = named.path.endsWith("/") ? named.path : `${named.path}/`;
  const found = findRoute(routes, slashed);
  if (!found) return { kind: "unknown" };
  const locale = named.locale ?? (routing.localeStrategy === "prefix" ? preferred : routing.defaultLocale);
  const canonical = toLocalizedPath(routing, locale, slashed);
  if (canonical === path) return { kind: "page", ...found, locale, path: slashed };
  // Temporary where the target depends on the visitor's locale; permanent otherwise.
  const permanent = named.locale !== undefined || routing.localeStrategy !== "prefix";
  return { kind: "redirect", path: canonical, permanent };
}

function findRoute(
  routes: readonly Route[],
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    if (route.path === path) return { route, params: {} };
    if (!route.parameter) continue;
    const [before = "", after = ""] = route.path.split(`:${route.parameter.name}`);
    const value = path.slice(before.length, path.length - after.length);
    if (path.startsWith(before) && path.endsWith(after) && /^[a-z0-9-]+$/.test(value)) {
      return { route, params: { [route.parameter.name]: value } };
    }
  }
  return undefined;
}
