import { beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { readPage } from "../pages/read-page.ts";
import { sampled } from "../harness/sampled.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import type { SiteAddress, SiteId } from "../harness/start-site.ts";
import { useSite } from "../harness/use-site.ts";

const ids = Object.keys(siteConfigs).filter((id): id is SiteId => id in siteConfigs);

/** Paths of this site that lead elsewhere. */
const ledElsewhere = /^\/(?:network|region|download\/installer)\//;

describe.each(sampled<readonly SiteId[]>({ all: ids, sample: ["GGPPH"] }))(
  "the site %s, started as a person starts it",
  (id) => {
    const { site } = useSite(id, { kind: "simulated" });
    /** Where each link leads that leaves the site, with the pages that have it. */
    const links = new Map<string, string[]>();

    beforeAll(async () => {
      for (const one of await listPaths(site())) {
        const { path, links: found } = await readPage(site(), one);
        for (const link of found) {
          const url = new URL(link, `${site().origin}${path}`);
          const isElsewhere =
            url.protocol.startsWith("http") && (url.origin !== site().origin || ledElsewhere.test(url.pathname));
          if (isElsewhere) links.set(url.href, [...(links.get(url.href) ?? []), path]);
        }
      }
      links.set(`${site().origin}/region/GGPCA`, ["the Ontario notice"]);
    });

    test("B295 every link that leaves the site, on every page, answers on this machine with a page or a file", async () => {
      expect(links.size).toBeGreaterThan(25);
      const broken: string[] = [];
      for (const [link, pages] of links) {
        const response = await fetch(link);
        const { hostname } = new URL(response.url);
        const isFile = response.headers.get("content-disposition")?.startsWith("attachment; filename=") === true;
        const text = await response.text();
        const isPage = text.includes("<h1>Simulated: ") && !text.includes("[object");
        if (response.status !== 200 || hostname !== "localhost" || !(isFile || isPage))
          broken.push(`${link} on ${pages[0]}: ${response.status} at ${response.url}`);
      }
      expect(broken).toEqual([]);
    });

    test("B295 no page loads anything of another site, or may", async () => {
      const response = await fetch(`${site().origin}${site().prefix}/`);
      const other =
        [...links.keys()].map((link) => new URL(link).origin).find((origin) => origin !== site().origin) ?? "";
      expect(other).toMatch(/^http:\/\/localhost:\d+$/);
      expect(response.headers.get("content-security-policy")).not.toContain(other);
    });

    test("B218 B219 what a page tells machines of itself names the real site", async () => {
      const { html } = await readPage(site(), `${site().prefix}/about-us/`);
      expect(html).toContain(`<link rel="canonical" href="${siteConfigs[id].url}`);
      expect(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1]).not.toContain("localhost");
    });
  },
);

/** Every page of every language, as the manifest of the build lists them. */
async function listPaths({ origin }: SiteAddress): Promise<string[]> {
  const { id }: { id: string } = await (await fetch(`${origin}/builds/latest.json`)).json();
  const { prerendered }: { prerendered: string[] } = await (await fetch(`${origin}/builds/meta/${id}.json`)).json();
  return prerendered;
}

test("B021 without simulators, /network/ is not answered by this server, and an installer is the operator's", async () => {
  const site = await findSharedSite("GGPPH");
  expect((await fetch(`${site.origin}/network/random-number-generator/`)).status).toBe(404);
  const installer = await fetch(`${site.origin}/download/installer/windows`, { redirect: "manual" });
  expect(installer.headers.get("location")).toBe("https://download.ggp.example/windows/ggp/en/");
});
