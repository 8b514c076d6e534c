import * as v from "valibot";
import { SiteError } from "./errors.ts";
import { localeSchema, localeStrategies } from "./locale.ts";
import { regionIds, regionSchema } from "./region.ts";
import { httpsUrlSchema, linkSchema, sitePathSchema } from "./safe-url.ts";

const textSchema = v.pipe(v.string(), v.minLength(1));

const footerNavigationSchema = v.strictObject({
  key: v.picklist(["SAFETY_SECURITY", "LEGAL", "GG_POLICY"]),
  children: v.array(
    v.strictObject({ key: textSchema, path: linkSchema, target: v.optional(v.literal("_blank")) }),
  ),
});

const footerLogoSchema = v.strictObject({
  width: v.number(),
  height: v.number(),
  label: textSchema,
  imagePath: sitePathSchema,
  url: linkSchema,
  target: v.optional(v.literal("_blank")),
});

const supportChatSchema = v.strictObject({
  language: textSchema,
  buttonId: textSchema,
  domainType: textSchema,
  communityEndpoint: httpsUrlSchema,
  configurationNames: v.array(textSchema),
  queueApiUrl: httpsUrlSchema,
  scriptUrl: httpsUrlSchema,
  orgId: textSchema,
  siteUrl: httpsUrlSchema,
  scrt2Url: httpsUrlSchema,
});

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

/** What every browser may know of a site (B237). Whatever is not listed here stays on the server. */
const publicEntries = {
  siteId: v.picklist(regionIds),
  regionCountryCode: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  brandAlias: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,32}$/)),
  /** Shown wherever the site names itself. */
  name: textSchema,
  separator: textSchema,
  /** Path, width and height (B034: 180 by 48). */
  logo: v.strictObject({ path: sitePathSchema, width: v.literal(180), height: v.literal(48) }),
  signUpUrl: httpsUrlSchema,
  contentsOrigin: httpsUrlSchema,
  minimumAge: v.picklist([18, 19, 21, 24]),
  helplineUrl: linkSchema,
  locales: v.pipe(v.array(localeSchema), v.minLength(1)),
  defaultLocale: v.string(),
  localeStrategy: v.picklist(localeStrategies),
  regions: v.array(regionSchema),
  footer: v.strictObject({
    navigations: v.array(footerNavigationSchema),
    logos: v.array(footerLogoSchema),
    awards: v.array(footerLogoSchema),
    licences: v.array(footerLogoSchema),
    sites: v.array(footerLogoSchema),
    socials: v.array(v.strictObject({ label: textSchema, link: httpsUrlSchema })),
  }),
  flags: featureFlagsSchema,
};

export const publicSiteConfigSchema = v.strictObject(publicEntries);
export type PublicSiteConfig = v.InferOutput<typeof publicSiteConfigSchema>;

/** One site, whole. A file of `shell/sites` each. */
export const siteConfigSchema = v.pipe(
  v.strictObject({
    ...publicEntries,
    /** The site's own https origin: canonical links and redirects are built from it, never from `Host`. */
    url: httpsUrlSchema,
    description: textSchema,
    /** Where a finder of a weakness reports it (RFC 9116). */
    securityContact: httpsUrlSchema,
    signUpSiteId: textSchema,
    /** Paths that lead elsewhere (B023), without locale prefix and with the last slash. */
    routeRules: v.optional(v.record(v.pipe(sitePathSchema, v.endsWith("/")), v.strictObject({ redirect: linkSchema }))),
    supportChat: supportChatSchema,
    /** Where installers live, per system and brand. Paths are built by the download service. */
    downloads: v.strictObject({ installerOrigin: httpsUrlSchema, mobilePageUrl: httpsUrlSchema }),
  }),
  v.check((site) => site.locales.some((locale) => locale.code === site.defaultLocale), "defaultLocale is not in locales"),
);
export type SiteConfig = v.InferOutput<typeof siteConfigSchema>;

/** The part of a configuration a browser receives. */
export function toPublicSiteConfig(site: SiteConfig): PublicSiteConfig {
  return v.parse(v.object(publicEntries), site);
}

/**
 * Parses a site's configuration.
 * @throws SiteError `CONFIG_INVALID` with the path of the first problem.
 */
export function parseSiteConfig(input: unknown): SiteConfig {
  const result = v.safeParse(siteConfigSchema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new SiteError("CONFIG_INVALID", { path: v.getDotPath(issue) ?? "(root)", problem: issue.message });
}
