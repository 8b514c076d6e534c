import { beforeAll, describe, expect, test } from "vitest";
import { listPages } from "../harness/site-pages.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import { type SiteAddress, siteIds } from "../harness/start-site.ts";
import { type ReadPage, readPage } from "./read-page.ts";

/** Paths other applications answer (B021), and downloads, which lead to the operator's hosts. */
const answeredElsewhere = /^\/(network|download\/installer)\//;

describe.each(siteIds)("the links of the site %s", (id) => {
  let site: SiteAddress;
  const pages = new Map<string, ReadPage>();

  beforeAll(async () => {
    site = await findSharedSite(id);
    for (const { path } of await listPages(site)) pages.set(path, await readPage(site, path));
  });

  test("Every internal link leads to a page that answers 200, in one step", async () => {
    const broken: string[] = [];
    const asked = new Map<string, number>();
    for (const page of pages.values()) {
      for (const link of page.links) {
        const url = new URL(link, `${site.origin}${page.path}`);
        if (url.origin !== site.origin || answeredElsewhere.test(url.pathname)) continue;
        const status = asked.get(url.pathname) ?? (await readPage(site, url.pathname)).status;
        asked.set(url.pathname, status);
        if (status !== 200) broken.push(`${page.path} -> ${link}: ${status}`);
      }
    }
    expect(broken).toEqual([]);
    expect(asked.size).toBeGreaterThan(10);
  });

  test("Every link to a place in a page finds that place", () => {
    const broken: string[] = [];
    for (const page of pages.values()) {
      for (const link of page.links) {
        const url = new URL(link, `${site.origin}${page.path}`);
        const target = pages.get(url.pathname);
        if (url.origin !== site.origin || url.hash.length < 2 || !target) continue;
        if (!target.ids.has(decodeURIComponent(url.hash.slice(1)))) broken.push(`${page.path} -> ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test("External links that open in a new tab do not hand their opener over", () => {
    const careless = [...pages.values()].flatMap(({ path, html }) =>
      [...html.matchAll(/<a\b[^>]*target="_blank"[^>]*>/g)]
        .filter(([tag]) => !/rel="[^"]*noopener/.test(tag))
        .map(([tag]) => `${path}: ${tag}`),
    );
    expect(careless).toEqual([]);
  });

  test("Every link that opens a new tab says so to people who do not see that", () => {
    const note = /\((opens in a new tab|abre em uma nova aba)\)/;
    const links = [...pages.values()].flatMap(({ path, html }) =>
      [...html.matchAll(/<a\b[^>]*target="_blank"[^>]*>([\s\S]*?)<\/a>/g)].map(([, inside = ""]) => ({ path, inside })),
    );
    expect(links.filter(({ inside }) => !note.test(inside))).toEqual([]);
    expect(links.length).toBeGreaterThan(pages.size);
  });

  test("Every image says how large it is, so that nothing moves when it comes", () => {
    const sizeless = [...pages.values()].flatMap(({ path, html }) =>
      [...html.matchAll(/<img\b[^>]*>/g)]
        .filter(([tag]) => !/\swidth="\d+"/.test(tag) || !/\sheight="\d+"/.test(tag))
        .map(([tag]) => `${path}: ${tag}`),
    );
    expect(sizeless).toEqual([]);
  });

  test("Every page shows responsible gaming, the minimum age and a way to help", () => {
    for (const page of pages.values()) {
      expect(
        page.links.some((link) => link.endsWith("/responsible-gaming/")),
        page.path,
      ).toBe(true);
      expect(page.text, page.path).toMatch(/\b(21|18)\s?\+/);
    }
  });

  test("The sitemap lists exactly the pages there are, and robots.txt names it", async () => {
    const sitemap = await (await fetch(`${site.origin}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
    const canonical = [...pages.values()].map(({ html }) => /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1]);
    expect(listed.toSorted()).toEqual(canonical.toSorted());
    expect(await (await fetch(`${site.origin}/robots.txt`)).text()).toContain("/sitemap.xml");
  });
});
