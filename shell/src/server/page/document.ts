import type { PageHead } from "@site/contracts/island";
import type { PageState } from "@site/contracts/payload";
import type { IslandDataName } from "@site/contracts/data-documents";
import { type BrowserSet, toReleaseUrl } from "@site/contracts/release-set";
import { type SiteConfig, toPublicSiteConfig } from "@site/contracts/site-config";
import type { DataDocuments } from "@site/contracts/data-documents";
import { frame, type LayoutName } from "../../layout/routes.ts";
import { type ComposedPage, type FragmentTree, type LoadedPackages, toOuterPage } from "./compose.ts";
import { toFallbackHead } from "./fallbacks.ts";
import { fillSlots } from "./fragment.ts";
import { escapeHtml, toInlineJson } from "./html.ts";
import type { PagePlan } from "./page-plan.ts";

export interface DocumentInput {
  page: ComposedPage;
  site: SiteConfig;
  data: DataDocuments;
  packages: LoadedPackages;
  browserSet: BrowserSet;
}

export interface PageDocument {
  html: string;
  boot: string;
  css: string;
  hasFallback: boolean;
}

/** Writes a composed page as one HTML document. */
export function toDocument({ page, site, data, packages, browserSet }: DocumentInput): PageDocument {
  const { plan, slots } = page;
  const all = flatten(slots);
  const main = slots.find((slot) => slot.island === plan.page);
  const head = main?.head ?? toFallbackHead(plan, site.name);
  const css = toStyles(all, packages);
  const boot = readText(packages, "shell", "browser/boot.js");
  const state = toPageState(plan, all, site, data, head);
  const slot = (island: string): string => slots.filter((one) => one.island === island).map((one) => toSlotHtml(one, plan)).join("");
  const html = `<!doctype html>
<html lang="${plan.locale.languageTag}" data-layout="${plan.layout satisfies LayoutName}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(toTitle(plan, head, site))}</title>
<meta name="description" content="${escapeHtml(head.description)}">
<meta name="theme-color" content="#0b0f0e">
<meta name="color-scheme" content="dark">
${plan.context.status === 200 ? `<link rel="canonical" href="${escapeHtml(toCanonical(plan, site))}">` : `<meta name="robots" content="noindex">`}
<link rel="icon" type="image/svg+xml" href="/assets/favicon.svg">
<style>${css}</style>
</head>
<body>
<a class="skip-link" href="#content">Skip to content</a>
<div id="app">${slot(frame.header)}${slot(frame.subNavigation)}<main id="content" tabindex="-1"><h1 class="visually-hidden">${escapeHtml(head.heading ?? head.title)}</h1>${slot(plan.page)}</main>${slot(frame.footer)}${slot(frame.quickArea)}</div>
<div id="announcer" class="visually-hidden" role="status"></div>
<script type="application/json" id="site-state">${toInlineJson(state)}</script>
<script type="application/json" id="site-set">${toInlineJson(browserSet)}</script>
<script>${boot}</script>
</body>
</html>
`;
  return { html, boot, css, hasFallback: all.some((one) => one.isFallback) };
}

function flatten(trees: readonly FragmentTree[]): FragmentTree[] {
  return trees.flatMap((tree) => [tree, ...flatten(tree.inner)]);
}

/** `About us | GGP Poker`; the home page says the site's name first and what it promises after. */
function toTitle(plan: PagePlan, head: PageHead, site: SiteConfig): string {
  return plan.context.path === "/" ? `${site.name}${site.separator}${head.title}` : `${head.title}${site.separator}${site.name}`;
}

/** The page's own address (B218); on the root of a site that converts, that of the contents host (B219). */
function toCanonical(plan: PagePlan, site: SiteConfig): string {
  if (plan.context.path === "/" && site.flags.isRequireConvertCanonical) {
    return new URL(plan.locale.code === "en" ? "/" : `/${plan.locale.code}/`, site.contentsOrigin).href;
  }
  return new URL(plan.key.page, site.url).href;
}

/** The single-spa application that owns a top slot: the island itself, or its remote's page. */
function toApplicationName(island: string, plan: PagePlan): string {
  return island === plan.page ? `${island.split("/")[0]}/page` : island;
}

function toSlotHtml(tree: FragmentTree, plan: PagePlan): string {
  return `<div id="single-spa-application:${toApplicationName(tree.island, plan)}"${toIslandAttributes(tree)}>${toInnerHtml(tree)}</div>`;
}

function toInnerHtml(tree: FragmentTree): string {
  return fillSlots(
    tree.html,
    tree.inner.map((inner) => `<div data-slot="${inner.island}" data-variant="${inner.variant}"${toIslandAttributes(inner)}>${toInnerHtml(inner)}</div>`),
  );
}

/** What boot and core read of an island: its slot's id, and when it wants to live. */
function toIslandAttributes({ id, expose }: FragmentTree): string {
  if (!expose || expose.hydrate === "never") return "";
  const query = expose.hydrateOnQuery === undefined ? "" : ` data-query="${expose.hydrateOnQuery}"`;
  return ` data-island="${id}" data-hydrate="${expose.hydrate}"${query}`;
}

/** The shell's own styles, then those of the page's islands, each once. */
function toStyles(fragments: readonly FragmentTree[], packages: LoadedPackages): string {
  const shell = packages.get("shell");
  const font = shell ? toReleaseUrl("shell", shell.release.version, "browser/archivo.woff2") : "";
  const parts = [
    readText(packages, "shell", "browser/base.css"),
    readText(packages, "shell", "browser/font.css").replace("./archivo.woff2", font),
  ];
  const seen = new Set<string>();
  for (const { island, expose } of fragments) {
    const owner = island.split("/")[0] ?? "";
    for (const file of expose?.css ?? []) {
      if (seen.has(`${owner}/${file}`)) continue;
      seen.add(`${owner}/${file}`);
      parts.push(readText(packages, owner, file));
    }
  }
  return parts.join("");
}

function readText(packages: LoadedPackages, owner: string, file: string): string {
  for (const [name, { files }] of packages) if (name === owner) return files.get(file)?.toString("utf8").trim() ?? "";
  return "";
}

/** What the page's islands need to come alive: nothing of islands that never do. */
function toPageState(plan: PagePlan, fragments: readonly FragmentTree[], site: SiteConfig, data: DataDocuments, head: PageHead): PageState {
  const live = fragments.filter(({ expose }) => expose !== undefined && expose.hydrate !== "never");
  const needed = new Set<IslandDataName>(live.flatMap(({ expose }) => expose?.data ?? []));
  return {
    site: toPublicSiteConfig(site),
    locale: plan.locale,
    page: toOuterPage(plan),
    visitor: { rule: plan.key.rule },
    title: head.title,
    data: Object.fromEntries([...needed].map((name) => [name, data[name]])),
    islands: Object.fromEntries(
      live.map(({ id, island, version, variant, expose }) => [id, { island, version, variant, data: [...(expose?.data ?? [])] }]),
    ),
  };
}
