import type { DocumentFrame } from "./document-frame.ts";
import { toInlineJson } from "../../pages/remote-text.ts";
import { toCanonical } from "../../pages/page-address.ts";
import type { PageData } from "./page-data.ts";

/** The client systems with the oldest version of each (B128-B131). iOS has none, because the page names a device instead. */
const clientSystems = ["Windows 8", "Mac OS X 10.13", "iOS", "Android 6.0"];

/** Structured data for search engines; empty for a page that is not indexed. */
export function toStructuredDataTag(page: PageData, frame: Pick<DocumentFrame, "config" | "icon">): string {
  return page.canonical === null
    ? ""
    : `<script type="application/ld+json">${toInlineJson(toStructuredData(page, frame))}</script>\n`;
}

/** Facts about the page in terms of schema.org: only what the page shows, and no rating. Questions are marked up in the page's HTML instead. */
function toStructuredData(
  { heading, parts, canonical, sections }: PageData,
  { config, icon }: Pick<DocumentFrame, "config" | "icon">,
): object {
  const { name: pageName } = parts.page;
  const siteHome = toCanonical(config, config.defaultLocale, "/");
  const home = toCanonical(config, parts.locale.code, "/");
  const publisher = { "@id": `${siteHome}#organization` };
  const logo = icon && {
    logo: { "@type": "ImageObject", url: new URL(icon.url, config.url).href, width: icon.width, height: icon.width },
  };
  const organization = { "@type": "Organization", ...publisher, name: config.name, url: siteHome, ...logo };
  const website = {
    "@type": "WebSite",
    "@id": `${home}#website`,
    name: config.name,
    url: home,
    inLanguage: parts.locale.languageTag,
    publisher,
  };
  const crumbs = [
    { name: config.name, item: home },
    ...sections.map(({ name, url }) => ({ name, item: url })),
    { name: heading, item: canonical },
  ];
  const trail = {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({ "@type": "ListItem", position: index + 1, ...crumb })),
  };
  const clients = clientSystems.map((operatingSystem) => ({
    "@type": "SoftwareApplication",
    name: config.name,
    applicationCategory: "GameApplication",
    operatingSystem,
    url: canonical,
    publisher,
    // The client costs nothing.
    offers: { "@type": "Offer", price: 0, priceCurrency: config.facts.currency },
  }));
  // No clients in a blocked country, in structured data either.
  const offersClients = pageName === "download" && parts.visitor.rule !== "blocked";
  return {
    "@context": "https://schema.org",
    "@graph": [organization, website, ...(pageName === "index" ? [] : [trail]), ...(offersClients ? clients : [])],
  };
}
