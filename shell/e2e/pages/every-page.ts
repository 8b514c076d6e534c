import { toLocalizedPath } from "@site/contracts/locale/locale";
import { siteConfigs } from "../../sites/sites.ts";
import { listPages } from "../harness/site-pages.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { type ReadPage, readPage } from "./read-page.ts";

/** A page as the server sends it, in one language of its site. */
export interface LocalizedPage extends ReadPage {
  /** The locale's code. */
  language: string;
  /** The part of the HTML between `<main>` and `</main>`, scripts and drawings left out. */
  main: string;
}

/** Every page of a site in every language, with a page that does not exist in each. */
export async function readEveryPage(site: SiteAddress): Promise<LocalizedPage[]> {
  const config = siteConfigs[site.id];
  const paths = [...(await listPages(site)).map(({ path }) => path.slice(site.prefix.length)), "/no-such-page/"];
  return Promise.all(
    config.locales.flatMap(({ code }) =>
      paths.map(async (path) => {
        const page = await readPage(site, toLocalizedPath(config, code, path));
        const main = /<main\b[\s\S]*?<\/main>/.exec(page.html)?.[0] ?? "";
        return { ...page, language: code, main: main.replaceAll(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, " ") };
      }),
    ),
  );
}
