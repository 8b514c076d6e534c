import { describe, expect, test } from "vitest";
import { countryRules } from "@site/contracts/country-rule";
import { pickWelcomeBonus } from "./welcome-bonus.ts";

describe("the Welcome Bonus", () => {
  test.each(countryRules.filter((rule) => rule !== "ontario"))(
    "B243 is a 100%% deposit match up to $600, or $100 free (%s)",
    (rule) => {
      const { match, free, joiner } = pickWelcomeBonus(rule);
      expect(match.text).toContain("100% deposit match");
      expect([match.figure, joiner, free.figure]).toEqual(["Up to $600", "or", "$100 free"]);
    },
  );

  test("B244 is up to $777 and $50 in Ontario, and the other figures are not said", () => {
    const bonus = pickWelcomeBonus("ontario");
    expect([bonus.match.figure, bonus.joiner, bonus.free.figure]).toEqual(["Up to $777", "and", "$50"]);
    expect(JSON.stringify(bonus)).not.toMatch(/600|100/);
  });
});
