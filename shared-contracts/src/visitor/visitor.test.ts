import * as v from "valibot";
import { parse } from "../wire/wire-schema.ts";
import { describe, expect, test } from "vitest";
import { isCountryCode } from "./country-code.ts";
import { type CountryRule, geoRulesSchema } from "./country-rule.ts";
import { type DeviceFlags, deviceFlagNames, deviceFlagsSchema, toDevice } from "./device.ts";
import { isBlocked } from "./visitor.ts";
import { visitorAnswerSchema } from "./visitor-answer.ts";

describe("a country", () => {
  test.each(["AD", "BA", "BZ", "CA", "FR", "GA", "KE", "KP", "NA", "SA", "UA", "US", "XK", "ZW", "ZZ"])(
    "B133 has the code %s",
    (code) => {
      expect(isCountryCode(code)).toBe(true);
    },
  );

  test.each(["", "us", "QQ", "XX", "USA", " US", "US CA", "A", "\n"])("B155 %j is no code of a country", (code) => {
    expect(isCountryCode(code)).toBe(false);
  });
});

const isRules = (input: unknown): boolean => v.is(geoRulesSchema, input);

describe("the rules of countries", () => {
  test.each(["BLOCKED", "WARNING", "DENIED"])("B133 may say %s of a country or of one of its regions", (ruleType) => {
    expect(isRules({ rules: { US: { ruleType }, "CA-ON": { ruleType } } })).toBe(true);
  });

  test.each(["us", "USA", "U", "CA-", "CA-O", "CA-ONT", "CA_ON", "XCA-ON", "CA-ON ", " US", "CA-on", "1A", "CA-12"])(
    "B133 do not take %j for a place",
    (place) => {
      expect(isRules({ rules: { [place]: { ruleType: "BLOCKED" } } })).toBe(false);
    },
  );

  test("B133 have no other rule, no other field, and at most 1,000 whitelisted addresses", () => {
    expect(isRules({ rules: { US: { ruleType: "NONE" } } })).toBe(false);
    expect(isRules({ rules: { US: { ruleType: "" } } })).toBe(false);
    expect(isRules({ rules: { US: {} } })).toBe(false);
    expect(isRules({})).toBe(false);
    expect(isRules({ rules: {}, other: 1 })).toBe(false);
    expect(isRules({ rules: {}, whitelist: ["203.0.113.7", "203.0.113.0/24"] })).toBe(true);
    expect(isRules({ rules: {}, whitelist: ["localhost"] })).toBe(false);
    expect(isRules({ rules: {}, whitelist: Array.from({ length: 1000 }, () => "203.0.113.7") })).toBe(true);
    expect(isRules({ rules: {}, whitelist: Array.from({ length: 1001 }, () => "203.0.113.7") })).toBe(false);
  });

  test("name what is wrong", () => {
    const { issues } = v.safeParse(geoRulesSchema, {
      rules: { Canada: { ruleType: "BLOCKED" } },
      whitelist: ["localhost"],
    });
    expect(issues?.map(({ message }) => message)).toEqual([
      "expected a country such as US, or CA-ON",
      "expected an address such as 203.0.113.7, or a range such as 203.0.113.0/24",
    ]);
  });
});

function flags(...names: (keyof DeviceFlags)[]): DeviceFlags {
  return v.parse(deviceFlagsSchema, Object.fromEntries(deviceFlagNames.map((name) => [name, names.includes(name)])));
}

const list = (device: object): string[] =>
  Object.entries(device).flatMap(([name, value]) => (value === true ? [name] : []));

describe("a device with its window", () => {
  test("B132 is an iPad when a Mac has a touch screen", () => {
    const device = toDevice(flags("isMacOS", "isDesktop", "isApple"), { width: 1024, touchPoints: 5 });
    expect(list(device).toSorted()).toEqual(["isApple", "isIos", "isMobileOrTablet", "isTablet"]);
  });

  test("B132 keeps its flags when it is a Mac without one, or another system with one", () => {
    for (const touchPoints of [0, 1])
      expect(list(toDevice(flags("isMacOS", "isDesktop"), { width: 1440, touchPoints }))).toEqual([
        "isDesktop",
        "isMacOS",
      ]);
    expect(list(toDevice(flags("isWindows", "isDesktop"), { width: 1440, touchPoints: 10 }))).toEqual([
      "isDesktop",
      "isWindows",
    ]);
  });

  test("B132 has the type of its screen by its width", () => {
    const types = [320, 1440].map((width) => toDevice(flags(), { width, touchPoints: 0 }).screen);
    expect(new Set(types).size).toBe(2);
  });
});

describe("whether a visitor is blocked", () => {
  test.each<[CountryRule, boolean]>([
    ["none", false],
    ["warning", false],
    ["ontario", false],
    ["blocked", true],
  ])("B133 follows from the rule %s: %s", (rule, isIt) => {
    expect(isBlocked({ rule })).toBe(isIt);
  });

  test("is what the server says, where it says so", () => {
    expect(isBlocked({ rule: "blocked", isBlocked: false })).toBe(false);
    expect(isBlocked({ rule: "none", isBlocked: true })).toBe(true);
  });
});

describe("what the server answers about a visitor", () => {
  const answer = { country: "PH", region: null, rule: "none", mainSite: null };
  const mainSite = { id: "GGPDE", countryName: "Germany", imagePath: "/x.webp" };

  test("is read with and without a notice and a site of the visitor's own country", () => {
    expect(parse(visitorAnswerSchema, answer)).toEqual(answer);
    expect(parse(visitorAnswerSchema, { ...answer, notice: "ontario", mainSite })).toEqual({
      ...answer,
      notice: "ontario",
      mainSite,
    });
  });

  test.each([
    { country: 7 },
    { region: 7 },
    { rule: null },
    { notice: "other" },
    { notice: null },
    { mainSite: {} },
    { mainSite: { ...mainSite, id: 7 } },
    { mainSite: { ...mainSite, countryName: undefined } },
    { mainSite: { ...mainSite, imagePath: null } },
  ])("is refused with %j", (wrong) => {
    expect(() => parse(visitorAnswerSchema, { ...answer, ...wrong })).toThrow();
  });
});
