import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { fakeData, fakeSite } from "../../testing/fake-site.ts";
import { parseSiteConfig, type SiteConfig, toPublicSiteConfig } from "./site-config.ts";

const { support: _support, ...publicPart } = fakeSite;

const site: SiteConfig = {
  ...publicPart,
  url: "https://www.ggp.example/",
  description: "A site of tests.",
  footer: fakeData.footer,
  contacts: fakeData.contacts,
  facts: fakeData.facts,
  legal: fakeData.legal,
  signUpSiteId: "SECRET-SIGN-UP",
  supportChat: {
    language: "en_US",
    buttonId: "SECRET-BUTTON",
    domainType: "web",
    communityEndpoint: "https://secret-chat.example/community/",
    configurationNames: {
      deployment: "SECRET-CONFIGURATION",
      liveAgent: "SECRET-AGENTS",
      liveAgentDeployment: "572SECRET",
    },
    queueApiUrl: "https://secret-chat.example/queue/",
    scriptUrl: "https://secret-chat.example/esw.js",
    orgId: "SECRET-ORG",
    siteUrl: "https://secret-chat.example/site/",
    scrt2Url: "https://secret-chat.example/scrt2/",
  },
  vendorHosts: {
    chat: {
      script: ["https://secret-chat.example"],
      connect: ["https://secret-chat.example"],
      frame: [],
      style: [],
      image: [],
      font: [],
    },
  },
  downloads: {
    installerOrigin: "https://secret-download.example/",
    linkHosts: ["secret-apps.example"],
    mobilePageUrl: "https://secret-download.example/m/",
  },
};

describe("B237 what a browser may know of a site", () => {
  test("is exactly this list, so that an addition has to change this test", () => {
    expect(Object.keys(toPublicSiteConfig(site, "en")).toSorted()).toEqual([
      "brandAlias",
      "contentsOrigin",
      "defaultLocale",
      "flags",
      "helplineUrl",
      "localeStrategy",
      "locales",
      "logo",
      "minimumAge",
      "name",
      "regionCountryCode",
      "regions",
      "separator",
      "signUpUrl",
      "siteId",
      "support",
    ]);
  });

  test("is the public part, unchanged", () => {
    expect(toPublicSiteConfig(site, "en")).toEqual(fakeSite);
  });

  test("B229 names the image host where the site has one, which is an origin", () => {
    const imageOrigin = "https://images.example";
    expect(toPublicSiteConfig(parseSiteConfig({ ...site, imageOrigin }), "en")).toEqual({ ...fakeSite, imageOrigin });
    for (const wrong of [
      "https://images.example/",
      "https://images.example/a",
      "http://images.example",
      "https://*.example",
      "images.example",
    ]) {
      expect(() => parseSiteConfig({ ...site, imageOrigin: wrong }), wrong).toThrow("imageOrigin");
    }
  });

  test("contains no value of the other fields", () => {
    expect(JSON.stringify(toPublicSiteConfig(site, "en"))).not.toMatch(/secret/i);
  });

  test("leaves out a field that is added to the whole configuration later", () => {
    const wider = { ...site, apiToken: "SECRET-TOKEN" };
    expect(JSON.stringify(toPublicSiteConfig(wider, "en"))).not.toMatch(/secret/i);
  });
});

describe("B234 a site's configuration", () => {
  const hosts = { script: ["https://vendor.example"], connect: [], frame: [], style: [], image: [], font: [] };
  const consent = { id: "5e0c0de0-51ee-4c0d-8e11-0123456789ab", scriptUrl: "https://vendor.example/otSDKStub.js" };
  const analytics = {
    tagManagerId: "GTM-ABC1234",
    scriptUrl: "https://vendor.example/gtm.js",
    pageEvent: "content-view",
  };

  test("is accepted when it is complete", () => {
    expect(parseSiteConfig(site)).toEqual(site);
  });

  test("B220 B224 may have a consent tool and tags, each with its hosts", () => {
    const whole = {
      ...site,
      consent,
      analytics,
      vendorHosts: { ...site.vendorHosts, consent: hosts, analytics: hosts },
    };
    expect(parseSiteConfig(whole)).toEqual(whole);
  });

  test.each([
    ["siteId", { ...site, siteId: "GGPXX" }],
    ["regionCountryCode", { ...site, regionCountryCode: "ph" }],
    ["signUpUrl", { ...site, signUpUrl: "javascript:alert(1)" }],
    ["url", { ...site, url: "http://www.ggp.example/" }],
    ["logo.width", { ...site, logo: { ...site.logo, width: 181 } }],
    ["logo.path", { ...site, logo: { ...site.logo, path: "//evil.example/logo.svg" } }],
    ["supportChat.scriptUrl", { ...site, supportChat: { ...site.supportChat, scriptUrl: "/local.js" } }],
    [
      "footer.navigations.0.children.0.path",
      {
        ...site,
        footer: { ...site.footer, navigations: [{ key: "LEGAL", children: [{ key: "X", path: "javascript:x" }] }] },
      },
    ],
    ["flags.isSupportSEPModal", { ...site, flags: { ...site.flags, isSupportSEPModal: "true" } }],
    ["flags.isNew", { ...site, flags: { ...site.flags, isNew: true } }],
    ["locales", { ...site, locales: [] }],
    [
      "locales.0.languageTag",
      { ...site, locales: [{ code: "en", languageTag: "english", name: "English", files: [] }] },
    ],
    [
      "vendorHosts.chat.script.0",
      { ...site, vendorHosts: { chat: { ...site.vendorHosts.chat, script: ["https://*.example"] } } },
    ],
    [
      "vendorHosts.chat.script.0",
      { ...site, vendorHosts: { chat: { ...site.vendorHosts.chat, script: ["https://secret-chat.example/"] } } },
    ],
    [
      "vendorHosts.chat.connect.0",
      { ...site, vendorHosts: { chat: { ...site.vendorHosts.chat, connect: ["http://secret-chat.example"] } } },
    ],
    ["vendorHosts.tracker", { ...site, vendorHosts: { tracker: site.vendorHosts.chat } }],
    ["(root)", { ...site, vendorHosts: { chat: { ...site.vendorHosts.chat, script: [] } } }],
    [
      "(root)",
      { ...site, vendorHosts: { analytics: { ...site.vendorHosts.chat, script: ["https://www.ggp.example"] } } },
    ],
    ["(root)", { ...site, supportChat: { ...site.supportChat, configurationNames: { deployment: "Chat" } } }],
    ["consent.id", { ...site, consent: { ...consent, id: "not-an-id" }, vendorHosts: { consent: hosts } }],
    [
      "analytics.tagManagerId",
      { ...site, analytics: { ...analytics, tagManagerId: "GTM-1&x=" }, vendorHosts: { analytics: hosts } },
    ],
    [
      "analytics.pageEvent",
      { ...site, analytics: { ...analytics, pageEvent: "pageview" }, vendorHosts: { analytics: hosts } },
    ],
    ["(root)", { ...site, consent }],
    ["(root)", { ...site, vendorHosts: { consent: hosts } }],
    ["(root)", { ...site, analytics, vendorHosts: { analytics: { ...hosts, script: ["https://other.example"] } } }],
    ["apiToken", { ...site, apiToken: "x" }],
    ["(root)", { ...site, defaultLocale: "fr" }],
    ["(root)", null],
    ["routeRules./old/.redirect", { ...site, routeRules: { "/old/": { redirect: "javascript:alert(1)" } } }],
    ["routeRules./old/", { ...site, routeRules: { "/old/": { redirect: "/new/", status: 301 } } }],
    ["contacts.support", { ...site, contacts: {} }],
    ["contacts.support", { ...site, contacts: { support: { hours: { en: "Every day" } } } }],
    ["contacts.support.email", { ...site, contacts: { support: { email: "support" } } }],
    ["contacts.support.telephone", { ...site, contacts: { support: { telephone: "01632 960123" } } }],
    ["contacts.press", { ...site, contacts: { ...site.contacts, press: site.contacts.support } }],
    ["facts.market.en", { ...site, facts: { ...site.facts, market: { "pt-br": "no Brasil" } } }],
    ["facts.bonus.currency", { ...site, facts: { ...site.facts, bonus: { ...site.facts.bonus, currency: "$" } } }],
    ["legal.acceptedDocuments", { ...site, legal: { ...site.legal, acceptedDocuments: [] } }],
    ["certificate.date", { ...site, certificate: { record: { en: "x" }, date: "yesterday", verifier: { en: "y" } } }],
    ["embeddingOrigins.0", { ...site, embeddingOrigins: ["https://client.example/some/page"] }],
  ])("is refused with the path %s of its problem", (path, input) => {
    expect(() => parseSiteConfig(input)).toThrow(
      expect.objectContaining({
        code: "CONFIG_INVALID",
        details: { problems: expect.stringMatching(new RegExp(`^${path.replaceAll(/[().]/g, "\\$&")}: `)) },
      }),
    );
  });

  test("B204 is refused when a rule names an unknown route middleware, with the known ones in the message", () => {
    const input = { ...site, routeRules: { "/contact/": { middleware: "auth" } } };
    expect(() => parseSiteConfig(input)).toThrow(
      'routeRules./contact/: there is no route middleware "auth"; there are: document',
    );
    expect(parseSiteConfig({ ...site, routeRules: { "/contact/": { middleware: "document" } } }).routeRules).toEqual({
      "/contact/": { middleware: "document" },
    });
  });

  test("B023 has a rule for a path with an accent under the path that browsers ask for", () => {
    const rule = { redirect: "/contact/" };
    const routeRules = { "/promoção/大会/": rule, "/a%2Fb c/": rule, "/old/": rule };
    expect(parseSiteConfig({ ...site, routeRules }).routeRules).toEqual({
      "/promo%C3%A7%C3%A3o/%E5%A4%A7%E4%BC%9A/": rule,
      "/a%2Fb%20c/": rule,
      "/old/": rule,
    });
  });

  test("B182 has locales of exactly code, language tag, name and files", () => {
    const locale = { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] };
    const translated: SiteConfig = JSON.parse(JSON.stringify(site), (_key, value) =>
      v.is(v.object({ en: v.string() }), value) ? { ...value, [locale.code]: "texto" } : value,
    );
    expect(parseSiteConfig({ ...translated, locales: [...site.locales, locale] }).locales.at(-1)).toEqual(locale);
    const parse = (input: object) => () => parseSiteConfig({ ...translated, locales: [...site.locales, input] });
    for (const field of Object.keys(locale))
      expect(parse({ ...locale, [field]: undefined })).toThrow(`locales.${site.locales.length}.${field}`);
    expect(parse({ ...locale, dir: "ltr" })).toThrow(`locales.${site.locales.length}.dir`);
  });

  test("B288 has every text of contacts and facts in every language of the site", () => {
    const locales = [
      ...site.locales,
      { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] },
    ];
    const input = {
      ...site,
      locales,
      contacts: { support: { email: "a@b.example", hours: { en: "Every day", "pt-br": "Todos os dias" } } },
    };
    expect(() => parseSiteConfig(input)).toThrow(
      /there is no text at facts\.country\.pt-br, .*legal\.acceptedDocuments\.0\.pt-br/,
    );
    expect(() => parseSiteConfig(input)).not.toThrow(/contacts/);
  });

  test("B236 has its address, name, description and separator of titles, and none of them is empty", () => {
    expect(parseSiteConfig(site)).toMatchObject({
      url: "https://www.ggp.example/",
      description: "A site of tests.",
      name: fakeSite.name,
      separator: fakeSite.separator,
    });
    for (const field of ["url", "name", "description", "separator"]) {
      expect(() => parseSiteConfig({ ...site, [field]: "" })).toThrow(new RegExp(`${field}: `));
      expect(() => parseSiteConfig({ ...site, [field]: undefined })).toThrow(new RegExp(`${field}: `));
    }
  });

  test("is refused with every problem at once", () => {
    const input = {
      ...site,
      siteId: "GGPXX",
      url: "http://www.ggp.example/",
      flags: { ...site.flags, isSupportSEPModal: "true" },
      supportChat: { ...site.supportChat, orgId: "" },
    };
    expect(() => parseSiteConfig(input)).toThrow(/siteId: .*flags\.isSupportSEPModal: .*url: .*supportChat\.orgId: /);
  });
});
