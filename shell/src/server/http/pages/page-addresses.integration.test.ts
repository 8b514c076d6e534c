import { parseLocalizedPath } from "@site/contracts/locale/locale";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const sites: SiteConfig[] = [
  ...Object.values(siteConfigs),
  { ...siteConfigs.GGPBR, flags: { ...siteConfigs.GGPBR.flags, isRequireConvertCanonical: false } },
];
const icon = { "browser/images/icon.1a2b3c4d.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>" };
const edge = { edge: "cloudflare", trustedProxies: ["127.0.0.1"] } as const;

interface Thing {
  "@type": string;
  url?: string;
  logo?: { url: string; width: number; height: number };
  offers?: object;
  itemListElement?: { position: number; name: string; item: string }[];
}

/** Whom a page in a language of a site is for: a regional site's are for readers in its country. */
const toTag = ({ siteId }: SiteConfig, language = ""): string =>
  siteId === "GGPCOM" || language.includes("-") ? language : `${language}-${siteId.slice("GGP".length)}`;

const isDefault = (site: SiteConfig, path: string): boolean =>
  (parseLocalizedPath(site, path).locale ?? site.defaultLocale) === site.defaultLocale;

/** The addresses that a page names for itself. */
function readPage(html: string) {
  const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const { "@graph": things = [] }: { "@graph"?: Thing[] } = JSON.parse(json);
  return {
    language: /<html lang="([^"]+)"/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1],
    card: /<meta property="og:url" content="([^"]+)">/.exec(html)?.[1],
    alternates: [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(
      ([, tag, url]) => `${tag} ${url}`,
    ),
    locale: /<meta property="og:locale" content="([^"]+)">/.exec(html)?.[1],
    things,
    find: (type: string) => things.find((thing) => thing["@type"] === type),
  };
}

describe.each(
  sites.map(
    (site) => [`${site.siteId}${site.flags.isRequireConvertCanonical ? "" : ", not converted"}`, site] as const,
  ),
)("the site %s", (_name, site) => {
  const { app, get } = useFixtureApp({ site, ...edge, releases: { shell: { files: icon } } });

  /** Each page by its path, as served, and as the sitemap has it. */
  async function readAll() {
    const sitemap = (await get("/sitemap.xml")).body;
    const lines = [...sitemap.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)].map(([, loc, rest = ""]) => ({
      loc,
      alternates: [...rest.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tag, url]) => `${tag} ${url}`),
    }));
    const paths = app().live.state()?.paths ?? [];
    const pages = await Promise.all(paths.map(async (path) => ({ path, ...readPage((await get(path)).body) })));
    return { lines, pages };
  }

  let all: ReturnType<typeof readAll> | undefined;
  const findAll = (): ReturnType<typeof readAll> => (all ??= readAll());

  test("B218 B219 every page of every language has one address: in its canonical link, its own alternate, its card, the sitemap and its structured data", async () => {
    const { lines, pages } = await findAll();
    expect(pages.length).toBeGreaterThan(14 * site.locales.length);
    expect(lines.map(({ loc }) => loc).toSorted()).toEqual(pages.map(({ canonical }) => canonical).toSorted());
    for (const { path, canonical, card, alternates, find, language } of pages) {
      const { locale = site.defaultLocale, path: plain } = parseLocalizedPath(site, path);
      const converted = new URL(locale === "en" ? "/" : `/${locale}/`, site.contentsOrigin).href;
      expect(canonical).toBe(
        plain === "/" && site.flags.isRequireConvertCanonical ? converted : new URL(path, site.url).href,
      );
      expect(card).toBe(canonical);
      expect(alternates).toContain(`${toTag(site, language)} ${canonical}`);
      // Of home, the sitemap names the homes of other sites too.
      const named = lines.find(({ loc }) => loc === canonical)?.alternates ?? [];
      expect(plain === "/" ? named.slice(0, alternates.length) : named).toEqual(alternates);
      expect(plain === "/" ? find("WebSite")?.url : find("BreadcrumbList")?.itemListElement?.at(-1)?.item).toBe(
        canonical,
      );
    }
  });

  test("every page names its alternates in all languages of the site, and each alternate names it", async () => {
    const { pages } = await findAll();
    for (const { path, canonical, alternates } of pages) {
      const tags = alternates.map((one) => one.split(" ")[0]);
      expect(new Set(tags).size, path).toBe(tags.length);
      expect(tags, path).toEqual(
        expect.arrayContaining(site.locales.map(({ languageTag }) => toTag(site, languageTag))),
      );
      for (const one of pages.filter((page) =>
        alternates.some((alternate) => alternate.endsWith(` ${page.canonical}`)),
      ))
        expect(
          one.alternates.map((alternate) => alternate.split(" ")[1]),
          one.path,
        ).toContain(canonical);
    }
  });

  test("the sitemap alone names the homes of the other regional sites beside home: a page's first bytes are for its visitors", async () => {
    const { lines, pages } = await findAll();
    const { canonical, alternates = [] } =
      pages.find(({ path }) => parseLocalizedPath(site, path).path === "/" && isDefault(site, path)) ?? {};
    const named = lines.find(({ loc }) => loc === canonical)?.alternates ?? [];
    expect(alternates).toHaveLength(site.locales.length);
    expect(named.length).toBeGreaterThan(site.regions.length - 2);
    expect(named.filter((one) => one.startsWith("x-default "))).toHaveLength(1);
  });

  test("the icon's usual addresses lead to it, for programs that read no page", async () => {
    for (const path of ["/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png"]) {
      const { statusCode, headers } = await get(path);
      expect([statusCode, headers["cache-control"]], path).toEqual([302, "public, max-age=86400"]);
      const icon = await get(String(headers.location));
      expect([icon.statusCode, icon.headers["content-type"]], path).toEqual([200, "image/png"]);
    }
  });

  test("a card names its language with a country, or not at all", async () => {
    for (const { path, locale } of (await findAll()).pages)
      expect(locale ?? "en_US", path).toMatch(/^[a-z]{2}_[A-Z]{2}$/);
  });

  test("every page below home has breadcrumbs from the home in its own language", async () => {
    const { pages } = await findAll();
    for (const { path, find, canonical } of pages) {
      const { locale = site.defaultLocale, path: plain } = parseLocalizedPath(site, path);
      const trail = find("BreadcrumbList")?.itemListElement ?? [];
      const depth = plain.split("/").length - 2;
      expect(
        trail.map(({ position }) => position),
        path,
      ).toEqual(Array.from({ length: depth === 0 ? 0 : depth + 1 }, (_, index) => index + 1));
      if (depth === 0) continue;
      const home = pages.find((page) => page.path === path.slice(0, path.length - plain.length + 1));
      expect([trail[0]?.name, trail[0]?.item, trail.at(-1)?.item], path).toEqual([
        site.name,
        home?.canonical,
        canonical,
      ]);
      if (depth === 2)
        expect(trail[1], path).toMatchObject({
          name: locale === "en" ? "Team" : "Equipe",
          item: pages.find((page) => canonical?.startsWith(page.canonical ?? "-") && page.path.endsWith("/ggteam/"))
            ?.canonical,
        });
    }
  });

  test("the organisation has a logo of at least 112 pixels, whose address answers", async () => {
    const logo = readPage((await get(app().live.state()?.paths[0] ?? "/")).body).find("Organization")?.logo;
    expect(Math.min(logo?.width ?? 0, logo?.height ?? 0)).toBeGreaterThanOrEqual(112);
    const response = await get(new URL(logo?.url ?? "").pathname);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "image/png"]);
    expect([response.rawPayload.readUInt32BE(16), response.rawPayload.readUInt32BE(20)]).toEqual([
      logo?.width,
      logo?.height,
    ]);
  });

  test("the client costs nothing, has no rating, and is not offered to a visitor whose country forbids it", async () => {
    const path =
      app()
        .live.state()
        ?.paths.find((one) => one.endsWith("/download/")) ?? "none";
    const clients = readPage((await get(path)).body).things.filter((thing) => thing["@type"] === "SoftwareApplication");
    expect(clients).toHaveLength(4);
    expect(clients.map(({ offers }) => offers)).toEqual(
      clients.map(() => ({ "@type": "Offer", price: 0, priceCurrency: site.facts.currency })),
    );
    expect(JSON.stringify(clients)).not.toMatch(/aggregateRating|review/);
    expect(JSON.stringify(readPage((await get(path, { "cf-ipcountry": "US" })).body).things)).not.toMatch(
      /SoftwareApplication|Offer/,
    );
  });
});

test("B219 the homes of regional sites name each other as each names itself", () => {
  for (const site of Object.values(siteConfigs)) {
    const own = site.locales.find(({ code }) => code === site.defaultLocale)?.code ?? "en";
    const home = new URL(own === "en" ? "/" : `/${own}/`, site.contentsOrigin).href;
    for (const other of Object.values(siteConfigs)) expect(other.regionHomes?.[site.siteId]).toBe(home);
  }
});
