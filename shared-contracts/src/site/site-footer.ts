import * as v from "valibot";
import { type Label, pickLabel } from "../locale/localized-text.ts";
import { httpsUrlSchema, linkSchema, sitePathSchema } from "./safe-url.ts";
import { labelSchema } from "./site-facts.ts";

const textSchema = v.pipe(v.string(), v.minLength(1));

const footerNavigationSchema = v.strictObject({
  key: v.picklist(["SAFETY_SECURITY", "LEGAL", "GG_POLICY"]),
  children: v.array(v.strictObject({ key: textSchema, path: linkSchema, target: v.optional(v.literal("_blank")) })),
});

const footerLogoSchema = v.strictObject({
  width: v.number(),
  height: v.number(),
  label: labelSchema,
  imagePath: sitePathSchema,
  /** A picture with words in it is one for each language: these replace `imagePath` in pages of theirs. */
  localizedImagePaths: v.optional(v.record(v.string(), sitePathSchema)),
  url: linkSchema,
  target: v.optional(v.literal("_blank")),
});

/** A site's footer, as its configuration has it. */
export const footerSchema = v.strictObject({
  navigations: v.array(footerNavigationSchema),
  logos: v.array(footerLogoSchema),
  awards: v.array(footerLogoSchema),
  licences: v.array(footerLogoSchema),
  sites: v.array(footerLogoSchema),
  socials: v.array(v.strictObject({ label: labelSchema, link: httpsUrlSchema })),
});
type FooterConfig = v.InferOutput<typeof footerSchema>;

/** Entries with the label of one language. */
type Labelled<E> = (Omit<E, "label"> & { label: string })[];
/** Logos with the label and the picture of one language. */
type Pictured = Labelled<Omit<FooterConfig["logos"][number], "localizedImagePaths">>;

/** What a site's footer shows in a language. It is public, but only the island that draws it gets it (B088-B094). */
export interface SiteFooter {
  navigations: FooterConfig["navigations"];
  logos: Pictured;
  awards: Pictured;
  licences: Pictured;
  sites: Pictured;
  socials: Labelled<FooterConfig["socials"][number]>;
}

/** A configured footer with its labels and pictures in a language. */
export function localizeFooter(
  { navigations, logos, awards, licences, sites, socials }: FooterConfig,
  language: string,
): SiteFooter {
  const label = <E extends { label: Label }>(entries: readonly E[]): Labelled<E> =>
    entries.map((entry) => ({ ...entry, label: pickLabel(entry.label, language) }));
  const picture = (entries: FooterConfig["logos"]): Pictured =>
    label(entries).map(({ localizedImagePaths = {}, ...entry }) => ({
      ...entry,
      imagePath: localizedImagePaths[language] ?? entry.imagePath,
    }));
  return {
    navigations,
    logos: picture(logos),
    awards: picture(awards),
    licences: picture(licences),
    sites: picture(sites),
    socials: label(socials),
  };
}
