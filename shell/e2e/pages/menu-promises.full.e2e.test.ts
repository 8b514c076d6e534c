import { translateItems, type NavigationItem, navigationsSchema } from "@site/contracts/documents/navigation";
import { toLocalizedPath } from "@site/contracts/locale/locale";
import type { Page } from "playwright";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import english from "../../../remote-navigation/messages/en.json" with { type: "json" };
import portuguese from "../../../remote-navigation/messages/pt-br.json" with { type: "json" };
import { siteConfigs } from "../../sites/sites.ts";
import type { SiteAddress, SiteId } from "../harness/start-site.ts";
import { useSite } from "../harness/use-site.ts";
import { sampled } from "../harness/sampled.ts";

const footerWords: Record<string, Record<string, string>> = { en: english, "pt-br": portuguese };

/** A label of a menu or of the footer, and the page or part of a page it leads to. */
interface MenuPromise {
  label: string;
  /** As the link has it, without the locale's prefix. */
  path: string;
}

type Visited = [id: SiteId, locale: string];

const sample: Visited[] = [
  ["GGPPH", "en"],
  ["GGPBR", "pt-br"],
];
const visited = sampled({ all: [...sample, ["GGPCOM", "en"], ["GGPBR", "en"]] satisfies Visited[], sample });

describe.each(visited)("on %s in %s", (id, locale) => {
  const { site, visit } = useSite(id);

  test("B289 B060 B090 every label of the menus and of the footer leads to a page or a heading of its own name", async () => {
    const promises = await listPromises(site(), locale);
    expect(promises.length).toBeGreaterThan(50);
    const { page, close } = await visit({ javaScriptEnabled: false });
    const broken: string[] = [];
    for (const { label, path } of promises.toSorted((one, other) => one.path.localeCompare(other.path))) {
      const url = new URL(toLocalizedPath(siteConfigs[id], locale, path), site().origin);
      const current = new URL(page.url());
      if (current.pathname !== url.pathname) await page.goto(`${url.origin}${url.pathname}`);
      const found = await readName(page, decodeURIComponent(url.hash.slice(1)));
      // The specification writes "house rules" in the menu (B060) and "House Rules" in the footer (B090).
      if (found?.toLowerCase() !== label.toLowerCase()) broken.push(`${label} -> ${path} is ${found ?? "not there"}`);
    }
    expect(broken).toEqual([]);
    await close();
  });
});

/** Everything the menus and the footer promise of this site itself. `/network/` is answered elsewhere (B021). */
async function listPromises(site: SiteAddress, locale: string): Promise<MenuPromise[]> {
  const menus = await Promise.all(
    ["navigations", "util-navigations"].map(async (name) => {
      const { items } = v.parse(navigationsSchema, await (await fetch(`${site.origin}/api/${name}`)).json());
      return translateItems(items, locale).flatMap(listAll);
    }),
  );
  const words = footerWords[locale] ?? {};
  const footer = siteConfigs[site.id].footer.navigations.flatMap(({ children }) => children);
  return [
    ...menus.flat(),
    ...[...footer, { key: "CONTACT_US", path: "/contact/" }].map(({ key, path }) => ({
      label: words[`navigation.footer.${key}`] ?? key,
      path,
    })),
  ].filter(({ path }) => path.startsWith("/") && !path.startsWith("/network/"));
}

function listAll(item: NavigationItem): MenuPromise[] {
  return [item, ...item.children.flatMap(listAll)];
}

/** What is written at an anchor: its own text if it is a heading, else that of the first heading in it. Without one, the page's name. */
function readName(page: Page, anchor: string): Promise<string | undefined> {
  return page.evaluate((id) => {
    if (id === "") return document.title.split(" | ")[0];
    const target = document.getElementById(id);
    const heading = target?.matches("h1, h2, h3, h4") ? target : target?.querySelector("h2, h3, h4");
    return heading?.textContent ?? undefined;
  }, anchor);
}
