import type { SiteConfig } from "@site/contracts/site/site-config";
import { certificate } from "./certificate.ts";
import { toFooter } from "./footer.ts";
import { regionHomes, regions } from "./regions.ts";

/** The site for the Philippines, in English (B079). Its paths carry no locale prefix (B030). */
export const ggpph = {
  siteId: "GGPPH",
  regionCountryCode: "PH",
  signUpSiteId: "GGPPH",
  brandAlias: "ggp",
  url: "https://www.ggp.example/",
  name: "GGP Poker",
  description:
    "An online poker room for adults in the Philippines: tournaments, cash games and original formats, with the tools to play within your limits.",
  // No telephone: the Philippines keep no range of numbers free for examples, so any number could ring at a real subscriber's.
  contacts: {
    support: { email: "support@ggp.example", hours: { en: "Every day, 8:00 to 24:00, Philippine time" } },
    complaints: { email: "complaints@ggp.example" },
    dataProtection: { email: "privacy@ggp.example" },
    talent: { email: "talent@ggp.example" },
    security: { email: "security@ggp.example" },
  },
  separator: " | ",
  logo: { path: "/assets/logo.svg", width: 180, height: 48 },
  signUpUrl: "https://account.ggp.example/sign-up/?siteId=GGPPH",
  contentsOrigin: "https://contents.ggp.example/",
  minimumAge: 21,
  helplineUrl: "https://helpline.example/",
  locales: [{ code: "en", languageTag: "en-PH", name: "English", files: ["en.json"] }],
  defaultLocale: "en",
  localeStrategy: "prefix-except-default",
  regions,
  regionHomes,
  footer: toFooter("https://ph.regulator.example/responsible-gaming/"),
  facts: {
    country: { en: "the Philippines" },
    market: { en: "in the Philippines" },
    playerLocation: { en: "in the Philippines" },
    regulator: { en: "the national gaming regulator of the Philippines" },
    currency: "PHP",
    bonus: { currency: "USD", matchPercent: 100, matchUpTo: 600, free: 100, ontario: { currency: "CAD", matchUpTo: 777, free: 50 } },
  },
  legal: {
    law: { en: "the law of the Republic of the Philippines" },
    privacyAuthority: { en: "the national privacy authority of the Philippines" },
    eligibility: [{ en: "not a student in the Philippines" }, { en: "not a member of the government or of the armed forces" }],
    acceptedDocuments: [
      { en: "passport" }, { en: "driver's licence" }, { en: "SSS ID" }, { en: "TIN ID" },
      { en: "Postal ID" }, { en: "Voters ID" }, { en: "UMID" }, { en: "National ID" },
    ],
    maintenanceFee: { en: "500 pesos" },
  },
  certificate,
  flags: {
    isDefaultConsentEnabled: false,
    isSupportSalesforceMessaging: false,
    isRequireConvertCanonical: true,
    isSupportRegionSelector: true,
    isSupportBrandAmbassador: true,
    isSupportSEPModal: true,
    isOneTrustCustomStub: false,
  },
  supportChat: {
    language: "en_US",
    buttonId: "573GGPPH0000001",
    domainType: "web",
    communityEndpoint: "https://chat.ggp.example/community/",
    configurationNames: { deployment: "GGPPH_Help_Chat", liveAgent: "GGPPH_Help_Chat_Agents", liveAgentDeployment: "572GGPPH0000001" },
    queueApiUrl: "https://chat.ggp.example/queue/availability/",
    scriptUrl: "https://chat.ggp.example/embedded/esw.js",
    orgId: "00DGGPPH0000001",
    siteUrl: "https://chat.ggp.example/site/",
    scrt2Url: "https://chat.ggp.example/scrt2/",
  },
  vendorHosts: {
    chat: {
      script: ["https://chat.ggp.example"],
      connect: ["https://chat.ggp.example"],
      frame: ["https://chat.ggp.example"],
      style: ["https://chat.ggp.example"],
      image: ["https://chat.ggp.example"],
      font: [],
    },
  },
  menuHosts: ["blog.ggp.example", "series.ggp.example", "staking.ggp.example", "status.ggp.example"],
  downloads: {
    installerOrigin: "https://download.ggp.example/",
    linkHosts: ["download.ggp.example", "apps.example"],
    mobilePageUrl: "https://m.ggp.example/download/?siteId=GGPPH",
  },
} satisfies SiteConfig;
