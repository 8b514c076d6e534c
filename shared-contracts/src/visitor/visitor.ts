import type { CountryRule } from "./country-rule.ts";

/** What an island is told of the visitor. */
export interface Visitor {
  rule: CountryRule;
  /** On the server alone, where reading it is told apart from reading the rule. Ask {@link isBlocked}. */
  isBlocked?: boolean;
}

/**
 * Whether a visitor's country is blocked (B133). An island that asks nothing else of its visitor is rendered once for all other rules,
 * so ask this and not the rule where it is enough.
 */
export function isBlocked(visitor: Visitor): boolean {
  return visitor.isBlocked ?? visitor.rule === "blocked";
}
