import * as v from "valibot";
import { linkSchema } from "./safe-url.ts";

/** Who answers an item's path (B041). `external` leaves the site and opens in a new tab. */
export const siteTypes = ["external", "contents", "compliance", "sibling"] as const;
export type SiteType = (typeof siteTypes)[number];

/** One item of a menu, with the fields of B040. `langKey` is its label's message id, `label` the text for that key. */
export interface NavigationItem {
  path: string;
  langKey: string;
  label: string;
  routerName: string;
  siteType: SiteType;
  showSubArea: boolean;
  isShow: boolean;
  isRoot: boolean;
  badge?: string | undefined;
  children: NavigationItem[];
}

const childCount = v.maxLength<NavigationItem[], 64, string>(64, "a menu level has at most 64 items");

/** An item as it is written: what has a default may be left out. */
interface NavigationItemInput {
  path: string;
  langKey: string;
  label: string;
  routerName?: string | undefined;
  siteType: SiteType;
  showSubArea?: boolean | undefined;
  isShow?: boolean | undefined;
  isRoot?: boolean | undefined;
  badge?: string | undefined;
  children?: NavigationItemInput[] | undefined;
}

/** A label is text. Angle brackets are refused, so that nobody expects HTML to work. */
const labelSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(80), v.regex(/^[^<>]*$/, "a label is plain text"));

export const navigationItemSchema: v.GenericSchema<NavigationItemInput, NavigationItem> = v.strictObject({
  path: linkSchema,
  langKey: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]*$/, "a langKey is UPPER_CASE")),
  label: labelSchema,
  routerName: v.optional(v.string(), ""),
  siteType: v.picklist(siteTypes),
  showSubArea: v.optional(v.boolean(), false),
  isShow: v.optional(v.boolean(), true),
  isRoot: v.optional(v.boolean(), false),
  badge: v.optional(v.pipe(labelSchema, v.maxLength(16))),
  children: v.optional(v.pipe(v.array(v.lazy(() => navigationItemSchema)), childCount), []),
});

/** The body of `GET /api/navigations` and `GET /api/util-navigations`. */
export const navigationsSchema = v.strictObject({ items: v.pipe(v.array(navigationItemSchema), childCount) });
export type Navigations = v.InferOutput<typeof navigationsSchema>;
