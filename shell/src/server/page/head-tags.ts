import { toLocalizedPath } from "@site/contracts/locale";
import { imageBasePath } from "@site/contracts/image";
import type { PublicSiteConfig } from "@site/contracts/site-config";
import { cardHeight, cardWidth, type ShareCard, toCardKey } from "../images/share-card.ts";
import type { DocumentFrame } from "./document.ts";
import { escapeHtml, toInlineJson } from "./html.ts";
import type { PageData } from "./page-data.ts";

/** The site that stands for every country without one of its own. */
const internationalSite = "GGPCOM";

/** The systems there is a client for, and the oldest of each it runs on (B128-B131); of iOS the page names a device instead. */
const clientSystems = ["Windows 8", "Mac OS X 10.13", "iOS", "Android 6.0"];

/** What search engines and link previews read of a page: its address here and elsewhere, its card, its place. */
export function toHeadTags(page: PageData, frame: Pick<DocumentFrame, "site" | "url" | "logo" | "appStoreId">): string {
  const { site, url: siteUrl, appStoreId } = frame;
  const description = `<meta name="description" content="${escapeHtml(page.description)}">`;
  if (page.canonical === null) return `${description}\n<meta name="robots" content="noindex">`;
  return [
    description,
    `<link rel="canonical" href="${escapeHtml(page.canonical)}">`,
    ...toAlternates(page, site, siteUrl),
    ...toCard(page, frame),
    // Nobody is offered an app that the rules of their country keep from them.
    ...(appStoreId !== undefined && page.parts.visitor.rule !== "blocked" ? [`<meta name="apple-itunes-app" content="app-id=${appStoreId}">`] : []),
  ].join("\n");
}

/** What machines are told of a page that may be found. */
export function toStructuredDataTag(page: PageData, { site, url }: Pick<DocumentFrame, "site" | "url">): string {
  return page.canonical === null ? "" : `<script type="application/ld+json">${toInlineJson(toStructuredData(page, site, url))}</script>\n`;
}

/** The same page in the site's other languages and on the regional sites, and for everybody else. */
function toAlternates({ parts }: PageData, site: PublicSiteConfig, siteUrl: string): string[] {
  const { path } = parts.page;
  const own = site.locales.map(({ code, languageTag }) => ({ tag: languageTag, url: new URL(toLocalizedPath(site, code, path), siteUrl).href }));
  const international = site.regions.find(({ id }) => id === internationalSite);
  // A regional site serves its own home; whether it has this very page, only it knows.
  const regional = path === "/" ? site.regions.filter(({ id }) => id !== site.siteId && id !== internationalSite && id !== "GGPEU").map(toAlternate) : [];
  const fallback = path === "/" && international ? [{ tag: "x-default", url: international.url }] : [];
  return [...own, ...regional, ...fallback].map(({ tag, url }) => `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(url)}">`);
}

function toAlternate({ id, locale, url }: PublicSiteConfig["regions"][number]): { tag: string; url: string } {
  const country = id === "GGPUK" ? "GB" : id.slice(3);
  return { tag: `${locale.slice(0, 2)}-${country}`, url };
}

/** What the link preview of a page shows. */
export function toShareCard(title: string, { site, logo }: { site: Pick<PublicSiteConfig, "name" | "minimumAge">; logo: string }): ShareCard {
  return { title, siteName: site.name, age: `${site.minimumAge}+`, logo };
}

function toCard(page: PageData, frame: Pick<DocumentFrame, "site" | "url" | "logo">): string[] {
  const { site, url: siteUrl } = frame;
  const image = new URL(`${imageBasePath}card/${toCardKey(toShareCard(page.heading, frame))}.png`, siteUrl).href;
  const properties: Record<string, string> = {
    "og:type": "website",
    "og:site_name": site.name,
    "og:title": page.heading,
    "og:description": page.description,
    "og:url": page.canonical ?? siteUrl,
    "og:locale": page.parts.locale.languageTag.replace("-", "_"),
    "og:image": image,
    "og:image:type": "image/png",
    "og:image:width": String(cardWidth),
    "og:image:height": String(cardHeight),
    "og:image:alt": `${page.heading}, ${site.name}`,
  };
  return [
    ...Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
    // Everything else is read from the properties above.
    `<meta name="twitter:card" content="summary_large_image">`,
  ];
}

/** Facts about the page as schema.org writes them; nothing that the page does not say. */
function toStructuredData({ heading, parts, canonical }: PageData, site: PublicSiteConfig, siteUrl: string): object {
  const organization = { "@type": "Organization", "@id": `${siteUrl}#organization`, name: site.name, url: siteUrl, logo: new URL(site.logo.path, siteUrl).href };
  const website = { "@type": "WebSite", "@id": `${siteUrl}#website`, name: site.name, url: siteUrl, inLanguage: parts.locale.languageTag, publisher: { "@id": organization["@id"] } };
  const trail = {
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: site.name, item: siteUrl },
      { "@type": "ListItem", position: 2, name: heading, item: canonical },
    ],
  };
  const clients = clientSystems.map((operatingSystem) => ({
    "@type": "SoftwareApplication", name: site.name, applicationCategory: "GameApplication", operatingSystem, url: canonical, publisher: { "@id": organization["@id"] },
  }));
  const { name } = parts.page;
  return {
    "@context": "https://schema.org",
    "@graph": [organization, website, ...(name === "index" ? [] : [trail]), ...(name === "download" ? clients : [])],
  };
}
