import type { AnalyticsSettings, ConsentSettings } from "@site/contracts/site/site-config";

/** The head script's settings for a page: the vendors that the visitor's rule allows, and how to use them. */
export interface HeadSettings {
  consent?: ConsentSettings;
  analytics?: AnalyticsSettings;
  /** Whether tags start with every consent denied (B222). */
  isDefaultConsentEnabled?: boolean;
  /** Whether we tell the consent tool where the visitor is, so that it does not find it out itself (B223). */
  isOneTrustCustomStub?: boolean;
}
