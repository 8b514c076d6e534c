import { beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { listPages } from "../harness/site-pages.ts";
import { type SiteAddress, type SiteId, siteIds } from "../harness/start-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { sampled } from "../harness/sampled.ts";
import { readLinks, readMeta, readStructuredData } from "./read-head.ts";
import { type ReadPage, readPage } from "./read-page.ts";

const sites = new Map<SiteId, SiteAddress>();
const pages = new Map<SiteId, Map<string, ReadPage>>();

beforeAll(async () => {
  for (const id of siteIds) {
    const site = await findSharedSite(id);
    sites.set(id, site);
    const read = await Promise.all((await listPages(site)).map(({ path }) => readPage(site, path)));
    pages.set(id, new Map(read.map((page) => [page.path, page])));
  }
});

const toSite = (id: SiteId): SiteAddress => {
  const site = sites.get(id);
  if (!site) throw new Error(`The site ${id} did not start.`);
  return site;
};
const listRead = (id: SiteId): ReadPage[] => [...(pages.get(id)?.values() ?? [])];

describe.each(siteIds)("how the site %s is found", (id) => {
  const config = siteConfigs[id];

  test("B218 the canonical link of every page is its own path on the site's own host, without the query", async () => {
    for (const { path } of listRead(id).filter((page) => page.path !== `${toSite(id).prefix}/`)) {
      const { html } = await readPage(toSite(id), `${path}?utm_source=a&page=2`);
      expect(
        readLinks(html, "canonical").map(({ href }) => href),
        path,
      ).toEqual([new URL(path, config.url).href]);
    }
  });

  test("B219 the canonical link of the root is the contents host, for a site that converts", async () => {
    const { html } = await readPage(toSite(id), `${toSite(id).prefix}/?x=1`);
    expect(config.flags.isRequireConvertCanonical).toBe(true);
    expect(readLinks(html, "canonical").map(({ href }) => href)).toEqual([config.contentsOrigin]);
  });

  test("a Host header changes no address of a page", async () => {
    const html = await (
      await fetch(`${toSite(id).origin}${toSite(id).prefix}/contact/`, { headers: { host: "evil.example" } })
    ).text();
    expect(html).not.toContain("evil.example");
  });

  test("every page names itself in its own language, each alternate once", () => {
    for (const { path, html } of listRead(id)) {
      const alternates = readLinks(html, "alternate");
      const own = config.locales.find(({ code }) => code === config.defaultLocale);
      expect(
        alternates.filter(({ hreflang }) => hreflang === own?.languageTag).map(({ href }) => href),
        path,
      ).toEqual(readLinks(html, "canonical").map(({ href }) => href));
      expect(new Set(alternates.map(({ hreflang }) => hreflang)).size, path).toBe(alternates.length);
    }
  });

  test(
    "every page has a title and a description of its own, and a card with a picture that is there",
    { timeout: 120_000 },
    async () => {
      const [titles, descriptions] = [new Set<string>(), new Set<string>()];
      for (const { path, html } of listRead(id)) {
        titles.add(/<title>([^<]+)</.exec(html)?.[1] ?? "");
        descriptions.add(readMeta(html, "description"));
        expect(readMeta(html, "og:image:alt"), path).toContain(readMeta(html, "og:title"));
        expect([
          readMeta(html, "og:image:type"),
          readMeta(html, "og:image:width"),
          readMeta(html, "og:image:height"),
        ]).toEqual(["image/png", "1200", "630"]);
        expect(readMeta(html, "twitter:card")).toBe("summary_large_image");
        const image = new URL(readMeta(html, "og:image"));
        expect(image.origin).toBe(new URL(config.url).origin);
        if (!isCardDrawn(path.slice(toSite(id).prefix.length))) continue;
        const response = await fetch(`${toSite(id).origin}${image.pathname}`);
        expect([response.status, response.headers.get("content-type")], path).toEqual([200, "image/png"]);
        const png = Buffer.from(await response.arrayBuffer());
        expect([png.readUInt32BE(16), png.readUInt32BE(20)], path).toEqual([1200, 630]);
      }
      expect([titles.size, descriptions.size]).toEqual([listRead(id).length, listRead(id).length]);
    },
  );

  test(
    "B229 every picture is there as webp in both densities, and says what it shows and how large it is",
    { timeout: 300_000 },
    async () => {
      const asked = new Set<string>();
      for (const { path, html } of listRead(id)) {
        for (const [tag] of html.matchAll(/<img\b[^>]*\ssrc="\/_image\/[^>]*>/g)) {
          expect(tag, path).toMatch(/\salt="/);
          expect(tag, path).toMatch(/\swidth="\d+"/);
          expect(tag, path).toMatch(/\sheight="\d+"/);
          expect(tag, path).toMatch(/srcset="[^"]+@1\.webp 1x, [^"]+@2\.webp 2x"/i);
        }
        for (const [address] of html.matchAll(/\/_image\/[^"\s,]+\.webp/g)) asked.add(address);
      }
      expect(asked.size).toBeGreaterThan(10);
      // Pictures are drawn from the releases, which all sites share: one site is enough.
      if (id !== siteIds[0]) return;
      for (const address of sampled({ all: [...asked], sample: listOnePerPicture([...asked]) })) {
        const response = await fetchDrawn(`${toSite(id).origin}${address}`);
        expect({ address, status: response.status, type: response.headers.get("content-type") }).toEqual({
          address,
          status: 200,
          type: "image/webp",
        });
      }
    },
  );

  test("what machines are told of every page is the site by name, and the page's own place in it", () => {
    for (const { path, html } of listRead(id)) {
      const things = readStructuredData(html);
      const byType = new Map(things.map((thing) => [thing["@type"], thing]));
      expect(byType.get("Organization")?.name, path).toBe(config.name);
      expect(byType.get("WebSite")?.inLanguage, path).toBe(
        config.locales.find(({ code }) => code === config.defaultLocale)?.languageTag,
      );
      const isHome = path === `${toSite(id).prefix}/`;
      const trail = byType.get("BreadcrumbList")?.itemListElement ?? [];
      expect([trail[0]?.item, trail.at(-1)?.item], path).toEqual(
        isHome ? [undefined, undefined] : [config.contentsOrigin, new URL(path, config.url).href],
      );
      const systems = things
        .filter((thing) => thing["@type"] === "SoftwareApplication")
        .map(({ operatingSystem }) => operatingSystem);
      expect(systems, path).toEqual(
        path.endsWith("/download/") ? ["Windows 8", "Mac OS X 10.13", "iOS", "Android 6.0"] : [],
      );
      // Nothing of what we are not sure of: no rating, no award.
      expect(
        [...byType.keys()].filter(
          (type) => !["Organization", "WebSite", "BreadcrumbList", "SoftwareApplication"].includes(type),
        ),
        path,
      ).toEqual([]);
    }
  });

  test("machines are told of each question of the download page, and of its answer, where they stand", () => {
    const { html } = pages.get(id)?.get(`${toSite(id).prefix}/download/`) ?? { html: "" };
    const [, questions = ""] = html.split(/itemtype="https:\/\/schema.org\/FAQPage"/i);
    const asked = [
      ...questions.matchAll(
        /itemProp="mainEntity" itemScope="" itemType="https:\/\/schema.org\/Question"><summary itemProp="name">([^<]+\?)<\/summary>/gi,
      ),
    ];
    const answered = [
      ...questions.matchAll(
        /itemProp="acceptedAnswer" itemScope="" itemType="https:\/\/schema.org\/Answer"><p [^>]*itemProp="text">([^<]{20,})<\/p>/gi,
      ),
    ];
    expect(asked.length).toBeGreaterThan(2);
    expect(answered).toHaveLength(asked.length);
  });

  test("security.txt says where to report a weakness, and expires within a year", async () => {
    const response = await fetch(`${toSite(id).origin}/.well-known/security.txt`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    const fields = new Map(
      (await response.text())
        .trim()
        .split("\n")
        .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)] as const),
    );
    expect(fields.get("Contact")).toBe(`mailto:${config.contacts.security.email}`);
    expect(fields.get("Canonical")).toBe(new URL("/.well-known/security.txt", config.url).href);
    const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test("the manifest's icons are there, in the sizes it tells", async () => {
    const manifest: { icons: { src: string; sizes: string; type: string }[] } = await (
      await fetch(`${toSite(id).origin}/site.webmanifest`)
    ).json();
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(["any", "192x192", "512x512"]);
    for (const { src, sizes, type } of manifest.icons) {
      const response = await fetch(`${toSite(id).origin}${src}`);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (type === "image/png") expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
  });
});

test("the sitemaps name the homes of regional sites by the same address and language, and the same one for visitors of other regions", async () => {
  const homes = new Map(await Promise.all(siteIds.map(async (id) => [id, await readHomeAlternates(id)] as const)));
  const home = (id: SiteId) => homes.get(id) ?? [];
  const regional = siteIds.filter((id) => id !== "GGPCOM");
  for (const id of regional) {
    const own = siteConfigs[id].locales.find(({ code }) => code === siteConfigs[id].defaultLocale)?.languageTag;
    const addresses = siteIds.map((other) => home(other).find(({ hreflang }) => hreflang === own)?.href);
    expect(new Set(addresses), `${id} is ${own}`).toEqual(new Set([siteConfigs[id].contentsOrigin]));
  }
  expect(new Set(siteIds.map((id) => home(id).find(({ hreflang }) => hreflang === "x-default")?.href))).toEqual(
    new Set([siteConfigs.GGPCOM.contentsOrigin]),
  );
});

/** What a site's sitemap names beside its home. */
async function readHomeAlternates(id: SiteId): Promise<ReturnType<typeof readLinks>> {
  const sitemap = await (await fetch(`${toSite(id).origin}/sitemap.xml`)).text();
  const [canonical] = readLinks(pages.get(id)?.get(`${toSite(id).prefix}/`)?.html ?? "", "canonical");
  const line = sitemap.split("<url>").find((one) => one.startsWith(`<loc>${canonical?.href}</loc>`)) ?? "";
  return readLinks(line.replaceAll("<xhtml:link", "<link"), "alternate");
}

/** Whether the card of a page is drawn and looked at: in a sample those of a page of each kind. */
const isCardDrawn = (path: string): boolean => sampled({ all: true, sample: pagesOfEachKind.includes(path) });

/** One address of each picture, in sizes that take turns. */
function listOnePerPicture(addresses: readonly string[]): string[] {
  const sizes = Map.groupBy(addresses, (address) => address.slice(0, address.lastIndexOf("/")));
  return [...sizes.values()].flatMap((ofOne, turn) => ofOne[turn % ofOne.length] ?? []);
}

/** Asks for a picture as often as a server with too much to do says that it is late. */
async function fetchDrawn(url: string): Promise<Response> {
  let response = await fetch(url);
  await waitUntil(
    async () => {
      if (response.status === 503) response = await fetch(url);
      return response.status !== 503;
    },
    { what: `the picture ${url}`, within: 120_000 },
  );
  return response;
}
