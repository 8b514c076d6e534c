import type { IslandData } from "../src/documents/data-documents.ts";
import type { IslandContext } from "../src/islands/island.ts";
import { regionIds } from "../src/site/region.ts";
import type { PublicSiteConfig } from "../src/site/site-config.ts";

/** A site that exists only in tests and in the workbench. Its type keeps it true. */
export const fakeSite: PublicSiteConfig = {
  siteId: "GGPPH",
  regionCountryCode: "PH",
  brandAlias: "ggp",
  name: "GGP Poker",
  separator: " | ",
  logo: { path: "/assets/logo.svg", width: 180, height: 48 },
  signUpUrl: "https://signup.example/?siteId=fake",
  contentsOrigin: "https://contents.example",
  minimumAge: 21,
  helplineUrl: "https://help.example/",
  support: { email: "support@fake.example", telephone: "+44 1632 960001" },
  locales: [{ code: "en", languageTag: "en-PH", name: "English", files: ["en.json"] }],
  defaultLocale: "en",
  localeStrategy: "prefix-except-default",
  regions: regionIds.map((id) => ({
    id,
    url: `https://${id.toLowerCase()}.example/`,
    imagePath: `/assets/flags/${id.slice(3).toLowerCase()}.svg`,
    countryName: id === "GGPPH" ? "Philippines" : id.slice(3),
    languageName: "English",
    locale: "en",
    localeName: "English",
  })),
  flags: {
    isDefaultConsentEnabled: false,
    isSupportSalesforceMessaging: false,
    isRequireConvertCanonical: true,
    isSupportRegionSelector: true,
    isSupportBrandAmbassador: true,
    isSupportSEPModal: true,
    isOneTrustCustomStub: false,
  },
};

const item = { routerName: "", showSubArea: false, isShow: true, isRoot: false, children: [] };

/** Menus, ambassadors and a footer to go with it. */
export const fakeData: IslandData = {
  navigations: {
    items: [
      {
        ...item,
        path: "/poker-school/",
        label: "How to play",
        siteType: "contents",
        showSubArea: true,
        isRoot: true,
        children: [
          { ...item, path: "/poker-school/", label: "Poker school", siteType: "contents", badge: "New" },
          { ...item, path: "/house-rules/", label: "House rules", siteType: "compliance" },
          { ...item, path: "/about-us/", label: "Hidden", siteType: "contents", isShow: false },
        ],
      },
      {
        ...item,
        path: "/ggteam/",
        label: "Team",
        routerName: "ggteam",
        siteType: "contents",
        showSubArea: true,
        isRoot: true,
      },
      { ...item, path: "https://blog.example/", label: "Blog", siteType: "external", isRoot: true },
    ],
  },
  "util-navigations": {
    items: [
      { ...item, path: "/contact/", label: "Contact us", siteType: "contents" },
      { ...item, path: "https://status.example/", label: "Network status", siteType: "external" },
    ],
  },
  "brand-ambassador": {
    ambassadors: [
      { slug: "test-one", name: "Test One" },
      { slug: "test-two", name: "Test Two" },
    ],
  },
  footer: {
    navigations: [
      { key: "SAFETY_SECURITY", children: [{ key: "RESPONSIBLE_GAMING", path: "/responsible-gaming/" }] },
      { key: "LEGAL", children: [{ key: "TERMS_CONDITIONS", path: "/terms-conditions/" }] },
      { key: "GG_POLICY", children: [{ key: "HOUSE_RULES", path: "/house-rules/" }] },
    ],
    logos: [],
    awards: [],
    licences: [],
    sites: [
      {
        width: 120,
        height: 48,
        label: "Regulator",
        imagePath: "/assets/regulator.svg",
        url: "https://regulator.example/",
        target: "_blank",
      },
    ],
    socials: [{ label: "Video", link: "https://video.example/" }],
  },
  contacts: {
    support: { email: "support@fake.example", telephone: "+44 1632 960001", hours: { en: "Every day, 9:00 to 17:00" } },
    complaints: { email: "complaints@fake.example" },
    dataProtection: { email: "privacy@fake.example" },
    talent: { email: "talent@fake.example" },
    security: { email: "security@fake.example" },
  },
  facts: {
    country: { en: "the Philippines" },
    market: { en: "in the Philippines" },
    playerLocation: { en: "in the Philippines" },
    regulator: { en: "the national gaming regulator of the Philippines" },
    currency: "PHP",
    bonus: {
      currency: "USD",
      matchPercent: 100,
      matchUpTo: 600,
      free: 100,
      ontario: { currency: "CAD", matchUpTo: 777, free: 50 },
    },
  },
  legal: {
    law: { en: "the law of the Republic of the Philippines" },
    privacyAuthority: { en: "the national privacy authority of the Philippines" },
    eligibility: [
      { en: "not a student in the Philippines" },
      { en: "not a member of the government or of the armed forces" },
    ],
    acceptedDocuments: [
      "passport",
      "driver's licence",
      "SSS ID",
      "TIN ID",
      "Postal ID",
      "Voters ID",
      "UMID",
      "National ID",
    ].map((en) => ({ en })),
    maintenanceFee: { en: "500 pesos" },
  },
  "used-vendors": ["chat"],
  certificate: {
    record: { en: "Most hands dealt at one fake table" },
    date: "2024-02-29",
    verifier: { en: "Example Institute of Records" },
  },
  "installer-checksums": {
    checksums: { windows: { file: "client-setup.exe", version: "1.2.3", sha256: "0123456789abcdef".repeat(4) } },
  },
};

/** A context for one island, home of the fake site unless told otherwise. */
export function createFakeContext(overrides: Partial<IslandContext> = {}): IslandContext {
  return {
    site: fakeSite,
    locale: { code: "en", languageTag: "en-PH", prefix: "" },
    page: { name: "index", path: "/", params: {}, status: 200 },
    visitor: { rule: "none" },
    data: fakeData,
    vendors: {},
    variant: "",
    ...overrides,
  };
}
