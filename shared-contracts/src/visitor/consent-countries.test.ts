import { expect, test } from "vitest";
import { consentCountries } from "./consent-countries.ts";

/** ISO 3166 codes by the law that asks for consent. */
const byLaw = {
  "the European Union": "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK",
  "the European Economic Area beside it": "IS LI NO",
  "the United Kingdom": "GB",
  "territories in which the Union's law applies": "AX GF GP MQ RE YT MF",
};

test.each(Object.entries(byLaw))("B220 visitors are asked for consent in every country of %s", (_law, codes) => {
  expect(consentCountries).toEqual(expect.arrayContaining(codes.split(" ")));
});

test.each(["PH", "BR", "US", "CA", "CH", "NC", "PF", "GL", "FO"])(
  "B220 visitors in %s are not asked for consent",
  (code) => {
    expect(consentCountries).not.toContain(code);
  },
);
