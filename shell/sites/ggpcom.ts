import type { SiteConfig } from "@site/contracts/site/site-config";
import { certificate } from "./certificate.ts";
import { toFooter } from "./footer.ts";
import { regionHomes, regions } from "./regions.ts";

/**
 * The international site, in English. Every path carries the locale (`/en/about-us/`). It belongs to no country, so
 * its country is `ZZ`, which ISO 3166 leaves to users.
 */
export const ggpcom = {
  siteId: "GGPCOM",
  regionCountryCode: "ZZ",
  signUpSiteId: "GGPCOM",
  brandAlias: "ggp",
  url: "https://com.ggp.example/",
  name: "GGP Poker International",
  description: "The international site of an online poker room for adults, with tournaments, cash games and original formats.",
  // Ofcom keeps 01632 960000 to 960999 for drama: no subscriber has one, and the code belongs to no place.
  contacts: {
    support: { email: "support@com.ggp.example", telephone: "+44 1632 960123", hours: { en: "Every day, at any hour" } },
    complaints: { email: "complaints@com.ggp.example" },
    dataProtection: { email: "privacy@com.ggp.example" },
    talent: { email: "talent@com.ggp.example" },
    security: { email: "security@com.ggp.example" },
  },
  separator: " | ",
  logo: { path: "/assets/logo.svg", width: 180, height: 48 },
  signUpUrl: "https://account.ggp.example/sign-up/?siteId=GGPCOM",
  contentsOrigin: "https://contents-com.ggp.example/",
  minimumAge: 18,
  helplineUrl: "https://helpline-international.example/",
  locales: [{ code: "en", languageTag: "en", name: "English", files: ["en.json"] }],
  defaultLocale: "en",
  localeStrategy: "prefix",
  regions,
  regionHomes,
  footer: toFooter("https://regulator.example/responsible-gaming/"),
  facts: {
    country: { en: "the country you live in" },
    market: { en: "in many countries" },
    playerLocation: { en: "in a country where this site is offered" },
    regulator: { en: "the gaming regulator responsible for this site" },
    currency: "USD",
    bonus: { currency: "USD", matchPercent: 100, matchUpTo: 600, free: 100, ontario: { currency: "CAD", matchUpTo: 777, free: 50 } },
  },
  legal: {
    law: { en: "the law of the place where this site is licensed" },
    privacyAuthority: { en: "the privacy authority of the country you live in" },
    eligibility: [],
    acceptedDocuments: [{ en: "passport" }, { en: "driver's licence" }, { en: "national identity card" }],
  },
  certificate,
  flags: {
    isDefaultConsentEnabled: false,
    isSupportSalesforceMessaging: true,
    isRequireConvertCanonical: true,
    isSupportRegionSelector: false,
    isSupportBrandAmbassador: false,
    isSupportSEPModal: true,
    isOneTrustCustomStub: false,
  },
  supportChat: {
    language: "en_US",
    buttonId: "573GGPCOM000001",
    domainType: "web",
    communityEndpoint: "https://chat-com.ggp.example/community/",
    configurationNames: { deployment: "GGPCOM_Help_Chat" },
    queueApiUrl: "https://chat-com.ggp.example/queue/availability/",
    scriptUrl: "https://chat-com.ggp.example/site/assets/js/bootstrap.min.js",
    orgId: "00DGGPCOM000001",
    siteUrl: "https://chat-com.ggp.example/site/",
    scrt2Url: "https://chat-com.ggp.example/scrt2/",
  },
  vendorHosts: {
    chat: {
      script: ["https://chat-com.ggp.example"],
      connect: ["https://chat-com.ggp.example"],
      frame: ["https://chat-com.ggp.example"],
      style: ["https://chat-com.ggp.example"],
      image: ["https://chat-com.ggp.example"],
      font: [],
    },
  },
  menuHosts: ["blog.ggp.example", "series.ggp.example", "staking.ggp.example", "status.ggp.example"],
  downloads: {
    installerOrigin: "https://download-com.ggp.example/",
    linkHosts: ["download.ggp.example", "download-com.ggp.example", "apps.example"],
    mobilePageUrl: "https://m-com.ggp.example/download/?siteId=GGPCOM",
  },
} satisfies SiteConfig;
