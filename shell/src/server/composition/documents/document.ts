import { hash } from "node:crypto";
import { type LocalizedText, pickText } from "@site/contracts/locale/localized-text";
import type { PageState, PayloadSlot } from "@site/contracts/pages/payload";
import { type PublicSiteConfig } from "@site/contracts/site/site-config";
import { toBrowserSet } from "./browser-set.ts";
import { toHeadTags } from "./head-tags.ts";
import { escapeHtml, toInlineJson } from "../../pages/remote-text.ts";
import { type PageData, toAttributeText } from "./page-data.ts";
import { toStructuredDataTag } from "./structured-data.ts";
import type { DocumentFrame } from "./document-frame.ts";

/** The first link of every page (B285). */
const skipLink: LocalizedText = { en: "Skip to content", "pt-br": "Pular para o conteúdo" };

/**
 * Writes a page as one HTML document. `css` is its one inline style sheet, for the content policy. What only
 * machines read comes last, so that the first viewport is complete early.
 */
export function toDocument(page: PageData, frameOfSet: DocumentFrame): { html: string; css: string } {
  const {
    config: { vendorHosts, isNsus },
    around: frame,
    site,
    boot,
    descriptions,
    touchIcon,
  } = frameOfSet;
  const { css, digest } = frameOfSet.toInlineStyle(page.sheets);
  const around = new Set<string>(Object.values(frame));
  const slots = (wanted: (slot: PayloadSlot) => boolean): string => page.slots.filter(wanted).map(toSlotHtml).join("");
  const slot = (application: string): string => slots((one) => one.application === application);
  const state = toInlineJson(toState(page, site));
  const set = toInlineJson(toBrowserSet(page, descriptions));
  const mark = toMark([state, set, page.heading, page.documentTitle, page.description, digest, ...page.slotDigests]);
  const html = `<!doctype html>
<html lang="${page.parts.locale.languageTag}" data-layout="${page.layout}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<script data-page="${mark}"${isNsus ? ' data-nav="all"' : ""}${toScriptHosts(page.vendors.flatMap((vendor) => vendorHosts[vendor]?.script ?? []))}>${boot}</script>
<title>${escapeHtml(page.documentTitle)}</title>
<meta name="theme-color" content="#0b0f0e">
<meta name="color-scheme" content="dark">
${toHeadTags(page, frameOfSet)}
<link rel="icon" type="image/svg+xml" href="/assets/favicon.svg">${touchIcon && `\n<link rel="apple-touch-icon" href="${touchIcon}">`}
<link rel="manifest" href="/site.webmanifest">
<style>${css}</style>
</head>
<body id="top"${isNsus ? ' class="client-nav-all"' : ""}>
<a class="skip-link" href="#content">${pickText(skipLink, page.parts.locale.code)}</a>
<div id="app">${slot(frame.header)}${slot(frame.subNavigation)}<main id="content" tabindex="-1"><h1 class="visually-hidden">${escapeHtml(page.heading)}</h1>${slots((one) => !around.has(one.application))}</main>${slot(frame.footer)}${slot(frame.quickArea)}</div>
<div id="announcer" class="visually-hidden" role="status"></div>
${toStructuredDataTag(page, frameOfSet)}<script type="application/json" class="${mark}" id="site-state">${state}</script>
<script type="application/json" class="${mark}" id="site-set">${set}</script>
</body>
</html>
`;
  return { html, css };
}

/** The state that boot and core read from the document. */
function toState({ parts, sheets, heads }: PageData, site: PublicSiteConfig): PageState {
  return { site, ...parts, styles: sheets.map(({ url }) => url), ...(heads.length > 0 && { heads }) };
}

/**
 * The class that tells boot and core which elements the server inlined, so that a remote's HTML cannot imitate them: a hash of
 * the page, which no text in the page can contain.
 */
function toMark(texts: readonly string[]): string {
  return `p${hash("sha256", JSON.stringify(texts), "base64url").slice(0, 15)}`;
}

/** A pattern of the script addresses that boot allows in addition to the releases' own: those of the vendors' hosts (G7). */
function toScriptHosts(hosts: readonly string[]): string {
  if (hosts.length === 0) return "";
  const patterns = [...new Set(hosts)].map((host) =>
    host.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/^https:/, "(https:)?"),
  );
  return ` data-hosts="${escapeHtml(`^(${patterns.join("|")})/`)}"`;
}

function toSlotHtml({ application, attributes, html, key }: PayloadSlot): string {
  return `<div id="single-spa-application:${application}"${toAttributeText({ ...attributes, key })}>${html}</div>`;
}
