import { countryRules } from "@site/contracts/visitor/country-rule";
import { fakeData } from "@site/contracts/testing/fake-site";
import { describe, expect, test } from "vitest";
import { pickWelcomeBonus } from "./welcome-bonus.ts";

const { bonus } = fakeData.facts;

describe("the Welcome Bonus", () => {
  test.each(countryRules.filter((rule) => rule !== "ontario"))(
    "B243 is a 100%% deposit match up to $600, or $100 free (%s)",
    (rule) => {
      const { match, free, joiner } = pickWelcomeBonus(bonus, rule, "en");
      expect(match.text).toContain("100% deposit match");
      expect([match.figure, joiner, free.figure]).toEqual(["Up to $600", "or", "$100 free"]);
    },
  );

  test("B244 is up to $777 and $50 in Ontario, without the figures of other countries", () => {
    const ontario = pickWelcomeBonus(bonus, "ontario", "en");
    expect([ontario.match.figure, ontario.joiner, ontario.free.figure]).toEqual(["Up to $777", "and", "$50"]);
    expect(JSON.stringify(ontario)).not.toMatch(/600|100/);
  });

  test("B288 is the site's own offer, in its own currency", () => {
    const { match, free } = pickWelcomeBonus(
      { currency: "BRL", matchPercent: 50, matchUpTo: 3000, free: 500 },
      "none",
      "en",
    );
    expect([match.figure, match.text, free.figure]).toEqual([
      "Up to R$3,000",
      "A 50% deposit match, up to R$3,000.",
      "R$500 free",
    ]);
  });

  test("B288 is the site's own offer in Ontario too, where the site has none for it", () => {
    expect(
      pickWelcomeBonus({ currency: "USD", matchPercent: 100, matchUpTo: 600, free: 100 }, "ontario", "en").match.figure,
    ).toBe("Up to $600");
  });
});
