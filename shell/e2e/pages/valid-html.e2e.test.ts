import { beforeAll, describe, expect, test } from "vitest";
import { listPages } from "../harness/site-pages.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import { type SiteAddress, siteIds } from "../harness/start-site.ts";
import { findHtmlProblems } from "./find-html-problems.ts";

describe.each(siteIds)("the HTML of the site %s", (id) => {
  let site: SiteAddress;
  beforeAll(async () => {
    site = await findSharedSite(id);
  });

  test("Every page, and the page of an error, is valid HTML", async () => {
    const paths = [...(await listPages(site)).map(({ path }) => path), "/no-such-page/"];
    const problems: string[] = [];
    for (const path of paths)
      problems.push(...(await findHtmlProblems(path, await (await fetch(`${site.origin}${path}`)).text())));
    expect(problems).toEqual([]);
  });
});
