import { type CountryRule, countryRules } from "@site/contracts/visitor/country-rule";

/** The header in which a front says which variant of a page it asks for: the name of a country rule, or `denied`. */
export const variantHeader = "site-variant";

/** What a front may ask for. */
const variants: readonly (CountryRule | "denied")[] = [...countryRules, "denied"];

/** The variant a front names, or undefined: a doubled or made-up value says nothing. */
export function parseVariant(value: string | string[] | undefined): CountryRule | "denied" | undefined {
  return variants.find((variant) => variant === value);
}
