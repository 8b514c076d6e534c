import { type CountryRule, countryRules } from "@site/contracts/visitor/country-rule";

/** The header in which a reverse proxy names the page variant it asks for: a country rule, or `denied`. */
export const variantHeader = "site-variant";

const variants: readonly (CountryRule | "denied")[] = [...countryRules, "denied"];

/** The variant that the header names; undefined when the header is missing, doubled or names no variant. */
export function parseVariant(value: string | string[] | undefined): CountryRule | "denied" | undefined {
  return variants.find((variant) => variant === value);
}
