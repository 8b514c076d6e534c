import { consentCountries } from "@site/contracts/visitor/consent-countries";
import type { BeaconChannel, MeasureRequest } from "../../layout/beacon.ts";

export interface MeasureConditions {
  /** The share of documents that are measured while there is no canary, from 0 to 1; with 0 no document is ever measured. */
  share: number;
  /** A number from 0 to below 1, drawn by chance. */
  chance: number;
  /** The set that the visitor's bucket assigns; `none` without a bucket. Undefined while there is no canary. */
  channel: BeaconChannel | undefined;
  /** ISO 3166; undefined when it is not known. */
  country: string | undefined;
  isCrawler: boolean;
  /** Whether the browser sends Global Privacy Control: the visitor refuses to be measured, which is binding by the law of some countries. */
  hasRefused: boolean;
}

/**
 * Whether a document is measured, and in which group. While there is a canary, every document of a visitor with a bucket is. Documents of first
 * visits, which have no bucket, are measured at the usual share and not compared, because all of them show the stable set.
 */
export function pickMeasure({
  share,
  chance,
  channel = "none",
  country,
  isCrawler,
  hasRefused,
}: MeasureConditions): MeasureRequest | undefined {
  const isDrawn = channel === "none" ? chance < share : share > 0;
  if (!isDrawn || isCrawler || hasRefused) return undefined;
  return { channel, needsConsent: country !== undefined && consentCountries.includes(country) };
}
