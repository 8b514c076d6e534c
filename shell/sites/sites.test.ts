import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listFlags } from "@site/contracts/build/list-flags";
import { regionIds } from "@site/contracts/site/region";
import { siteConfigSchema, toPublicSiteConfig } from "@site/contracts/site/site-config";
import { localizeFooter } from "@site/contracts/site/site-footer";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "./sites.ts";

const shell = join(import.meta.dirname, "..");

/** The paths of a picture in all languages. */
function toPaths({ imagePath, localizedImagePaths = {} }: { imagePath: string; localizedImagePaths?: Record<string, string> | undefined }): string[] {
  return [imagePath, ...Object.values(localizedImagePaths)];
}

/** A picture that begins with a filled rectangle. */
const drawsGround = /^<svg[^>]*>\s*(<!--[^]*?-->\s*)?<rect [^>]*fill="#/;

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
    const images = [...logos, ...awards, ...licences, ...sites, ...site.regions].flatMap(toPaths);
    const copied = listFlags().filter(({ file }) => existsSync(join(shell, "node_modules/country-flag-icons", file))).map(({ asset }) => `/${asset}`);
    expect([site.logo.path, ...images].filter((path) => !existsSync(join(shell, path)) && !copied.includes(path))).toEqual([]);
  });

  test("B288 a picture with words in it is named for each language, unless its words are a name", () => {
    const { logos, awards, licences, sites } = site.footer;
    for (const logo of [...logos, ...awards, ...licences, ...sites]) {
      const { label, imagePath, localizedImagePaths = {} } = logo;
      // A label that is the same in every language is a name.
      if (typeof label === "string" || !readFileSync(join(shell, imagePath), "utf8").includes("<text")) continue;
      expect(["en", ...Object.keys(localizedImagePaths)], label.en).toEqual(expect.arrayContaining(site.locales.map(({ code }) => code)));
      expect(new Set(toPaths(logo)).size, label.en).toBe(toPaths(logo).length);
    }
  });

  test("every mark of the footer has a ground of its own, so that it is readable on paper too", () => {
    const { logos, awards, licences, sites } = site.footer;
    const paths = [...logos, ...awards, ...licences, ...sites].flatMap(toPaths);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !drawsGround.test(readFileSync(join(shell, path), "utf8")))).toEqual([]);
  });

  test("every address outside stands under the reserved domain .example", () => {
    const hosts = [...JSON.stringify(site).matchAll(/https:\/\/([^/"?]+)/g)].map(([, host]) => host);
    expect(hosts.filter((host) => !host?.endsWith(".example"))).toEqual([]);
    const mailboxes = [...JSON.stringify(site).matchAll(/[^"\s]+@([^"]+)/g)].map(([, host]) => host);
    expect(mailboxes.length).toBeGreaterThan(0);
    expect(mailboxes.filter((host) => host !== new URL(site.url).host.replace(/^www\./, ""))).toEqual([]);
  });

  test("B286 gives no telephone number that a subscriber could have", () => {
    // Ofcom keeps these thousand numbers for drama; whichever number is added here has to be of such a range.
    const numbers = Object.values(v.parse(siteConfigSchema, site).contacts).flatMap((contact) => contact?.telephone ?? []);
    expect(numbers.filter((number) => !/^\+44 1632 960\d{3}$/.test(number))).toEqual([]);
  });

  test("B237 keeps chat, installer and description addresses from browsers, and the parts that islands ask for", () => {
    const open = toPublicSiteConfig(site, "en");
    expect(open).not.toHaveProperty("supportChat");
    expect(open).not.toHaveProperty("downloads");
    expect(open).not.toHaveProperty("signUpSiteId");
    for (const part of ["contacts", "facts", "legal", "certificate"]) expect(open).not.toHaveProperty(part);
  });
});

test("B288 a page gets the names of countries and the labels of the footer in its own language", () => {
  const { GGPBR: site } = siteConfigs;
  const nameOf = (language: string) => toPublicSiteConfig(site, language).regions.find(({ id }) => id === "GGPBA")?.countryName;
  expect([nameOf("pt-br"), nameOf("en")]).toEqual(["Bósnia e Herzegovina", "Bosnia and Herzegovina"]);
  const labelsOf = (language: string) => localizeFooter(site.footer, language).socials.map(({ label }) => label);
  expect([labelsOf("pt-br"), labelsOf("en")]).toEqual([["Vídeos", "Transmissões", "Comunidade"], ["Video", "Streams", "Community"]]);
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

test("B243 B244 the Philippine bonus is a match of 100% up to $600, or $100 free; in Ontario up to $777, and $50", () => {
  expect(siteConfigs.GGPPH.facts.bonus).toEqual({ currency: "USD", matchPercent: 100, matchUpTo: 600, free: 100, ontario: { currency: "CAD", matchUpTo: 777, free: 50 } });
});

test("B094 B288 the regulator's badge of each site leads to its own regulator", () => {
  const all = Object.values(siteConfigs);
  const places = all.map(({ footer }) => footer.sites.find(({ imagePath }) => imagePath.includes("regulator"))?.url);
  expect(places).not.toContain(undefined);
  expect(new Set(places).size).toBe(all.length);
});

test("B093 B094 the Philippine footer has no licences and two badges", () => {
  expect(siteConfigs.GGPPH.footer.licences).toEqual([]);
  expect(siteConfigs.GGPPH.footer.sites).toHaveLength(2);
});
