import { createFakeContext } from "@site/contracts/testing/fake-site";
import type { AnalyticsSettings, ConsentSettings } from "@site/contracts/site/site-config";
import { describe, expect, test } from "vitest";
import { head } from "./exposes/head.ts";

const consent: ConsentSettings = {
  id: "5e0c0de0-51ee-4c0d-8e11-0123456789ab",
  scriptUrl: "https://consent.example/otSDKStub.js",
};
const analytics: AnalyticsSettings = {
  tagManagerId: "GTM-ABC1234",
  scriptUrl: "https://tags.example/gtm.js",
  pageEvent: "content-view",
};

describe("what a page carries of consent and analytics", () => {
  test("is nothing where the site has neither", () => {
    expect(head.render(createFakeContext({ vendors: {} }))).toBeUndefined();
  });

  test("B220 B224 is the settings of those it has, and of its flags those that are set", () => {
    const context = createFakeContext({ vendors: { consent, analytics } });
    expect(head.render(context)).toEqual({ vendors: ["consent", "analytics"], settings: { consent, analytics } });
    expect(head.render({ ...context, vendors: { analytics } })).toEqual({
      vendors: ["analytics"],
      settings: { analytics },
    });
    const flags = { ...context.site.flags, isDefaultConsentEnabled: true, isOneTrustCustomStub: true };
    expect(head.render({ ...context, site: { ...context.site, flags } })?.settings).toEqual({
      consent,
      analytics,
      isDefaultConsentEnabled: true,
      isOneTrustCustomStub: true,
    });
  });

  test("B220 is no consent tool in Ontario, where no law asks for one", () => {
    const context = createFakeContext({ vendors: { consent, analytics }, visitor: { rule: "ontario" } });
    expect(head.render(context)).toEqual({ vendors: ["analytics"], settings: { analytics } });
    expect(head.render({ ...context, vendors: { consent } })).toBeUndefined();
  });
});
