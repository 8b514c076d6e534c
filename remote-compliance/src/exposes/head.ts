import { defineHead } from "@site/contracts/react/define-head";
import type { Vendor } from "@site/contracts/site/vendor";
import type { HeadSettings } from "../head-settings.ts";

/** Consent and analytics: settings that the visitor's country rule allows, for the plain script in `head.browser.ts`. */
export const head = defineHead({
  vendors: ["consent", "analytics"],
  render({ site, visitor, vendors }) {
    const { analytics } = vendors;
    // Canada's law does not require consent, so pages for Ontario do not allow the consent tool's hosts.
    const consent = visitor.rule === "ontario" ? undefined : vendors.consent;
    const needed: Vendor[] = [...(consent ? ["consent" as const] : []), ...(analytics ? ["analytics" as const] : [])];
    if (needed.length === 0) return undefined;
    const { isDefaultConsentEnabled, isOneTrustCustomStub } = site.flags;
    const settings: HeadSettings = {
      ...(consent && { consent }),
      ...(analytics && { analytics }),
      ...(isDefaultConsentEnabled && { isDefaultConsentEnabled }),
      ...(isOneTrustCustomStub && { isOneTrustCustomStub }),
    };
    return { vendors: needed, settings: { ...settings } };
  },
});
