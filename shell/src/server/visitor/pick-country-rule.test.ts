import type { GeoRules } from "@site/contracts/visitor/country-rule";
import { describe, expect, test } from "vitest";
import { pickCountryRule, pickStrictestRule } from "./pick-country-rule.ts";

const rules: GeoRules = {
  rules: {
    US: { ruleType: "BLOCKED" },
    AU: { ruleType: "WARNING" },
    CA: { ruleType: "WARNING" },
    "CA-ON": { ruleType: "WARNING" },
    "US-NV": { ruleType: "WARNING" },
    KP: { ruleType: "DENIED" },
  },
};

describe("the country rule for a place", () => {
  test.each([
    ["US", undefined, "blocked"],
    ["US", "CA", "blocked"],
    ["AU", undefined, "warning"],
    ["AU", "NSW", "warning"],
    ["PH", undefined, "none"],
    ["PH", "ON", "none"],
    ["KP", undefined, "denied"],
  ] as const)("B133 %s %s: %s", (country, region, rule) => {
    expect(pickCountryRule({ country, region }, rules, "GGPPH")).toBe(rule);
  });

  test("B133 a rule for a region comes before that of its country", () => {
    expect(pickCountryRule({ country: "US", region: "NV" }, rules, "GGPPH")).toBe("warning");
  });

  test("B143 Canada's region ON is Ontario", () => {
    expect(pickCountryRule({ country: "CA", region: "ON" }, rules, "GGPPH")).toBe("ontario");
    expect(pickCountryRule({ country: "CA", region: "ON" }, { rules: {} }, "GGPPH")).toBe("ontario");
  });

  test("B152 another region of Canada is not Ontario, nor is another country's ON", () => {
    expect(pickCountryRule({ country: "CA", region: "QC" }, rules, "GGPPH")).toBe("warning");
    expect(pickCountryRule({ country: "CA", region: undefined }, { rules: {} }, "GGPPH")).toBe("none");
    expect(pickCountryRule({ country: "US", region: "ON" }, rules, "GGPPH")).toBe("blocked");
  });

  test("B155 an unknown place has the rule none", () => {
    expect(pickCountryRule({ country: undefined, region: undefined }, rules, "GGPPH")).toBe("none");
    expect(pickCountryRule({ country: undefined, region: "ON" }, rules, "GGPPH")).toBe("none");
  });

  test.each([
    ["CA-ON", "BLOCKED", "blocked"],
    ["CA-ON", "DENIED", "denied"],
    ["CA", "BLOCKED", "blocked"],
    ["CA", "DENIED", "denied"],
  ] as const)("B141 B153 where %s is %s, Ontario is too: its notice does not lift a block", (key, ruleType, rule) => {
    expect(pickCountryRule({ country: "CA", region: "ON" }, { rules: { [key]: { ruleType } } }, "GGPPH")).toBe(rule);
  });

  test("B144 the Canadian site has no notice for Ontario, so a warning for Canada is shown there", () => {
    const place = { country: "CA", region: "ON" };
    expect(pickCountryRule(place, rules, "GGPCA")).toBe("warning");
    expect(pickCountryRule(place, { rules: {} }, "GGPCA")).toBe("ontario");
  });
});

describe("the country rule for a request whose place is ambiguous", () => {
  const [warned, blocked, denied, free] = ["AU", "US", "KP", "PH"].map((country) => ({ country, region: undefined }));
  const ontario = { country: "CA", region: "ON" };

  test.each([
    [[free, warned], "warning"],
    [[warned, ontario, free], "ontario"],
    [[blocked, ontario], "blocked"],
    [[blocked, denied], "denied"],
    [[free, free], "none"],
  ] as const)("is the strictest of the places it may be: %j is %s", (places, rule) => {
    expect(
      pickStrictestRule(
        places.flatMap((place) => place ?? []),
        rules,
        "GGPPH",
      ),
    ).toBe(rule);
  });

  test("is the strictest that any country has when the place is unreadable", () => {
    expect(pickStrictestRule("unreadable", rules, "GGPPH")).toBe("denied");
    expect(pickStrictestRule("unreadable", { rules: { AU: { ruleType: "WARNING" } } }, "GGPPH")).toBe("warning");
    expect(pickStrictestRule("unreadable", { rules: {} }, "GGPPH")).toBe("none");
  });
});
