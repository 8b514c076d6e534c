import type { CountryRule } from "@site/contracts/country-rule";

/** The two ways the Welcome Bonus is paid. */
export interface WelcomeBonus {
  match: { figure: string; text: string };
  free: { figure: string; text: string };
  /** How the two stand to each other. */
  joiner: "or" | "and";
}

/** The Welcome Bonus as it is told where the visitor is (B243; B244 in Ontario). */
export function pickWelcomeBonus(rule: CountryRule): WelcomeBonus {
  if (rule === "ontario") {
    return {
      match: { figure: "Up to $777", text: "Matched with your first deposit." },
      free: { figure: "$50", text: "To find your way around the tables." },
      joiner: "and",
    };
  }
  return {
    match: { figure: "Up to $600", text: "A 100% deposit match: we add as much as you put in, up to $600." },
    free: { figure: "$100 free", text: "For those who would rather start small: $100 to find your way around." },
    joiner: "or",
  };
}
