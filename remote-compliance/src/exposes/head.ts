import { defineHead } from "@site/contracts/react/define-head";
import type { HeadSettings } from "../head-settings.ts";

/** Consent and analytics: what the visitor's rule allows, for the plain script in `head.browser.ts`. */
export const head = defineHead({
  vendors: ["consent", "analytics"],
  render({ site, visitor, vendors }) {
    // Ontario is in Canada, whose law asks nobody: its pages need not even allow the consent tool.
    const consent = visitor.rule === "ontario" ? undefined : vendors.consent;
    const { analytics } = vendors;
    if (!consent && !analytics) return undefined;
    const settings: HeadSettings = {
      ...(consent && { consent }),
      ...(analytics && { analytics }),
      isDefaultConsentEnabled: site.flags.isDefaultConsentEnabled,
      isOneTrustCustomStub: site.flags.isOneTrustCustomStub,
    };
    return { vendors: [...(consent ? (["consent"] as const) : []), ...(analytics ? (["analytics"] as const) : [])], settings: { ...settings } };
  },
});
