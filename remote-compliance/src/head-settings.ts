import type { AnalyticsSettings, ConsentSettings } from "@site/contracts/site/site-config";

/** What the server tells the head script of a page: the vendors this visitor's rule allows, and how to use them. */
export interface HeadSettings {
  consent?: ConsentSettings;
  analytics?: AnalyticsSettings;
  /** Whether tags start with every consent denied (B222). */
  isDefaultConsentEnabled?: boolean;
  /** Whether the consent tool is told where the visitor is, instead of asking by itself (B223). */
  isOneTrustCustomStub?: boolean;
}
