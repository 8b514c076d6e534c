import type { FastifyInstance } from "fastify";
import { pickContact, toContactLinks } from "@site/contracts/site/contact";
import { parseLocalizedPath } from "@site/contracts/locale/locale";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { LiveSite } from "../live/live-site.ts";
import { toIconUrl } from "../images/image-address.ts";
import { escapeHtml } from "../pages/remote-text.ts";
import { listAlternates, toCanonical } from "../pages/page-address.ts";
import { sendProblem } from "./answers/problem.ts";

/** Days for which security.txt is good (RFC 9116 asks for less than a year). */
const securityTextDays = 180;

/** Where programs look for a site's icon that do not read its pages, such as feed readers. */
const iconPaths = ["/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png"];

/** Registers robots.txt, the sitemap, the web manifest, security.txt and the icon's usual addresses. */
export function registerDiscovery(app: FastifyInstance, site: SiteConfig, live: LiveSite): void {
  const expires = new Date(Date.now() + securityTextDays * 86_400_000).toISOString();
  const text = "text/plain; charset=utf-8";
  const securityContacts = toContactLinks(pickContact(site.contacts, "security"))
    .map(({ href }) => `Contact: ${href}\n`)
    .join("");

  /** Sitemaps by the paths that they list, which stay the same object until a flip changes them: a large one takes longer to write than to send. */
  const sitemaps = new WeakMap<readonly string[], Buffer>();

  app.get("/robots.txt", (_request, reply) =>
    reply
      .type(text)
      .header("cache-control", "public, max-age=3600")
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /download/installer/\nSitemap: ${new URL("/sitemap.xml", site.url).href}\n`,
      ),
  );
  app.get("/sitemap.xml", (_request, reply) => {
    const paths = live.state()?.paths;
    // An empty sitemap would be cached for an hour and say that the site has no pages.
    if (paths === undefined)
      return sendProblem(reply.header("retry-after", "1"), 503, "SITE_STARTING", "The site is starting.");
    const sitemap = sitemaps.get(paths) ?? Buffer.from(toSitemap(paths, site));
    sitemaps.set(paths, sitemap);
    return reply.type("application/xml; charset=utf-8").header("cache-control", "public, max-age=3600").send(sitemap);
  });
  for (const path of iconPaths)
    app.get(path, (_request, reply) => {
      const icon = toIconUrl(listShellFiles(live), 180);
      return icon === undefined
        ? sendProblem(reply, 404, "NOT_FOUND", "The site has no icon in pixels.")
        : reply.header("cache-control", "public, max-age=86400").redirect(icon, 302);
    });
  app.get("/.well-known/security.txt", (_request, reply) =>
    reply
      .type(text)
      .header("cache-control", "public, max-age=86400")
      .send(
        `${securityContacts}Expires: ${expires}\nPreferred-Languages: ${site.locales.map(({ languageTag }) => languageTag).join(", ")}\nCanonical: ${new URL("/.well-known/security.txt", site.url).href}\n`,
      ),
  );
  app.get("/site.webmanifest", (_request, reply) =>
    reply
      .type("application/manifest+json; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send({
        name: site.name,
        short_name: site.name,
        description: site.description,
        lang: site.locales.find(({ code }) => code === site.defaultLocale)?.languageTag,
        start_url: "/",
        display: "browser",
        background_color: "#0b0f0e",
        theme_color: "#0b0f0e",
        ...toRelatedApplications(site.downloads.appStoreId),
        icons: [{ src: "/assets/favicon.svg", sizes: "any", type: "image/svg+xml" }, ...toIcons(live)],
      }),
  );
}

const listShellFiles = (live: LiveSite): string[] => [...(live.state()?.packages.get("shell")?.files.keys() ?? [])];

/** The icon as pixels, for systems that draw no SVG; its background reaches the edge, so it may be masked to any shape. */
function toIcons(live: LiveSite): object[] {
  const files = listShellFiles(live);
  return ([192, 512] as const).flatMap((width) => {
    const src = toIconUrl(files, width);
    return src === undefined ? [] : [{ src, sizes: `${width}x${width}`, type: "image/png", purpose: "any maskable" }];
  });
}

/** The client in the App Store, where it has a number there. */
function toRelatedApplications(appStoreId: string | undefined): object {
  if (appStoreId === undefined) return {};
  return {
    related_applications: [{ platform: "itunes", id: appStoreId, url: `https://apps.apple.com/app/id${appStoreId}` }],
  };
}

/** Every page of every language by its one address, each with its other addresses. No `lastmod`: the time of a text's last change is not recorded. */
function toSitemap(paths: readonly string[], site: SiteConfig): string {
  const urls = paths.map((localized) => {
    const { locale = site.defaultLocale, path } = parseLocalizedPath(site, localized);
    const alternates = listAlternates(site, locale, path).map(
      ({ tag, url }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeHtml(url)}"/>`,
    );
    return `<url><loc>${escapeHtml(toCanonical(site, locale, path))}</loc>${alternates.join("")}</url>`;
  });
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${urls.join("\n")}\n</urlset>\n`;
}
