import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { Page } from "playwright";
import { siteConfigs } from "../../sites/sites.ts";
import type { SiteAddress } from "../harness/start-site.ts";

/** A link as it stands in a page's HTML. */
export interface SiteLink {
  /** The attribute, such as `#verification`. */
  href: string;
  /** The whole address it leads to. */
  address: string;
  target: string;
  rel: string;
  isDownload: boolean;
}

/** A page as the server sends it, read without running any of its scripts. */
export interface ServedPage {
  path: string;
  title: string;
  /** The text of `main`: what a visitor without JavaScript has. */
  text: string;
  /** The same without what islands inside of `main` hold: these may say more when they live. */
  stillText: string;
  ids: string[];
  links: SiteLink[];
}

/**
 * Every page the sitemap lists, by its path. It names homes by the contents host (B219): here they are those of each language.
 * @param page an empty page, which parses the documents that were fetched: opened, each would be laid out and painted too
 * @throws when a page does not answer 200
 */
export async function readSite(page: Page, site: SiteAddress): Promise<Map<string, ServedPage>> {
  const config = siteConfigs[site.id];
  const sitemap = await (await fetch(`${site.origin}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, url = ""]) => new URL(url))
    .filter(({ origin }) => origin === new URL(config.url).origin);
  const homes = config.locales.map(({ code }) => toLocalizedPath(config, code, "/"));
  const pages = new Map<string, ServedPage>();
  for (const path of new Set([...homes, ...listed.map(({ pathname }) => pathname)])) {
    const address = `${site.origin}${path}`;
    const response = await fetch(address);
    const html = await response.text();
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${html}`);
    pages.set(path, { path, ...(await page.evaluate(readDocument, { html, address })) });
  }
  return pages;
}

/** Runs in a page. The parser runs no script, so what stands in `noscript` belongs to the document. */
function readDocument({ html, address }: { html: string; address: string }): Omit<ServedPage, "path"> {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const base = parsed.createElement("base");
  base.href = address;
  parsed.head.prepend(base);
  const main = parsed.querySelector("main")?.cloneNode(true);
  // A font that the document brings along is text of an element, and no text of the page.
  if (main instanceof Element) for (const style of main.querySelectorAll("style")) style.remove();
  const still = main?.cloneNode(true);
  if (still instanceof Element) for (const island of still.querySelectorAll("[data-island]")) island.replaceChildren();
  return {
    title: parsed.title,
    text: main?.textContent ?? "",
    stillText: still?.textContent ?? "",
    ids: [...parsed.querySelectorAll("[id]")].map(({ id }) => id),
    links: [...parsed.querySelectorAll<HTMLAnchorElement>("a[href]")].map((link) => ({
      href: link.getAttribute("href") ?? "",
      address: link.href,
      target: link.target,
      rel: link.rel,
      isDownload: link.hasAttribute("download"),
    })),
  };
}
