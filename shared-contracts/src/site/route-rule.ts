import * as v from "valibot";
import { linkSchema } from "./safe-url.ts";

/**
 * What may stand before a page, by name. `document`: the page is always entered by a document load, never softly; for one that
 * needs a fresh start, such as a page with an experiment of a vendor's.
 */
export const routeMiddleware = ["document"] as const;
export type RouteMiddleware = (typeof routeMiddleware)[number];

/** What holds for one path: it leads elsewhere (B023), or has something before it. An unknown name is refused (B204). */
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
