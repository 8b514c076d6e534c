import { toLocalizedPath } from "@site/contracts/locale";
import type { PublicSiteConfig } from "@site/contracts/site-config";
import { escapeHtml, toInlineJson } from "./html.ts";
import type { PageData } from "./page-data.ts";

/** The site that stands for every country without one of its own. */
const internationalSite = "GGPCOM";

/** What search engines and link previews read of a page: its address here and elsewhere, its card, its place. */
export function toHeadTags(page: PageData, site: PublicSiteConfig, siteUrl: string): string {
  const description = `<meta name="description" content="${escapeHtml(page.description)}">`;
  if (page.canonical === null) return `${description}\n<meta name="robots" content="noindex">`;
  return [
    description,
    `<link rel="canonical" href="${escapeHtml(page.canonical)}">`,
    ...toAlternates(page, site, siteUrl),
    ...toCard(page, site, siteUrl),
    `<script type="application/ld+json">${toInlineJson(toStructuredData(page, site, siteUrl))}</script>`,
  ].join("\n");
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

function toCard(page: PageData, site: PublicSiteConfig, siteUrl: string): string[] {
  const properties: Record<string, string> = {
    "og:type": "website",
    "og:site_name": site.name,
    "og:title": page.heading,
    "og:description": page.description,
    "og:url": page.canonical ?? siteUrl,
    "og:locale": page.parts.locale.languageTag.replace("-", "_"),
  };
  return Object.entries(properties).map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`);
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
  const client = {
    "@type": "SoftwareApplication",
    name: site.name,
    applicationCategory: "GameApplication",
    operatingSystem: "Windows 8, Mac OS X 10.13, Android 6.0, iOS",
    publisher: { "@id": organization["@id"] },
  };
  const { name } = parts.page;
  return {
    "@context": "https://schema.org",
    "@graph": [organization, website, ...(name === "index" ? [] : [trail]), ...(name === "download" ? [client] : [])],
  };
}
