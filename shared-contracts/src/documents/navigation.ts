import * as v from "valibot";
import { linkSchema } from "../site/safe-url.ts";

/** Who answers an item's path (B041). `external` leaves the site and opens in a new tab. */
export const siteTypes = ["external", "contents", "compliance", "sibling"] as const;
export type SiteType = (typeof siteTypes)[number];

/** What an item is called in one language. */
export interface ItemTranslation {
  label: string;
  badge?: string | undefined;
}

/** One item of a menu as an island gets it: in its page's language alone. */
export interface NavigationItem {
  path: string;
  label: string;
  routerName: string;
  siteType: SiteType;
  showSubArea: boolean;
  isShow: boolean;
  isRoot: boolean;
  badge?: string | undefined;
  children: NavigationItem[];
}

/**
 * One item of a menu as its document has it, with the fields of B040. `langKey` is its label's message id, `label` the
 * text for that key, and `translations` the texts for it in other languages, by locale code.
 */
export interface NavigationEntry extends NavigationItem {
  langKey: string;
  translations?: Record<string, ItemTranslation> | undefined;
  children: NavigationEntry[];
}

const childCount = v.maxLength<NavigationEntry[], 64, string>(64, "a menu level has at most 64 items");

/** An entry as it is written: what has a default may be left out. */
export interface NavigationEntryInput {
  path: string;
  langKey: string;
  label: string;
  routerName?: string | undefined;
  siteType: SiteType;
  showSubArea?: boolean | undefined;
  isShow?: boolean | undefined;
  isRoot?: boolean | undefined;
  badge?: string | undefined;
  translations?: Record<string, ItemTranslation> | undefined;
  children?: NavigationEntryInput[] | undefined;
}

/** A label is text. Angle brackets are refused rather than shown: HTML in a label is a mistake of its author. */
const labelSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(80), v.regex(/^[^<>]*$/, "a label is plain text"));

const badgeSchema = v.pipe(labelSchema, v.maxLength(16));

const translationsSchema = v.record(
  v.pipe(v.string(), v.regex(/^[a-z]{2}(-[a-z]{2})?$/, "a locale code is like en or pt-br")),
  v.strictObject({ label: labelSchema, badge: v.optional(badgeSchema) }),
);

/** One entry of a menu with those below it. A label has 1 to 80 characters and a badge at most 16, both plain text. */
export const navigationEntrySchema: v.GenericSchema<NavigationEntryInput, NavigationEntry> = v.strictObject({
  path: linkSchema,
  langKey: v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]*$/, "a langKey is UPPER_CASE")),
  label: labelSchema,
  routerName: v.optional(v.string(), ""),
  siteType: v.picklist(siteTypes),
  showSubArea: v.optional(v.boolean(), false),
  isShow: v.optional(v.boolean(), true),
  isRoot: v.optional(v.boolean(), false),
  badge: v.optional(badgeSchema),
  translations: v.optional(translationsSchema),
  children: v.optional(v.pipe(v.array(v.lazy(() => navigationEntrySchema)), childCount), []),
});

/** Items a menu has in all, on every level: what a page can carry. */
const maxItems = 512;

function countItems(items: readonly NavigationEntry[]): number {
  return items.reduce((sum, { children }) => sum + 1 + countItems(children), 0);
}

/** The body of `GET /api/navigations` and `GET /api/util-navigations`. A menu without a visible item is refused. */
export const navigationsSchema = v.strictObject({
  items: v.pipe(
    v.array(navigationEntrySchema),
    childCount,
    v.check((items) => items.some((item) => item.isShow), "a menu shows at least one item"),
    v.check((items) => countItems(items) <= maxItems, `a menu has at most ${maxItems} items in all`),
  ),
});
export type Navigations = v.InferOutput<typeof navigationsSchema>;

/**
 * Items as a page in a language has them: without the hidden ones (B048), each with its label in that language, else with
 * its own label.
 */
export function translateItems(items: readonly NavigationEntry[], locale: string): NavigationItem[] {
  return items
    .filter((item) => item.isShow)
    .map(({ path, label, routerName, siteType, showSubArea, isShow, isRoot, badge, translations, children }) => ({
      path,
      label,
      routerName,
      siteType,
      showSubArea,
      isShow,
      isRoot,
      ...(badge !== undefined && { badge }),
      ...translations?.[locale],
      children: translateItems(children, locale),
    }));
}
