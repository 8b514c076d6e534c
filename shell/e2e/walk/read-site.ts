import type { Page } from "playwright";
import type { RunningSite } from "../harness/start-site.ts";

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
 * Every page the sitemap lists, by its path on this host. The sitemap names a home by the contents host, whose root is a
 * redirect here where every path carries its language (B219).
 */
export async function readSite(page: Page, site: RunningSite): Promise<Map<string, ServedPage>> {
  const sitemap = await (await fetch(`${site.origin}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  const pages = new Map<string, ServedPage>();
  for (const path of paths) {
    await page.goto(`${site.origin}${path}`, { waitUntil: "domcontentloaded" });
    const shown = new URL(page.url()).pathname;
    pages.set(shown, { path: shown, ...(await page.evaluate(readDocument)) });
  }
  return pages;
}

/** Runs in the page. */
function readDocument(): Omit<ServedPage, "path"> {
  const main = document.querySelector("main");
  const still = main?.cloneNode(true);
  if (still instanceof Element) for (const island of still.querySelectorAll("[data-island]")) island.replaceChildren();
  return {
    title: document.title,
    text: main?.textContent ?? "",
    stillText: still?.textContent ?? "",
    ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
    links: [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map((link) => ({
      href: link.getAttribute("href") ?? "", address: link.href, target: link.target, rel: link.rel, isDownload: link.hasAttribute("download"),
    })),
  };
}
