import { existsSync } from "node:fs";
import { join } from "node:path";
import { listFlags } from "@site/contracts/build/list-flags";
import { regionIds } from "@site/contracts/region";
import { siteConfigSchema, toPublicSiteConfig } from "@site/contracts/site-config";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "./sites.ts";

const shell = join(import.meta.dirname, "..");

describe.each(Object.entries(siteConfigs))("the site %s", (id, site) => {
  test("is valid and is filed under its own id", () => {
    expect(v.parse(siteConfigSchema, site)).toEqual(site);
    expect(site.siteId).toBe(id);
  });

  test("B078 lists the sixteen regions, each once", () => {
    expect(site.regions.map((region) => region.id)).toEqual([...regionIds]);
  });

  test("every image it names is among the assets", () => {
    const { logos, awards, licences, sites } = site.footer;
    const images = [...logos, ...awards, ...licences, ...sites, ...site.regions].map((one) => one.imagePath);
    const copied = listFlags().filter(({ file }) => existsSync(join(shell, "node_modules/country-flag-icons", file))).map(({ asset }) => `/${asset}`);
    expect([site.logo.path, ...images].filter((path) => !existsSync(join(shell, path)) && !copied.includes(path))).toEqual([]);
  });

  test("every address outside stands under the reserved domain .example", () => {
    const hosts = [...JSON.stringify(site).matchAll(/https:\/\/([^/"?]+)/g)].map(([, host]) => host);
    expect(hosts.filter((host) => !host?.endsWith(".example"))).toEqual([]);
  });

  test("B237 keeps chat, installer and description addresses from browsers", () => {
    const open = toPublicSiteConfig(site);
    expect(open).not.toHaveProperty("supportChat");
    expect(open).not.toHaveProperty("downloads");
    expect(open).not.toHaveProperty("signUpSiteId");
  });
});

test("B235 the Philippine site has the flags of the specification", () => {
  expect(siteConfigs.GGPPH.flags).toEqual({
    isDefaultConsentEnabled: false,
    isSupportSalesforceMessaging: false,
    isRequireConvertCanonical: true,
    isSupportRegionSelector: true,
    isSupportBrandAmbassador: true,
    isSupportSEPModal: true,
    isOneTrustCustomStub: false,
  });
});

test("B093 B094 the Philippine footer has no licences and two badges", () => {
  expect(siteConfigs.GGPPH.footer.licences).toEqual([]);
  expect(siteConfigs.GGPPH.footer.sites).toHaveLength(2);
});
