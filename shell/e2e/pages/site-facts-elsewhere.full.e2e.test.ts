// What a visitor is told whom a rule of their country concerns, and one who meets a fault of ours.
import { toLocalizedPath } from "@site/contracts/locale/locale";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { from, rules } from "../geography/placed-site.ts";
import { type OpenApp, openApp } from "../harness/open-app.ts";
import { sampled } from "../harness/sampled.ts";
import type { SiteId } from "../harness/start-site.ts";
import { findForeignFacts, sites } from "./foreign-facts.ts";

/** An address in each language whose answer fails on the server. */
const broken = "/broken/";

const cases = [
  {
    what: "a blocked visitor",
    place: "US",
    status: 200,
    paths: ["/", "/download/", "/poker-school/", "/responsible-gaming/", "/contact/"],
  },
  { what: "a warned visitor", place: "AU", status: 200, paths: ["/", "/download/"] },
  { what: "a visitor in Ontario", place: "CA-ON", status: 200, paths: ["/", "/download/"] },
  { what: "a denied visitor", place: "KP", status: 403, paths: ["/", "/about-us/"] },
  { what: "a visitor who meets a fault", place: "PH", status: 500, paths: [broken] },
];

/** A sample has the site with two languages: what is written for all visitors of a kind and states a fact of one site is foreign on it. */
const sampledSites = sampled<readonly SiteId[]>({ all: sites, sample: ["GGPBR"] });

describe.each(sampledSites)("B288 the site %s", (id) => {
  const site = siteConfigs[id];
  let app: OpenApp;

  beforeAll(async () => {
    app = await openApp({
      site,
      edge: "cloudflare",
      trustedProxies: ["127.0.0.1"],
      documents: { "geo-rules": rules },
      prepare: (server) => {
        for (const path of new Set(site.locales.map(({ code }) => toLocalizedPath(site, code, broken)))) {
          server.get(path, () => {
            throw new Error("A fault of the test.");
          });
        }
      },
    });
  });
  afterAll(() => app.close());

  test.each(cases)("tells $what no fact of another site, in any language", async ({ place, status, paths }) => {
    for (const { code, languageTag } of site.locales) {
      for (const path of paths) {
        const response = await fetch(`${app.origin}${toLocalizedPath(site, code, path)}`, { headers: from(place) });
        const html = await response.text();
        expect(response.status, path).toBe(status);
        expect(html, path).toContain(`<html lang="${languageTag}"`);
        expect(findForeignFacts(id, html), `${code} ${path}`).toEqual([]);
      }
    }
  });
});
