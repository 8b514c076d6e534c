import * as v from "valibot";
import type { Contact } from "./contact.ts";
import { SiteError } from "../errors/errors.ts";
import { localeStrategies } from "../locale/locale.ts";
import { localeSchema } from "../locale/locale-schema.ts";
import { pickLabel } from "../locale/localized-text.ts";
import { type Region, regionIds, regionSchema } from "./region.ts";
import { routeRuleSchema, toAskedRules } from "./route-rule.ts";
import { httpsUrlSchema, linkSchema, sitePathSchema } from "./safe-url.ts";
import {
  certificateSchema,
  contactsSchema,
  labelSchema,
  legalFactsSchema,
  listMissingTexts,
  siteFactsSchema,
} from "./site-facts.ts";
import { footerSchema } from "./site-footer.ts";
import { originSchema, toOrigin, vendorHostsSchema } from "./vendor.ts";
import {
  analyticsSchema,
  consentSchema,
  hasEveryChatHost,
  hasScriptHost,
  listHosts,
  supportChatSchema,
} from "./vendor-settings.ts";

// Remotes import these from here.
export {
  type AnalyticsSettings,
  type ConsentSettings,
  pageEvents,
  type SupportChat,
  toVendorSettings,
  type VendorSettings,
} from "./vendor-settings.ts";

const textSchema = v.pipe(v.string(), v.minLength(1));

/** Feature flags (B235), literally as the specification names them. */
export const featureFlagsSchema = v.strictObject({
  isDefaultConsentEnabled: v.boolean(),
  isSupportSalesforceMessaging: v.boolean(),
  isRequireConvertCanonical: v.boolean(),
  isSupportRegionSelector: v.boolean(),
  isSupportBrandAmbassador: v.boolean(),
  isSupportSEPModal: v.boolean(),
  isOneTrustCustomStub: v.boolean(),
});

/** What every browser may know of a site (B237). All other fields stay on the server. */
const publicEntries = {
  siteId: v.picklist(regionIds),
  regionCountryCode: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  brandAlias: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
  /** The site's name as pages show it. */
  name: textSchema,
  separator: textSchema,
  /** Path, width and height (B034: 180 by 48). */
  logo: v.strictObject({ path: sitePathSchema, width: v.literal(180), height: v.literal(48) }),
  signUpUrl: httpsUrlSchema,
  contentsOrigin: httpsUrlSchema,
  /** The image host that pages ask for artwork, such as `https://images.example`; without one it is the site itself (B229). */
  imageOrigin: v.optional(originSchema),
  minimumAge: v.picklist([18, 19, 21, 24]),
  helplineUrl: linkSchema,
  locales: v.pipe(v.array(localeSchema), v.minLength(1)),
  defaultLocale: v.string(),
  localeStrategy: v.picklist(localeStrategies),
  /** Each with its country's name in the languages of the site. */
  regions: v.array(v.strictObject({ ...regionSchema.entries, countryName: labelSchema })),
  flags: featureFlagsSchema,
};

/** What every browser may know of a site, in the language of its page. */
export interface PublicSiteConfig extends Omit<
  v.InferOutput<v.ObjectSchema<typeof publicEntries, undefined>>,
  "regions"
> {
  regions: Region[];
  /** How customer support is reached. Public, because the browser's own error page has no other source for it (B286). */
  support: Pick<Contact, "email" | "telephone">;
}

/** A host that links may lead to. */
const linkHostSchema = v.pipe(v.string(), v.regex(/^[a-z0-9.-]{1,253}$/, "expected a host such as download.example"));

/** The whole configuration of one site: a file of `shell/sites`. */
export const siteConfigSchema = v.pipe(
  v.strictObject({
    ...publicEntries,
    /** The site's own https origin: canonical links and redirects are built from it, never from `Host`. */
    url: httpsUrlSchema,
    description: textSchema,
    /** Where search engines find the home of a region's site, where that is not the region's `url`: its contents host (B219). */
    regionHomes: v.optional(v.record(v.picklist(regionIds), v.optional(httpsUrlSchema))),
    /** Whom a visitor can reach, and for what (B286). */
    contacts: contactsSchema,
    /** What the pages say of the site's country, offer and money (B288). */
    facts: siteFactsSchema,
    /** What the policies say of its law. */
    legal: legalFactsSchema,
    /** The record the site holds, where it holds one (B087). */
    certificate: v.optional(certificateSchema),
    signUpSiteId: textSchema,
    footer: footerSchema,
    /** What holds for single paths (B023, B204), without locale prefix and with the last slash. */
    routeRules: v.optional(v.record(v.pipe(sitePathSchema, v.endsWith("/")), routeRuleSchema)),
    /** Whether the site is `nsus`: shown inside of a client without a parameter in the address (B214). */
    isNsus: v.optional(v.boolean()),
    /** Origins that may show this site inside of a frame, and only when the address says that it is embedded (B210). */
    embeddingOrigins: v.optional(
      v.array(
        v.pipe(
          httpsUrlSchema,
          v.check((url) => new URL(url).href === `${new URL(url).origin}/`, "expected an origin"),
        ),
      ),
    ),
    supportChat: supportChatSchema,
    /** The consent tool. A site without one asks visitors for no consent (B220). */
    consent: v.optional(consentSchema),
    /** The tags. A site without them measures no visits. */
    analytics: v.optional(analyticsSchema),
    /** The hosts of each vendor of the site. A vendor without an entry is not used: no page names it or is told of it. */
    vendorHosts: vendorHostsSchema,
    /** A public icon service in Iconify's shape, with its last slash, for icons that are not our own (B226). */
    iconServiceUrl: v.optional(v.pipe(httpsUrlSchema, v.endsWith("/"))),
    /**
     * The hosts that links of the menus' documents may lead to: a document with another one is refused. Without a list, the hosts of the
     * addresses in this configuration.
     */
    menuHosts: v.optional(v.array(linkHostSchema)),
    downloads: v.strictObject({
      /** Where installers are, per system, brand and locale (B114). */
      installerOrigin: httpsUrlSchema,
      /** The download page for phones (B117). */
      mobilePageUrl: httpsUrlSchema,
      /**
       * The hosts that links to clients may lead to, whether the document `download-links` or the download service names them: one of
       * another host is not used. Without a list, the hosts of the two addresses above.
       */
      linkHosts: v.optional(v.array(linkHostSchema)),
      /** The client's number in Apple's App Store, where it has one: Safari on an iPhone offers it on every page. */
      appStoreId: v.optional(v.pipe(v.string(), v.digits("expected the digits of an App Store number"))),
    }),
  }),
  v.check(
    (site) => site.locales.some((locale) => locale.code === site.defaultLocale),
    "defaultLocale is not in locales",
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { locales, contacts, facts, legal, certificate, footer, regions } = dataset.value;
    const missing = listMissingTexts(
      { contacts, facts, legal, certificate, footer, regions },
      locales.map(({ code }) => code),
      "",
    );
    if (missing.length > 0)
      addIssue({ message: `there is no text at ${missing.map((path) => path.slice(1)).join(", ")}` });
  }),
  v.check(
    (site) => hasEveryChatHost(site.supportChat, site.vendorHosts.chat),
    "vendorHosts.chat lacks a host that supportChat names",
  ),
  v.check(
    ({ flags, vendorHosts, supportChat: { configurationNames: names } }) =>
      !vendorHosts.chat ||
      flags.isSupportSalesforceMessaging ||
      (names.liveAgent !== undefined && names.liveAgentDeployment !== undefined),
    "supportChat.configurationNames lacks what the older generation of the chat asks for",
  ),
  v.check(
    (site) => hasScriptHost(site.consent, site.vendorHosts.consent),
    "consent and vendorHosts.consent go together, with the script's host",
  ),
  v.check(
    (site) => hasScriptHost(site.analytics, site.vendorHosts.analytics),
    "analytics and vendorHosts.analytics go together, with the script's host",
  ),
  // Boot would let any file of that host run as a script.
  v.check(
    (site) => !listHosts(site.vendorHosts).includes(toOrigin(site.url) ?? ""),
    "vendorHosts name the site itself",
  ),
);
export type SiteConfig = v.InferOutput<typeof siteConfigSchema>;

/** The parts of a configuration that islands get when they ask for them: neither public as a whole nor secret. */
export type SiteParts = Pick<SiteConfig, "footer" | "contacts" | "facts" | "legal" | "certificate" | "vendorHosts">;

/** The part of a configuration a browser receives, in the language of its page. The configuration was parsed before: where a site is simulated, links lead to this machine. */
export function toPublicSiteConfig(
  {
    siteId,
    regionCountryCode,
    brandAlias,
    name,
    separator,
    logo,
    signUpUrl,
    contentsOrigin,
    minimumAge,
    helplineUrl,
    locales,
    defaultLocale,
    localeStrategy,
    regions,
    flags,
    imageOrigin,
    contacts: {
      support: { email, telephone },
    },
  }: SiteConfig,
  language: string,
): PublicSiteConfig {
  return {
    siteId,
    regionCountryCode,
    brandAlias,
    name,
    separator,
    logo,
    signUpUrl,
    contentsOrigin,
    minimumAge,
    helplineUrl,
    locales,
    defaultLocale,
    localeStrategy,
    flags,
    regions: regions.map((region) => ({ ...region, countryName: pickLabel(region.countryName, language) })),
    support: { ...(email !== undefined && { email }), ...(telephone !== undefined && { telephone }) },
    ...(imageOrigin !== undefined && { imageOrigin }),
  };
}

/**
 * Parses a site's configuration.
 * @throws SiteError `CONFIG_INVALID` with the path of every problem, not only the first.
 */
export function parseSiteConfig(input: unknown): SiteConfig {
  const result = v.safeParse(siteConfigSchema, input);
  if (result.success) {
    const { routeRules, ...site } = result.output;
    return { ...site, ...(routeRules && { routeRules: toAskedRules(routeRules) }) };
  }
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? "(root)"}: ${issue.message}`);
  throw new SiteError("CONFIG_INVALID", { problems: problems.join("; ") });
}
