import type { DataDocuments, IslandDataName } from "@site/contracts/documents/data-documents";
import type { HeadScript } from "@site/contracts/islands/head-fragment";
import type { PageHead } from "@site/contracts/islands/island";
import type { Layout } from "@site/contracts/pages/layout";
import type { NavigationItem } from "@site/contracts/documents/navigation";
import type { PageParts, PagePayload } from "@site/contracts/pages/payload";
import { toIslandParts } from "@site/contracts/names/island-name";
import { type SiteConfig, toVendorSettings } from "@site/contracts/site/site-config";
import type { Vendor } from "@site/contracts/site/vendor";
import { toPageApplication } from "../../../layout/page-application.ts";
import { type Descriptions, listShown } from "./browser-set.ts";
import type { ComposedPage, FragmentTree } from "../fragments/composed-page.ts";
import { toFallbackHead } from "../fragments/fallbacks.ts";
import type { Fragment, FragmentStyle } from "../fragments/fragment.ts";
import { localizeData } from "../fragments/localize-data.ts";
import { toCanonical } from "../../pages/page-address.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import { toOuterPage } from "../fragments/render-fragments.ts";
import type { SlotParts, SlotWriter } from "./slot-parts.ts";

/** A composed page as data, for its document and its payload. */
export interface PageData extends Omit<PagePayload, "slots"> {
  slots: SlotParts[];
  /** The page's style sheets with their text, in order, each once. */
  sheets: FragmentStyle[];
  hasFallback: boolean;
  /** The plain scripts of the document. */
  heads: HeadScript[];
  sections: PageSection[];
}

/** An ancestor of a page, for breadcrumbs. */
interface PageSection {
  name: string;
  url: string;
}

/** The facts of a set that every page is written with. */
export interface PageSource {
  site: SiteConfig;
  data: DataDocuments;
  /** The islands around every page. */
  around: Layout["frame"];
  /** The server's format. */
  format: number;
  /** The releases of the set, in the page's language. */
  descriptions: Descriptions;
  slotWriter: SlotWriter;
}

/** Turns a composed page into data: title, head, slots, and what its islands need. */
export function toPageData(
  { plan, slots, heads }: ComposedPage,
  { site, data, around, format, descriptions, slotWriter }: PageSource,
): PageData {
  const all = flatten(slots);
  const head = slots.find((slot) => slot.island === plan.island)?.head ?? toFallbackHead(plan, site.name);
  const sheets = listSheets(all);
  const common = new Set(listSheets(listCommon(slots, around)).map(({ url }) => url));
  return {
    format,
    releases: Object.fromEntries(
      listShown([...all, ...heads], descriptions).flatMap((name) => {
        const named = descriptions.get(name)?.named;
        return named ? [[name, named]] : [];
      }),
    ),
    status: plan.context.status,
    documentTitle: toTitle(plan, head, site),
    heading: head.heading ?? head.title,
    description: head.description,
    canonical: plan.context.status === 200 ? toCanonical(site, plan.locale.code, plan.context.path) : null,
    sections: listSections(plan, data, site),
    layout: plan.layout,
    vendors: listVendors([...all, ...heads], site),
    parts: toParts(plan, { fragments: all, heads, head }, data, site),
    styles: sheets.map(({ url, integrity, text }) => ({ url, integrity, ...(!common.has(url) && { text }) })),
    slots: slots.map((slot) =>
      slotWriter.write(slot, slot.island === plan.island ? toPageApplication(slot.island) : slot.island),
    ),
    sheets,
    hasFallback: all.some(({ isFallback }) => isFallback),
    heads: heads.flatMap(toHeadScript),
  };
}

/**
 * Each sheet once, in order, without those of fragments that show nothing and cannot begin to: that never hydrate, or wait for a touch, which needs an
 * element. One that was hydrated on the page before goes on, and the document has its sheets from there.
 */
export function listSheets(fragments: readonly Pick<Fragment, "html" | "live" | "styles">[]): FragmentStyle[] {
  const styled = fragments.filter(({ html, live }) => html !== "" || (live && !waitsForTouch(live)));
  return [...new Map(styled.flatMap(({ styles }) => styles).map((style) => [style.url, style])).values()];
}

function waitsForTouch({ hydrate, hydrateOnQuery }: NonNullable<Fragment["live"]>): boolean {
  return hydrate === "interaction" && hydrateOnQuery === undefined;
}

/** The frame of a page: header and footer with the islands in them, and the quick area, which differs between pages. */
function listCommon(slots: readonly FragmentTree[], { header, footer, quickArea }: Layout["frame"]): FragmentTree[] {
  return [
    ...flatten(slots.filter(({ island }) => island === header || island === footer)),
    ...slots.filter(({ island }) => island === quickArea),
  ];
}

function flatten(trees: readonly FragmentTree[]): FragmentTree[] {
  return trees.flatMap((tree) => [tree, ...flatten(tree.inner)]);
}

/** The site's vendors whose code a fragment of the page may load. */
function listVendors(fragments: readonly FragmentTree[], { vendorHosts }: SiteConfig): Vendor[] {
  return [...new Set(fragments.flatMap(({ vendors }) => vendors))]
    .filter((name) => vendorHosts[name] !== undefined)
    .toSorted();
}

/** `About us | GGP Poker`; on the home page the site's name comes first. */
function toTitle(plan: PagePlan, head: PageHead, site: SiteConfig): string {
  return plan.context.path === "/"
    ? `${site.name}${site.separator}${head.title}`
    : `${head.title}${site.separator}${site.name}`;
}

/** The ancestors of a page below home, with their names in the menus. Pages that no menu names are left out. */
function listSections(plan: PagePlan, data: DataDocuments, site: SiteConfig): PageSection[] {
  const names = plan.context.path.split("/").slice(1, -2);
  if (names.length === 0) return [];
  const { navigations, "util-navigations": utilNavigations } = localizeData(data, site, plan.locale.code);
  const items = flattenItems([...navigations.items, ...utilNavigations.items]);
  return names.flatMap((_name, index) => {
    const path = `/${names.slice(0, index + 1).join("/")}/`;
    const item = items.find((one) => one.path === path);
    return item ? [{ name: item.label, url: toCanonical(site, plan.locale.code, path) }] : [];
  });
}

function flattenItems(items: readonly NavigationItem[]): NavigationItem[] {
  return items.flatMap((item) => [item, ...flattenItems(item.children)]);
}

interface PageFragments {
  fragments: readonly FragmentTree[];
  heads: readonly FragmentTree[];
  head: PageHead;
}

/** The head script of a page; none for a head fragment that failed or has no script on this page. */
function toHeadScript({ island, version, plain }: FragmentTree): HeadScript[] {
  return plain ? [{ owner: toIslandParts(island).owner, version, ...plain }] : [];
}

/** The data with which the page's islands hydrate. Islands that never hydrate are left out. */
function toParts(
  plan: PagePlan,
  { fragments, heads, head }: PageFragments,
  data: DataDocuments,
  site: SiteConfig,
): PageParts {
  const settings = toVendorSettings(site);
  // Plain scripts get the settings of their vendors in their own settings.
  const asked = new Set(fragments.flatMap(({ live }) => live?.vendors ?? []));
  const needed = new Set<IslandDataName>(fragments.flatMap(({ live }) => live?.data ?? []));
  return {
    locale: plan.locale,
    page: toOuterPage(plan),
    visitor: { rule: plan.key.rule },
    title: head.title,
    data: Object.fromEntries([...needed].map((name) => [name, localizeData(data, site, plan.locale.code)[name]])),
    vendors: Object.fromEntries(
      listVendors([...fragments, ...heads], site).map((name) => [name, (asked.has(name) && settings[name]) || {}]),
    ),
    islands: Object.fromEntries(
      fragments.flatMap(({ id, island, version, variant, live }) =>
        live
          ? [
              [
                id,
                { island, version, variant, data: [...live.data], ...(live.vendors && { vendors: [...live.vendors] }) },
              ],
            ]
          : [],
      ),
    ),
  };
}
