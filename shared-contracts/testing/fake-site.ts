import type { IslandData } from "../src/data-documents.ts";
import type { IslandContext } from "../src/island.ts";
import { regionIds } from "../src/region.ts";
import type { PublicSiteConfig } from "../src/site-config.ts";

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
        ...item, path: "/poker-school/", label: "How to play", siteType: "contents", showSubArea: true, isRoot: true,
        children: [
          { ...item, path: "/poker-school/", label: "Poker school", siteType: "contents", badge: "New" },
          { ...item, path: "/house-rules/", label: "House rules", siteType: "compliance" },
          { ...item, path: "/about-us/", label: "Hidden", siteType: "contents", isShow: false },
        ],
      },
      { ...item, path: "/ggteam/", label: "Team", routerName: "ggteam", siteType: "contents", showSubArea: true, isRoot: true },
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
    sites: [{ width: 120, height: 48, label: "Regulator", imagePath: "/assets/regulator.svg", url: "https://regulator.example/", target: "_blank" }],
    socials: [{ label: "Video", link: "https://video.example/" }],
  },
  "installer-checksums": { checksums: { windows: { file: "client-setup.exe", version: "1.2.3", sha256: "0123456789abcdef".repeat(4) } } },
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
