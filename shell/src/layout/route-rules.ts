/** Where a path of the site leads instead of being a page (B023): a path of this site, or an https address. */
export interface RouteRule {
  redirect: string;
}

/** Rules by path, without locale prefix and with the last slash. */
export type RouteRules = Readonly<Record<string, RouteRule>>;

/** The rule of a path, however its last slash is written. */
export function findRouteRule(rules: RouteRules, path: string): RouteRule | undefined {
  const slashed = path.endsWith("/") ? path : `${path}/`;
  return Object.hasOwn(rules, slashed) ? rules[slashed] : undefined;
}
