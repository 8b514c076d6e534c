import { formatAmount } from "@site/contracts/amount";
import type { CountryRule } from "@site/contracts/country-rule";
import type { SiteFacts } from "@site/contracts/site-facts";

/** The two ways the Welcome Bonus is paid. */
export interface WelcomeBonus {
  match: { figure: string; text: string };
  free: { figure: string; text: string };
  /** How the two stand to each other. */
  joiner: "or" | "and";
}

/**
 * The site's Welcome Bonus as it is told where the visitor is (B243; B244 in Ontario). A site without an offer for Ontario
 * tells its own there too.
 * @param language of the copy, such as `en`: amounts are written as there
 */
export function pickWelcomeBonus({ currency, matchPercent, matchUpTo, free, ontario }: SiteFacts["bonus"], rule: CountryRule, language: string): WelcomeBonus {
  if (rule === "ontario" && ontario) {
    const format = (amount: number): string => formatAmount(amount, ontario.currency, language);
    return {
      match: { figure: `Up to ${format(ontario.matchUpTo)}`, text: "Matched with your first deposit." },
      free: { figure: format(ontario.free), text: "To find your way around the tables." },
      joiner: "and",
    };
  }
  const format = (amount: number): string => formatAmount(amount, currency, language);
  return {
    match: { figure: `Up to ${format(matchUpTo)}`, text: `A ${matchPercent}% deposit match${matchPercent === 100 ? ": we add as much as you put in" : ""}, up to ${format(matchUpTo)}.` },
    free: { figure: `${format(free)} free`, text: `For those who would rather start small: ${format(free)} to find your way around.` },
    joiner: "or",
  };
}
