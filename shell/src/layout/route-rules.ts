import { type LocaleRouting, parseLocalizedPath, toLocalizedPath } from "@site/contracts/locale";

/** Where a path of the site leads instead of being a page (B023): a path of this site, or an https address. */
export interface RouteRule {
  redirect: string;
}

/** Rules by path, without locale prefix and with the last slash. */
export type RouteRules = Readonly<Record<string, RouteRule>>;

/** Where a path leads by a rule, in its own locale, however its last slash is written: a path of the site or an address. */
export function findRuledTarget(routing: LocaleRouting, rules: RouteRules, path: string): string | undefined {
  const named = parseLocalizedPath(routing, path);
  const redirect = findRouteRule(rules, named.path)?.redirect;
  return redirect?.startsWith("/") ? toLocalizedPath(routing, named.locale ?? routing.defaultLocale, redirect) : redirect;
}

function findRouteRule(rules: RouteRules, path: string): RouteRule | undefined {
  const slashed = path.endsWith("/") ? path : `${path}/`;
  return Object.hasOwn(rules, slashed) ? rules[slashed] : undefined;
}
