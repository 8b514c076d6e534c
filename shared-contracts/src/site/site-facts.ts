import * as v from "valibot";
import type { Contacts } from "./contact.ts";
import type { Label, LocalizedText } from "../locale/localized-text.ts";

const textSchema = v.pipe(v.string(), v.minLength(1));
const amountSchema = v.pipe(v.number(), v.integer(), v.minValue(1));
const currencySchema = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, "expected a currency such as USD"));

/** Texts by locale code, English among them. */
export const localizedTextSchema = v.objectWithRest({ en: textSchema }, textSchema) satisfies v.GenericSchema<
  unknown,
  LocalizedText
>;

/** A text that is the same in every language, or one for each. */
export const labelSchema = v.union([textSchema, localizedTextSchema]) satisfies v.GenericSchema<unknown, Label>;

const contactSchema = v.pipe(
  v.strictObject({
    email: v.optional(v.pipe(v.string(), v.email())),
    telephone: v.optional(
      v.pipe(v.string(), v.regex(/^\+[1-9](?: ?\d){6,14}$/, "expected a number such as +44 1632 960123")),
    ),
    hours: v.optional(localizedTextSchema),
  }),
  v.check(
    ({ email, telephone }) => email !== undefined || telephone !== undefined,
    "a contact needs an email or a telephone",
  ),
);

/** Whom a visitor can reach (B286). */
export const contactsSchema = v.strictObject({
  support: contactSchema,
  complaints: v.optional(contactSchema),
  dataProtection: v.optional(contactSchema),
  talent: v.optional(contactSchema),
  security: v.optional(contactSchema),
}) satisfies v.GenericSchema<unknown, Contacts>;

/** What differs between two sites in what their pages say (B288). The minimum age stands in the public part. */
export const siteFactsSchema = v.strictObject({
  /** The country as a sentence names it: `the Philippines`; for a site of no country, words that fit in its place. */
  country: localizedTextSchema,
  /** Where the site is offered, as it follows "online poker" and "adults": `in the Philippines`. */
  market: localizedTextSchema,
  /** Where one player has to be, as it follows "you are": `in the Philippines`. */
  playerLocation: localizedTextSchema,
  /** A description, never a name or a licence number: `the national gaming regulator of the Philippines`. */
  regulator: localizedTextSchema,
  /** What accounts are kept in: prices of the site are in it. */
  currency: currencySchema,
  /** The Welcome Bonus (B243), and what visitors from Ontario read in its place (B244). Whole units of the currency. */
  bonus: v.strictObject({
    currency: currencySchema,
    matchPercent: amountSchema,
    matchUpTo: amountSchema,
    free: amountSchema,
    ontario: v.optional(v.strictObject({ currency: currencySchema, matchUpTo: amountSchema, free: amountSchema })),
  }),
});
export type SiteFacts = v.InferOutput<typeof siteFactsSchema>;

/** What only the policies state, and what differs between two sites there (B288). */
export const legalFactsSchema = v.strictObject({
  /** As it follows "these terms follow": `the law of the Republic of the Philippines`. */
  law: localizedTextSchema,
  /** As it follows "complain to". */
  privacyAuthority: localizedTextSchema,
  /** What the law of the place asks beyond age and place, each as it follows "you are" (B259). */
  eligibility: v.array(localizedTextSchema),
  /** Documents that prove who a player is (B261). */
  acceptedDocuments: v.pipe(v.array(localizedTextSchema), v.minLength(1)),
  /** What a dormant account may cost in a month, in words: `500 pesos` (B269). A site without one charges nothing. */
  maintenanceFee: v.optional(localizedTextSchema),
});
export type LegalFacts = v.InferOutput<typeof legalFactsSchema>;

/** The certificate that the record-holder badge opens (B087). */
export const certificateSchema = v.strictObject({
  record: localizedTextSchema,
  /** The day it was set, such as `2024-02-29`. */
  date: v.pipe(v.string(), v.isoDate()),
  verifier: localizedTextSchema,
});
export type Certificate = v.InferOutput<typeof certificateSchema>;

/** The paths of texts that lack one of the locales: `legal.law.pt-br`. A text is an object whose `en` is a string. */
export function listMissingTexts(value: unknown, locales: readonly string[], path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (isLocalizedText(value))
    return locales.filter((code) => !Object.hasOwn(value, code)).map((code) => `${path}.${code}`);
  return Object.entries(value).flatMap(([name, inner]) => listMissingTexts(inner, locales, `${path}.${name}`));
}

function isLocalizedText(value: object): value is LocalizedText {
  return "en" in value && typeof value.en === "string";
}
