import { expect, test } from "vitest";
import { parseWrittenDocument } from "./written-document.ts";

const toSource = (key: string): string =>
  JSON.stringify({ rules: { US: { ruleType: "BLOCKED" }, [key]: { ruleType: "BLOCKED" } } });

test.each(["GB", "CA-ON", "US-NV", "XK"])("a rule for %s is accepted", (key) => {
  expect(parseWrittenDocument("geo-rules", toSource(key))).toEqual(JSON.parse(toSource(key)));
});

test.each([
  ["UK", "UK is no country of ISO 3166, so no visitor would be under this rule; write GB"],
  ["EU", "EU is no country of ISO 3166, so no visitor would be under this rule"],
  ["QQ-ON", "QQ is no country of ISO 3166, so no visitor would be under this rule"],
  ["ZZ", "ZZ is an unknown country, and its visitors are under no rule"],
])("a rule for %s, under which no visitor would be, is refused", (key, problem) => {
  expect(() => parseWrittenDocument("geo-rules", toSource(key))).toThrow(
    expect.objectContaining({
      code: "DATA_DOCUMENT_INVALID",
      details: { document: "geo-rules", path: `rules.${key}`, problem },
    }),
  );
});
