import { formatAmount } from "@site/contracts/locale/amount";
import type { CountryRule } from "@site/contracts/visitor/country-rule";
import type { SiteFacts } from "@site/contracts/site/site-facts";
import { bonusWords } from "./bonus-words.ts";

/** The two ways the Welcome Bonus is paid. */
export interface WelcomeBonus {
  match: { figure: string; text: string };
  free: { figure: string; text: string };
  /** The word between the two ways: `or`, `and`. */
  joiner: string;
}

/**
 * The site's Welcome Bonus at the visitor's place (B243; B244 in Ontario). A site without an offer for Ontario shows its own there too.
 * @param language of the copy, such as `en`, which decides the format of amounts
 */
export function pickWelcomeBonus(
  { currency, matchPercent, matchUpTo, free, ontario }: SiteFacts["bonus"],
  rule: CountryRule,
  language: string,
): WelcomeBonus {
  const words = bonusWords[language] ?? bonusWords.en;
  if (rule === "ontario" && ontario) {
    return {
      match: {
        figure: words.upTo(formatAmount(ontario.matchUpTo, ontario.currency, language)),
        text: words.ontarioMatch,
      },
      free: { figure: formatAmount(ontario.free, ontario.currency, language), text: words.ontarioFree },
      joiner: words.and,
    };
  }
  const [matched, given] = [formatAmount(matchUpTo, currency, language), formatAmount(free, currency, language)];
  return {
    match: { figure: words.upTo(matched), text: words.match(matchPercent, matched) },
    free: { figure: words.free(given), text: words.freeText(given) },
    joiner: words.or,
  };
}
