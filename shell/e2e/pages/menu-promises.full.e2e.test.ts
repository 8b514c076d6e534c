import { translateItems, type NavigationItem, navigationsSchema } from "@site/contracts/documents/navigation";
import { toLocalizedPath } from "@site/contracts/locale/locale";
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
    // An empty page parses the documents.
    const { page, close } = await visit();
    const documents = new Map<string, string>();
    const broken: string[] = [];
    for (const { label, path } of promises) {
      const url = new URL(toLocalizedPath(siteConfigs[id], locale, path), site().origin);
      const html = documents.get(url.pathname) ?? (await (await fetch(`${url.origin}${url.pathname}`)).text());
      documents.set(url.pathname, html);
      const found = await page.evaluate(readName, { html, anchor: decodeURIComponent(url.hash.slice(1)) });
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

/** What is written at an anchor: its own text if it is a heading, else that of the first heading in it. Without one, the page's name. Runs in a page. */
function readName({ html, anchor }: { html: string; anchor: string }): string | undefined {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  if (anchor === "") return parsed.title.split(" | ")[0];
  const target = parsed.getElementById(anchor);
  const heading = target?.matches("h1, h2, h3, h4") ? target : target?.querySelector("h2, h3, h4");
  return heading?.textContent ?? undefined;
}
