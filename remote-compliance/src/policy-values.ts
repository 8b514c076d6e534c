import { formatAmount } from "@site/contracts/locale/amount";
import { type ContactPurpose, contactPurposes, pickContact, toContactLinks } from "@site/contracts/site/contact";
import type { IslandContext } from "@site/contracts/islands/island";
import { type LocalizedText, pickText } from "@site/contracts/locale/localized-text";

/** A link to an address: an email or a telephone number. */
export interface ContactLink {
  href: string;
  text: string;
}

/** The values of a policy's `{placeholders}` on this site, in the language of the policy (B288). */
export interface PolicyValues {
  /** `{name}`: a text. Missing for a fact that the site does not have. */
  texts: Record<string, string>;
  /** `{each name}`: its line is repeated for each text. */
  lists: Record<string, readonly string[]>;
  /** `{contact:purpose}`: the addresses, as links. */
  contacts: Record<string, readonly ContactLink[]>;
  /** `{if name}` ... `{end}`: the text between them is kept when the name is in this list, or is that of a text or of a list that is not empty. */
  conditions: readonly string[];
}

/** Adds generated content, such as the table of cookies, to a policy's Markdown before it is rendered. */
export type ToBody = (body: string, values: PolicyValues, language: string) => string;

/** The minimum ages of the brand's sites (B246). */
const minimumAges = [18, 19, 21, 24];

/**
 * The values for a site. Policies take every fact of the site from here.
 * @throws Error when the island did not request the needed data
 */
export function toPolicyValues(
  { site, data: { facts, legal, contacts, "used-vendors": vendors } }: Pick<IslandContext, "site" | "data">,
  language: string,
): PolicyValues {
  if (!facts || !legal || !contacts || !vendors)
    throw new Error("A policy names facts, legal, contacts and used-vendors in its data.");
  const text = (value: LocalizedText): string => pickText(value, language);
  const { ontario, currency, matchPercent, matchUpTo, free } = facts.bonus;
  return {
    texts: {
      siteName: site.name,
      minimumAge: String(site.minimumAge),
      otherAges: listAlternatives(
        minimumAges.filter((age) => age !== site.minimumAge),
        language,
      ),
      helplineUrl: site.helplineUrl,
      country: text(facts.country),
      playerLocation: text(facts.playerLocation),
      regulator: text(facts.regulator),
      law: text(legal.law),
      privacyAuthority: text(legal.privacyAuthority),
      ...(legal.maintenanceFee && { maintenanceFee: text(legal.maintenanceFee) }),
      matchPercent: String(matchPercent),
      matchUpTo: formatAmount(matchUpTo, currency, language),
      free: formatAmount(free, currency, language),
      ...(ontario && {
        ontarioMatchUpTo: formatAmount(ontario.matchUpTo, ontario.currency, language),
        ontarioFree: formatAmount(ontario.free, ontario.currency, language),
      }),
    },
    lists: { eligibility: legal.eligibility.map(text), acceptedDocuments: legal.acceptedDocuments.map(text) },
    contacts: Object.fromEntries(
      contactPurposes.map((purpose: ContactPurpose) => [purpose, toContactLinks(pickContact(contacts, purpose))]),
    ),
    conditions: [...vendors, ...(site.locales.length > 1 ? ["languages"] : [])],
  };
}

/** `18, 19 or 24`. British English is used, which has no comma before the last. */
function listAlternatives(ages: readonly number[], language: string): string {
  return new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "disjunction" }).format(ages.map(String));
}

/**
 * Prepares a policy's Markdown for a site: keeps or drops the text between `{if name}` and `{end}`, and repeats a line with `{each name}` for each
 * text of the list, as `{name.0}`, `{name.1}` and so on. Values are filled in later.
 */
export function pickClauses(body: string, { texts, lists, conditions }: PolicyValues): string {
  const holds = (name: string): boolean =>
    conditions.includes(name) || Object.hasOwn(texts, name) || (lists[name] ?? []).length > 0;
  return body
    .replaceAll(/\{if (\w+)\}\n?([\s\S]*?)\{end\}/g, (_whole, name: string, inner: string) =>
      holds(name) ? inner : "",
    )
    .replaceAll(/^(.*)\{each (\w+)\}(.*)\n/gm, (whole, before: string, name: string, after: string) => {
      const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
      if (!list) throw new Error(`There is no list for ${whole.trim()}; there are ${Object.keys(lists).join(", ")}.`);
      return list.map((_text, index) => `${before}{${name}.${index}}${after}\n`).join("");
    });
}

/**
 * Fills the values into a text. The result is plain text: escape it before it becomes HTML.
 * @throws Error for an unknown placeholder, which stops the release
 */
export function fillPlaceholders(text: string, { texts, lists }: Pick<PolicyValues, "texts" | "lists">): string {
  return text.replaceAll(/\{(\w+)(?:\.(\d+))?\}/g, (whole, name: string, index: string | undefined) => {
    const from: Record<string, string | readonly string[]> = index === undefined ? texts : lists;
    const found = Object.hasOwn(from, name) ? from[name] : undefined;
    const value = typeof found === "string" ? found : found?.[Number(index)];
    if (value === undefined)
      throw new Error(`There is no value for ${whole}; there are ${Object.keys(from).join(", ")}.`);
    return value;
  });
}
