import { imageBasePath } from "@site/contracts/islands/image";
import { cardHeight, cardWidth, toCardKey } from "../../images/share-card.ts";
import type { DocumentFrame } from "./document-frame.ts";
import { escapeHtml } from "../../pages/remote-text.ts";
import { listTranslations, toReaderTag } from "../../pages/page-address.ts";
import type { PageData } from "./page-data.ts";
import { toShareCard } from "../../images/share-card.ts";

/** What search engines and link previews read of a page: its canonical and alternate addresses and its card. */
export function toHeadTags(page: PageData, frame: Pick<DocumentFrame, "config" | "logo">): string {
  const { config } = frame;
  const { appStoreId } = config.downloads;
  const description = `<meta name="description" content="${escapeHtml(page.description)}">`;
  if (page.canonical === null) return `${description}\n<meta name="robots" content="noindex">`;
  return [
    description,
    `<link rel="canonical" href="${escapeHtml(page.canonical)}">`,
    ...listTranslations(config, page.parts.page.path).map(
      ({ tag, url }) => `<link rel="alternate" hreflang="${tag}" href="${escapeHtml(url)}">`,
    ),
    ...toCard(page, frame),
    // No app banner in a blocked country.
    ...(appStoreId !== undefined && page.parts.visitor.rule !== "blocked"
      ? [`<meta name="apple-itunes-app" content="app-id=${appStoreId}">`]
      : []),
  ].join("\n");
}

function toCard(page: PageData, { config: site, logo }: Pick<DocumentFrame, "config" | "logo">): string[] {
  const image = new URL(`${imageBasePath}card/${toCardKey(toShareCard(page.heading, { site, logo }))}.png`, site.url)
    .href;
  const locale = toReaderTag(site, page.parts.locale.languageTag).replace("-", "_");
  const properties: Record<string, string> = {
    "og:type": "website",
    "og:site_name": site.name,
    "og:title": page.heading,
    "og:description": page.description,
    "og:url": page.canonical ?? site.url,
    // Programs that read cards know languages with a country, and take a page without one for `en_US`.
    ...(locale.includes("_") && { "og:locale": locale }),
    "og:image": image,
    "og:image:type": "image/png",
    "og:image:width": String(cardWidth),
    "og:image:height": String(cardHeight),
    "og:image:alt": `${page.heading}, ${site.name}`,
  };
  return [
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
    ),
    // Readers of Twitter cards take the rest from the properties above.
    `<meta name="twitter:card" content="summary_large_image">`,
  ];
}
