import * as v from "valibot";
import { escapePath, linkSchema } from "./safe-url.ts";

/**
 * The route middlewares. `document`: the page is always reached by a document load, never by soft navigation; for pages that
 * need a new document, such as one with a vendor's experiment.
 */
export const routeMiddleware = ["document"] as const;

/** The rule for one path: a redirect (B023), or a middleware. An unknown middleware is refused (B204). */
export const routeRuleSchema = v.union(
  [
    v.strictObject({ redirect: linkSchema }),
    v.strictObject({
      middleware: v.picklist(
        routeMiddleware,
        ({ received }) => `there is no route middleware ${received}; there are: ${routeMiddleware.join(", ")}`,
      ),
    }),
  ],
  (issue) => issue.issues?.find(({ type }) => type === "picklist")?.message ?? "expected a redirect or a middleware",
);
export type RouteRule = v.InferOutput<typeof routeRuleSchema>;

/** Rules by the paths as browsers ask for them: those of a path with an accent have escapes. */
export function toAskedRules(rules: Readonly<Record<string, RouteRule>>): Record<string, RouteRule> {
  return Object.fromEntries(Object.entries(rules).map(([path, rule]) => [escapePath(path), rule]));
}
