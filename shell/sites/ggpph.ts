import type { SiteConfig } from "@site/contracts/site-config";
import { footer } from "./footer.ts";
import { regions } from "./regions.ts";

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
  securityContact: "https://www.ggp.example/contact/",
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
  footer,
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
  downloads: {
    installerOrigin: "https://download.ggp.example/",
    mobilePageUrl: "https://m.ggp.example/download/?siteId=GGPPH",
  },
} satisfies SiteConfig;
