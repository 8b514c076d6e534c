import { readFileSync } from "node:fs";
import { join } from "node:path";
import { countryRules } from "@site/contracts/visitor/country-rule";
import { type DataDocumentName, type DataDocuments, parseDataDocument } from "@site/contracts/documents/data-documents";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { layout } from "../../layout/layout.ts";
import { matchRoute } from "../../layout/match-route.ts";
import { errorIsland, routes } from "../../layout/routes.ts";
import { toKeyString } from "./page-key.ts";
import { openPlans, pathMark, planPages } from "./page-plan.ts";

const read = <N extends DataDocumentName>(name: N): DataDocuments[N] =>
  parseDataDocument(name, JSON.parse(readFileSync(join(import.meta.dirname, "../../../data", `${name}.json`), "utf8")));

const data: DataDocuments = {
  navigations: read("navigations"),
  "util-navigations": read("util-navigations"),
  "brand-ambassador": {
    ambassadors: [
      { slug: "ace", name: "Ace" },
      { slug: "rex", name: "Rex" },
    ],
  },
  "download-links": read("download-links"),
  "geo-rules": read("geo-rules"),
  "installer-checksums": read("installer-checksums"),
};
const two: SiteConfig = {
  ...siteConfigs.GGPPH,
  locales: [
    ...siteConfigs.GGPPH.locales,
    { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] },
  ],
};

describe("the pages to compose", () => {
  test("are every route, ambassador and error, in every locale, for every country rule, each once", () => {
    const plans = planPages(two, data, layout);
    const pages = routes.length - 1 + 2 + 3;
    expect(plans).toHaveLength(pages * 2 * countryRules.length);
    expect(new Set(plans.map(({ key }) => toKeyString(key))).size).toBe(plans.length);
  });

  test("B020 have one for each ambassador of the list, with its slug", () => {
    const plans = planPages(two, data, layout).filter(({ context }) => context.name === "ggteam-slug");
    expect(new Set(plans.map(({ key }) => key.page))).toEqual(
      new Set(["/ggteam/ace/", "/ggteam/rex/", "/pt-br/ggteam/ace/", "/pt-br/ggteam/rex/"]),
    );
    for (const { context } of plans) expect(context.path).toBe(`/ggteam/${context.params["slug"]}/`);
  });

  test("are known by their paths, and no other path is", () => {
    for (const site of [siteConfigs.GGPPH, siteConfigs.GGPCOM, two]) {
      const { count, at, has } = openPlans(site, data, layout);
      const pages = new Set(Array.from({ length: count }, (_, place) => at(place).key.page));
      const paths = [...pages].filter((page) => page.startsWith("/"));
      expect(paths.length).toBeGreaterThan(10);
      const others = [...pages].flatMap((path) => [
        path,
        `/en${path}`,
        `/pt-br${path}`,
        path.replace(/^\/(en|pt-br)/, ""),
        path.slice(0, -1),
        path.slice(1),
        `${path}more/`,
        `/${path}`,
      ]);
      for (const path of others) expect([path, has(path)]).toEqual([path, path.startsWith("/") && pages.has(path)]);
    }
  });

  test("B030 have the requested path as key, and a context with the path without its prefix", () => {
    for (const site of [siteConfigs.GGPPH, siteConfigs.GGPCOM, two]) {
      for (const { key, context, locale } of planPages(site, data, layout).filter(
        (plan) => plan.context.status === 200,
      )) {
        expect(matchRoute(site, key.page)).toMatchObject({ kind: "page", locale: key.locale, path: context.path });
        expect(`${locale.prefix}${context.path}`).toBe(key.page);
      }
    }
  });

  test("B200 have three errors, shown by one island, whose path is filled in for each request", () => {
    const errors = planPages(siteConfigs.GGPPH, data, layout).filter(({ context }) => context.status !== 200);
    expect(new Set(errors.map(({ key }) => key.page))).toEqual(new Set(["error:403", "error:404", "error:500"]));
    for (const { island, context } of errors)
      expect({ island, path: context.path }).toEqual({ island: errorIsland, path: pathMark });
  });

  test("have keys of enumerated values only, none of which a visitor can choose freely", () => {
    for (const { key } of planPages(two, data, layout)) {
      expect(countryRules).toContain(key.rule);
      expect(two.locales.map(({ code }) => code)).toContain(key.locale);
    }
  });
});
