import { expect, test } from "vitest";
import { isConsentRefused } from "./refused-consent.ts";

test("B220 a group is refused when the consent tool's cookie says so, encoded or not, and not without the cookie", () => {
  const value = "isGpcEnabled=0&datestamp=Sun+Nov+29+2026&groups=C0001%3A1%2CC0002%3A0%2CC0004%3A1";
  for (const cookies of [
    `closeRM=1; OptanonConsent=${value}`,
    `OptanonConsent=${decodeURIComponent(value)}; closeRM=1`,
  ]) {
    expect(isConsentRefused("C0002", cookies), cookies).toBe(true);
    expect(isConsentRefused("C0001", cookies), cookies).toBe(false);
    expect(isConsentRefused("C0004", cookies), cookies).toBe(false);
    expect(isConsentRefused("C0003", cookies), cookies).toBe(false);
  }
  expect(isConsentRefused("C0002", "")).toBe(false);
  expect(isConsentRefused("C0002", "OtherConsent=C0002:0")).toBe(false);
});
