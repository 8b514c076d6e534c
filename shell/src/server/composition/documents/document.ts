import { hash } from "node:crypto";
import { type LocalizedText, pickText } from "@site/contracts/locale/localized-text";
import type { PageState } from "@site/contracts/pages/payload";
import { toHeadTags } from "./head-tags.ts";
import { escapeHtml, toInlineJson } from "../../pages/remote-text.ts";
import type { PageData } from "./page-data.ts";
import { toStructuredDataTag } from "./structured-data.ts";
import type { DocumentFrame } from "./document-frame.ts";
import type { HeadlineStyle } from "./headline-style.ts";
import { toObjectJson, toSharedJson } from "./json-parts.ts";
import { toPartsMembers } from "./payload-text.ts";
import { joinParts, type TextPart, type Written } from "./text-part.ts";

/** The first link of every page (B285). */
const skipLink: LocalizedText = { en: "Skip to content", "pt-br": "Pular para o conteúdo" };

/** A document, with what its content policy has to allow. */
export interface WrittenDocument {
  html: TextPart;
  /** The style sheet in its head. */
  css: string;
  /** The styles at the end of its `main`, on a page whose headline it fits. */
  headline: HeadlineStyle | undefined;
}

/**
 * Writes a page as one HTML document. What only machines read comes last, so that the first viewport is complete early. The headline's
 * face comes after the page for the same reason: on a fast line it is there before the first paint, and on a slow one it delays nothing.
 */
export function toDocument(page: PageData, frameOfSet: DocumentFrame): WrittenDocument {
  const {
    config: { vendorHosts, isNsus },
    around: frame,
    boot,
    pageEnd,
    touchIcon,
  } = frameOfSet;
  const style = frameOfSet.toInlineStyle(page.sheets);
  const around = new Set<string>(Object.values(frame));
  const slots = (wanted: (application: string) => boolean): TextPart[] =>
    page.slots.filter(({ application }) => wanted(application)).map(({ document }) => document);
  const slot = (wanted: string): TextPart[] => slots((application) => application === wanted);
  const main = slots((application) => !around.has(application));
  const headline = frameOfSet.pickHeadline(main.length === 1 ? main[0] : undefined);
  const state = toStateJson(page, frameOfSet);
  const set = frameOfSet.toSetJson(page);
  const mark = toMark([
    state.digest,
    set.digest,
    page.heading,
    page.documentTitle,
    page.description,
    style.part.digest,
    ...page.slots.map(({ digest }) => digest),
  ]);
  const html = joinParts([
    `<!doctype html>
<html lang="${page.parts.locale.languageTag}" data-layout="${page.layout}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<script data-page="${mark}"${isNsus ? ' data-nav="all"' : ""}${toScriptHosts(page.vendors.flatMap((vendor) => vendorHosts[vendor]?.script ?? []))}>`,
    boot,
    `</script>
<title>${escapeHtml(page.documentTitle)}</title>
<meta name="theme-color" content="#0b0f0e">
<meta name="color-scheme" content="dark">
${toHeadTags(page, frameOfSet)}
<link rel="icon" type="image/svg+xml" href="/assets/favicon.svg">${touchIcon && `\n<link rel="apple-touch-icon" href="${touchIcon}">`}
<link rel="manifest" href="/site.webmanifest">
<style>`,
    style.part,
    `</style>
</head>
<body id="top"${isNsus ? ' class="client-nav-all"' : ""}>
<a class="skip-link" href="#content">${pickText(skipLink, page.parts.locale.code)}</a>
<div id="app">`,
    ...slot(frame.header),
    ...slot(frame.subNavigation),
    `<main id="content" tabindex="-1"><h1 class="visually-hidden">${escapeHtml(page.heading)}</h1>`,
    ...main,
    `${headline?.html ?? ""}</main>`,
    ...slot(frame.footer),
    ...slot(frame.quickArea),
    `</div>
<div id="announcer" class="visually-hidden" role="status"></div>
${toStructuredDataTag(page, frameOfSet)}<script type="application/json" class="${mark}" id="site-state">`,
    state,
    `</script>
<script type="application/json" class="${mark}" id="site-set">`,
    set,
    "</script>",
    ...(pageEnd.bytes.length > 0 ? ["<script>", pageEnd, "</script>"] : []),
    `
</body>
</html>
`,
  ]);
  return { html, css: style.css, headline };
}

/** The JSON of the state that boot and core read from the document. */
function toStateJson({ parts, sheets, heads }: PageData, { site }: DocumentFrame): TextPart {
  const members: Record<keyof PageState, Written | undefined> = {
    site: toSharedJson(site),
    ...toPartsMembers(parts),
    styles: toInlineJson(sheets.map(({ url }) => url)),
    heads: heads.length > 0 ? toInlineJson(heads) : undefined,
  };
  return joinParts(toObjectJson(members));
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
