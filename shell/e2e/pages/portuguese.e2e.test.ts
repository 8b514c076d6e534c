import { toLocalizedPath } from "@site/contracts/locale/locale";
import { beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { listPages } from "../harness/site-pages.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { readPage } from "./read-page.ts";

let site: SiteAddress;
beforeAll(async () => {
  site = await findSharedSite("GGPBR");
});

/** Texts of this many words or more that are equal in both languages were not translated. Names are shorter, or brands. */
const leastWords = 3;
const brands =
  /^(GGP Poker Brasil|.* (Jackpot|Card|Tracker|Roulette|Flop|Fold)|(Rush|Spin|Flip) & \w+|\w+ \w+(?:,| \|) GGP Poker Brasil)$/;

test("B184 B288 every page of the site for Brazil is in Portuguese, texts and spoken labels alike", async () => {
  const paths = [...(await listPages(site)).map(({ path }) => path), "/pt-br/no-such-page/"];
  const untranslated: string[] = [];
  for (const path of paths) {
    const english = new Set(await listTexts(toLocalizedPath(siteConfigs.GGPBR, "en", path.replace(/^\/pt-br/, ""))));
    untranslated.push(...(await listTexts(path)).filter((text) => english.has(text)));
  }
  expect([...new Set(untranslated)]).toEqual([]);
  expect(paths.length).toBeGreaterThan(20);
});

test("B288 in Portuguese the program to play with is an aplicativo: a cliente is a customer, as in suporte ao cliente", async () => {
  const paths = [...(await listPages(site)).map(({ path }) => path), "/pt-br/no-such-page/"];
  const texts = (await Promise.all(paths.map(async (path) => (await readPage(site, path)).html))).join("\n");
  expect(texts.match(/aplicativo/gi)?.length).toBeGreaterThan(paths.length);
  const customers = /(?:suporte ao|Conheça seu) cliente/gi;
  expect(texts.replaceAll(customers, "").match(/[^<>]{0,40}\bclientes?\b[^<>]{0,20}/gi)).toBeNull();
});

/** Texts of a page between its tags, and those of attributes that are read out. */
async function listTexts(path: string): Promise<string[]> {
  const { html } = await readPage(site, path);
  const shown = html.replaceAll(/<(script|style|code)\b[\s\S]*?<\/\1>/g, " ");
  const spoken = [...shown.matchAll(/\s(?:aria-label|alt|title|data-column|content)="([^"]*)"/g)].map(
    ([, text = ""]) => text,
  );
  return [...shown.split(/<[^>]*>/), ...spoken]
    .map((text) => text.replaceAll("&amp;", "&").replaceAll(/\s+/g, " ").trim())
    .filter(
      (text) =>
        text.split(" ").filter((word) => /\p{L}{2}/u.test(word)).length >= leastWords &&
        !brands.test(text) &&
        !/[=:]\/?\/|width=|initial-scale/.test(text),
    );
}
