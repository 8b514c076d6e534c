import { countryRules } from "@site/contracts/visitor/country-rule";
import type { DataDocuments } from "@site/contracts/documents/data-documents";
import { toLocalePrefix, toLocalizedPath } from "@site/contracts/locale/locale";
import type { PageContext } from "@site/contracts/islands/island";
import type { Layout } from "@site/contracts/pages/layout";
import type { IslandName } from "@site/contracts/names/island-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { PageKey } from "./page-key.ts";

/** One page variant to compose: its key, its layout and the context of its islands. */
export interface PagePlan {
  key: PageKey;
  /** The name of its layout, such as `contents-banner`. */
  layout: string;
  /** The island that fills the main slot, such as `content/about-us`. */
  island: IslandName;
  context: PageContext;
  locale: { code: string; languageTag: string; prefix: string };
}

/** The placeholder for the requested path in an error page: it has private-use characters, which no path can contain. */
export const pathMark = "\uE000path\uE000";

/** The placeholder for the id of the failure in the page of an unexpected error. */
export const errorMark = "\uE000error\uE000";

/** Both placeholders, for a split that keeps them. */
export const pageGap = new RegExp(`(${pathMark}|${errorMark})`, "g");

/** The statuses that have a page of their own; any other is shown as 500 (B200). */
const errorStatuses = [403, 404, 500] as const;
export type ErrorStatus = (typeof errorStatuses)[number];

export function toErrorPage(status: ErrorStatus): string {
  return `error:${status}`;
}

/** The pages of a site, each planned when it is asked for. */
export interface PlannedPages {
  /** How many page variants there are. */
  count: number;
  /** The plan of a page variant by its place in the order of the layout, from 0 to below `count`. */
  at(place: number): PagePlan;
  /** Whether a page has this path, with its locale's prefix. The pages of errors have none. Takes as long for a thousand pages as for ten, but for the first call. */
  has(path: string): boolean;
}

/** Every page of a site that a layout has: routes and errors, in each locale, for each country rule. */
export function openPlans(site: SiteConfig, data: DataDocuments, { routes, error }: Layout): PlannedPages {
  const pages = [...planRoutes(site, data, routes), ...planErrors(error)];
  const locales = site.locales.map(({ code, languageTag }) => ({
    code,
    languageTag,
    prefix: toLocalePrefix(site, code),
  }));
  const ofLocale = pages.length * countryRules.length;
  let paths: ReadonlySet<string> | undefined;
  return {
    count: locales.length * ofLocale,
    at(place) {
      const locale = locales[Math.floor(place / ofLocale)];
      const planned = pages[Math.floor((place % ofLocale) / countryRules.length)];
      const rule = countryRules[place % countryRules.length];
      if (!locale || !planned || !rule) throw new RangeError(`There is no page variant ${place}.`);
      const { context, layout, island } = planned;
      const page = context.status === 200 ? toLocalizedPath(site, locale.code, context.path) : context.name;
      return { key: { page, locale: locale.code, rule }, layout, island, context, locale };
    },
    has(path) {
      const known = (paths ??= new Set(pages.flatMap(({ context }) => (context.status === 200 ? [context.path] : []))));
      return locales.some(({ prefix }) => path.startsWith(prefix) && known.has(path.slice(prefix.length)));
    },
  };
}

/** All of {@link openPlans}. */
export function planPages(site: SiteConfig, data: DataDocuments, layout: Layout): PagePlan[] {
  const { count, at } = openPlans(site, data, layout);
  return Array.from({ length: count }, (_, place) => at(place));
}

type Planned = Pick<PagePlan, "context" | "layout" | "island">;

function planRoutes(site: SiteConfig, data: DataDocuments, routes: Layout["routes"]): Planned[] {
  return routes.flatMap(({ name, path, layout, page, parameter }) => {
    // A site without ambassadors has no pages of theirs (B051).
    const ambassadors = site.flags.isSupportBrandAmbassador ? data["brand-ambassador"].ambassadors : [];
    const values = parameter ? ambassadors.map((one) => one.slug) : [undefined];
    return values.map((value) => ({
      layout,
      island: page,
      context: {
        name,
        path: parameter && value !== undefined ? path.replace(`:${parameter.name}`, value) : path,
        params: parameter && value !== undefined ? { [parameter.name]: value } : {},
        status: 200,
      },
    }));
  });
}

function planErrors({ layout, page }: Layout["error"]): Planned[] {
  return errorStatuses.map((status) => ({
    layout,
    island: page,
    context: {
      name: toErrorPage(status),
      path: pathMark,
      params: status === 500 ? { error: errorMark } : {},
      status,
    },
  }));
}
