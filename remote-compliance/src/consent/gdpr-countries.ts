/**
 * Where a visitor has to be asked for consent (B220), by ISO 3166 code: the 27 countries of the European Union, Iceland,
 * Liechtenstein, Norway, the United Kingdom, and the territories with a code of their own in which the Union's law applies.
 */
export const gdprCountries: readonly string[] = [
  "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
  "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
  "IS", "LI", "NO", "GB",
  "AX", "GF", "GP", "MQ", "RE", "YT", "MF",
];
