import type { PublicSiteConfig } from "@site/contracts/site-config";

/** What a policy's `{placeholders}` stand for on this site. */
export type PolicyValues = Record<string, string>;

/** The values for a site. Its documents name the site and its minimum age nowhere else (B246). */
export function toPolicyValues(site: Pick<PublicSiteConfig, "name" | "minimumAge" | "helplineUrl">): PolicyValues {
  return { siteName: site.name, minimumAge: String(site.minimumAge), helplineUrl: site.helplineUrl };
}

/**
 * Puts the values into a text. The result is plain text: escape it before it becomes HTML.
 * @throws Error for a placeholder nobody knows, so that a slip of the pen never reaches a visitor.
 */
export function fillPlaceholders(text: string, values: PolicyValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`There is no value for ${whole}; there are ${Object.keys(values).join(", ")}.`);
    return value;
  });
}
