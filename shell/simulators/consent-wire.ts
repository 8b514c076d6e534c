/** How the consent tool is to behave once its script runs; its settings' file says so. */
export interface ConsentBehaviour {
  answer: "fine" | "slow" | "twice" | "out-of-order" | "silent";
}

/** The settings' file of a site: what the script asks for first. */
export interface ConsentSettingsFile extends ConsentBehaviour {
  /** Countries whose visitors are shown the banner at first. */
  countries: readonly string[];
}

/** Where the tool finds its visitor to be: its own answer, or the page's. */
export interface GeolocationResponse {
  countryCode: string;
  stateCode: string;
}
