import { isCountryCode, unknownCountry } from "../visitor/country-code.ts";
import type { GeoRules } from "../visitor/country-rule.ts";
import type { Ambassadors } from "./ambassador.ts";
import type { DownloadLinks } from "./download-link.ts";
import type { NavigationEntry, Navigations } from "./navigation.ts";

/** A part of a document that its schema accepts and nothing can be done with. */
export interface Unusable {
  /** Such as `items.2.label`. */
  path: string;
  problem: string;
}

/**
 * The first part of a valid document that could not be used: a text that no page can show, or a country that no visitor comes from. This is beside
 * the schemas, by which teams parse as well and which are not narrowed within a major version of the contract.
 */
export function findUnusable(
  document: Navigations | Ambassadors | GeoRules | DownloadLinks | { checksums: object },
): Unusable | undefined {
  if ("items" in document) return findInItems(document.items, "items");
  if ("ambassadors" in document)
    return findFirst(document.ambassadors, ({ name }, index) => findInText(`ambassadors.${index}.name`, name));
  if ("rules" in document) return findFirst(Object.keys(document.rules), findInRule);
  if ("brands" in document)
    return findFirst(Object.entries(document.brands), ([brand, platforms]) =>
      findFirst(Object.entries(platforms), ([platform, places]) =>
        findFirst(Object.keys(places), (place) => findInPlace(`brands.${brand}.${platform}.${place}`, place)),
      ),
    );
  return undefined;
}

function findFirst<T>(all: readonly T[], find: (one: T, index: number) => Unusable | undefined): Unusable | undefined {
  for (const [index, one] of all.entries()) {
    const found = find(one, index);
    if (found) return found;
  }
  return undefined;
}

function findInItems(items: readonly NavigationEntry[], place: string): Unusable | undefined {
  return findFirst(items, ({ label, badge, translations = {}, children }, index) => {
    const at = `${place}.${index}`;
    const texts = [
      [at, { label, badge }] as const,
      ...Object.entries(translations).map(([locale, texts]) => [`${at}.translations.${locale}`, texts] as const),
    ];
    return (
      findFirst(
        texts,
        ([path, one]) => findInText(`${path}.label`, one.label) ?? findInText(`${path}.badge`, one.badge),
      ) ?? findInItems(children, `${at}.children`)
    );
  });
}

/**
 * A control character, half of a surrogate pair, or a character that reverses the direction of the text after it. The marks of direction that Arabic and
 * Hebrew are written with are allowed.
 */
const unshowable = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/** A visible character. A link whose text has none could not be seen, and would have no name for screen readers. */
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Half of a surrogate pair in one label would keep the header of every page from being rendered. */
function findInText(path: string, text: string | undefined): Unusable | undefined {
  if (text === undefined) return undefined;
  if (unshowable.test(text))
    return { path, problem: "it has a line break, another control character or a broken one; write it in one line" };
  if (!seen.test(text)) return { path, problem: "it has no letter, number or sign, so nothing of it could be seen" };
  return undefined;
}

function findInRule(place: string): Unusable | undefined {
  const country = place.slice(0, 2);
  const path = `rules.${place}`;
  if (country === unknownCountry)
    return { path, problem: `${country} is an unknown country, and its visitors are under no rule` };
  if (isCountryCode(country)) return undefined;
  // Often written for the United Kingdom, whose code is GB.
  const advice = country === "UK" ? "; write GB" : "";
  return { path, problem: `${country} is no country of ISO 3166, so no visitor would be under this rule${advice}` };
}

function findInPlace(path: string, place: string): Unusable | undefined {
  const problem = "expected an ISO 3166 country such as GB, or ZZ for every other country";
  return isCountryCode(place) ? undefined : { path, problem };
}
