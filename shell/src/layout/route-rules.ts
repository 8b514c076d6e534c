import { type LocaleRouting, parseLocalizedPath, toLocalizedPath } from "@site/contracts/locale/locale";
import type { RouteRule } from "@site/contracts/site/route-rule";

/** Rules by path, without locale prefix and with the last slash. */
export type RouteRules = Readonly<Record<string, RouteRule>>;

/** Where a rule redirects a path, with or without last slash, in the path's locale: a path of the site or an address. */
export function findRuledTarget(routing: LocaleRouting, rules: RouteRules, path: string): string | undefined {
  const named = parseLocalizedPath(routing, path);
  const rule = findRouteRule(rules, named.path);
  const redirect = rule && "redirect" in rule ? rule.redirect : undefined;
  return redirect?.startsWith("/")
    ? toLocalizedPath(routing, named.locale ?? routing.defaultLocale, redirect)
    : redirect;
}

/** Whether a rule makes every navigation to a path a document load. It counts in all languages. */
export function isDocumentOnly(routing: LocaleRouting, rules: RouteRules, path: string): boolean {
  const rule = findRouteRule(rules, parseLocalizedPath(routing, path).path);
  return rule !== undefined && "middleware" in rule && rule.middleware === "document";
}

function findRouteRule(rules: RouteRules, path: string): RouteRule | undefined {
  const slashed = path.endsWith("/") ? path : `${path}/`;
  return Object.hasOwn(rules, slashed) ? rules[slashed] : undefined;
}
