import type { SiteConfig } from "@site/contracts/site/site-config";
import { toFooter } from "./footer.ts";
import { regionHomes, regions } from "./regions.ts";

/** The site for Brazil, in Portuguese and in English. Every path carries its language: `/pt-br/about-us/`. */
export const ggpbr = {
  siteId: "GGPBR",
  regionCountryCode: "BR",
  signUpSiteId: "GGPBR",
  brandAlias: "ggp",
  url: "https://br.ggp.example/",
  name: "GGP Poker Brasil",
  description: "Uma sala de pôquer online para adultos: torneios, cash games e formatos próprios, com as ferramentas para jogar dentro dos seus limites.",
  // No telephone: Brazil keeps no range of numbers free for examples, so any number could ring at a real subscriber's.
  contacts: {
    support: {
      email: "suporte@br.ggp.example",
      hours: { en: "Every day, 8:00 to 24:00, Brasília time", "pt-br": "Todos os dias, das 8h às 24h, horário de Brasília" },
    },
    complaints: { email: "reclamacoes@br.ggp.example" },
    dataProtection: { email: "privacidade@br.ggp.example" },
    talent: { email: "talentos@br.ggp.example" },
    security: { email: "seguranca@br.ggp.example" },
  },
  separator: " | ",
  logo: { path: "/assets/logo.svg", width: 180, height: 48 },
  signUpUrl: "https://account.ggp.example/sign-up/?siteId=GGPBR",
  contentsOrigin: "https://contents-br.ggp.example/",
  minimumAge: 18,
  helplineUrl: "https://helpline-br.example/",
  locales: [
    { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] },
    { code: "en", languageTag: "en", name: "English", files: ["en.json"] },
  ],
  defaultLocale: "pt-br",
  localeStrategy: "prefix",
  regions,
  regionHomes,
  footer: toFooter("https://br.regulator.example/responsible-gaming/"),
  facts: {
    country: { en: "Brazil", "pt-br": "o Brasil" },
    market: { en: "in Brazil", "pt-br": "no Brasil" },
    playerLocation: { en: "in Brazil", "pt-br": "no Brasil" },
    regulator: { en: "the national gaming regulator of Brazil", "pt-br": "o regulador nacional de jogos do Brasil" },
    currency: "BRL",
    bonus: { currency: "BRL", matchPercent: 100, matchUpTo: 3000, free: 500, ontario: { currency: "CAD", matchUpTo: 777, free: 50 } },
  },
  legal: {
    law: { en: "the law of the Federative Republic of Brazil", "pt-br": "a lei da República Federativa do Brasil" },
    privacyAuthority: { en: "the national data protection authority of Brazil", "pt-br": "a autoridade nacional de proteção de dados do Brasil" },
    eligibility: [],
    acceptedDocuments: [
      { en: "passport", "pt-br": "passaporte" },
      { en: "driver's licence", "pt-br": "carteira de motorista" },
      { en: "national identity card", "pt-br": "carteira de identidade" },
    ],
  },
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
    language: "pt_BR",
    buttonId: "573GGPBR0000001",
    domainType: "web",
    communityEndpoint: "https://chat-br.ggp.example/community/",
    configurationNames: { deployment: "GGPBR_Help_Chat", liveAgent: "GGPBR_Help_Chat_Agents", liveAgentDeployment: "572GGPBR0000001" },
    queueApiUrl: "https://chat-br.ggp.example/queue/availability/",
    scriptUrl: "https://chat-br.ggp.example/embedded/esw.js",
    orgId: "00DGGPBR0000001",
    siteUrl: "https://chat-br.ggp.example/site/",
    scrt2Url: "https://chat-br.ggp.example/scrt2/",
  },
  vendorHosts: {
    chat: { script: ["https://chat-br.ggp.example"], connect: ["https://chat-br.ggp.example"], frame: ["https://chat-br.ggp.example"], style: ["https://chat-br.ggp.example"], image: ["https://chat-br.ggp.example"], font: [] },
  },
  menuHosts: ["blog.ggp.example", "series.ggp.example", "staking.ggp.example", "status.ggp.example"],
  downloads: {
    installerOrigin: "https://download-br.ggp.example/",
    linkHosts: ["download.ggp.example", "download-br.ggp.example", "apps.example"],
    mobilePageUrl: "https://m-br.ggp.example/download/?siteId=GGPBR",
  },
} satisfies SiteConfig;
