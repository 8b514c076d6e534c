import type { AnalyticsSettings, ConsentSettings } from "@site/contracts/site/site-config";

/** The head script's settings for a page: the vendors that the visitor's country rule allows, and their options. */
export interface HeadSettings {
  consent?: ConsentSettings;
  analytics?: AnalyticsSettings;
  /** Whether tags start with every consent denied (B222). */
  isDefaultConsentEnabled?: boolean;
  /** Whether the page tells the consent tool the visitor's place, so that the tool does not detect it (B223). */
  isOneTrustCustomStub?: boolean;
}
