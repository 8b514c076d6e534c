/** The configured behaviour of the consent tool's script, in its settings file. */
export interface ConsentBehaviour {
  answer: "fine" | "slow" | "twice" | "out-of-order" | "silent";
}

/** The settings file of a site, which the script requests first. */
export interface ConsentSettingsFile extends ConsentBehaviour {
  /** Countries whose visitors see the banner at first. */
  countries: readonly string[];
}

/** The visitor's place: by the tool's own detection, or by the page. */
export interface GeolocationResponse {
  countryCode: string;
  stateCode: string;
}
