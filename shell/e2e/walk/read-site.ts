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

/** Every page the sitemap lists, by its path. It names homes by the contents host (B219): here they are those of each language. */
export async function readSite(page: Page, site: SiteAddress): Promise<Map<string, ServedPage>> {
  const config = siteConfigs[site.id];
  const sitemap = await (await fetch(`${site.origin}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, url = ""]) => new URL(url))
    .filter(({ origin }) => origin === new URL(config.url).origin);
  const homes = config.locales.map(({ code }) => toLocalizedPath(config, code, "/"));
  const pages = new Map<string, ServedPage>();
  for (const path of new Set([...homes, ...listed.map(({ pathname }) => pathname)])) {
    await page.goto(`${site.origin}${path}`, { waitUntil: "domcontentloaded" });
    pages.set(path, { path, ...(await page.evaluate(readDocument)) });
  }
  return pages;
}

/** Runs in the page. */
function readDocument(): Omit<ServedPage, "path"> {
  const main = document.querySelector("main")?.cloneNode(true);
  // A font that the document brings along is text of an element, and no text of the page.
  if (main instanceof Element) for (const style of main.querySelectorAll("style")) style.remove();
  const still = main?.cloneNode(true);
  if (still instanceof Element) for (const island of still.querySelectorAll("[data-island]")) island.replaceChildren();
  return {
    title: document.title,
    text: main?.textContent ?? "",
    stillText: still?.textContent ?? "",
    ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
    links: [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map((link) => ({
      href: link.getAttribute("href") ?? "",
      address: link.href,
      target: link.target,
      rel: link.rel,
      isDownload: link.hasAttribute("download"),
    })),
  };
}
