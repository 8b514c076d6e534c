import { type CountryRule, countryRules } from "@site/contracts/visitor/country-rule";

/** The header in which a reverse proxy names the requested page variant: a country rule or `denied`, and the set. */
export const variantHeader = "site-variant";

/** The sets that visitors are assigned to. */
const visitorChannels = ["stable", "canary"] as const;

/** The set of a page: one that visitors are assigned to, or a tester's own, which is never cached. */
export type VisitorChannel = (typeof visitorChannels)[number] | "override";

/** The properties of a visitor that pages depend on. */
export interface Variant {
  rule: CountryRule | "denied";
  /** `own` is for one request alone, such as for a page that sets a cookie. */
  channel: VisitorChannel | "own";
}

const variants = new Map<string, Variant>(
  ([...countryRules, "denied"] as const).flatMap((rule) =>
    visitorChannels.map((channel) => [toVariant({ rule, channel }), { rule, channel }] as const),
  ),
);

/** A variant as the header names it: `warning`, and `warning.canary` for visitors who get the canary. */
export function toVariant({ rule, channel }: Variant): string {
  return channel === "stable" ? rule : `${rule}.${channel}`;
}

/** The variant that the header names; undefined when the header is missing, doubled or names no variant. */
export function parseVariant(value: string | string[] | undefined): Variant | undefined {
  return typeof value === "string" ? variants.get(value) : undefined;
}
