import { canaryCookie, closeRegionCookie, consentCookie, localeCookie, overrideCookie, reloadedKey } from "./cookie-names.ts";
import type { Vendor } from "./vendor.ts";

/** One thing the site keeps in a visitor's browser. The cookie policy's table is made from this list. */
export interface SiteCookie {
  name: string;
  purpose: string;
  lifetime: string;
  kind: "Necessary" | "Preference" | "Consent";
  /** The vendor that sets it: a site that does not use the vendor does not have it. */
  vendor?: Vendor;
}

/** Everything the site itself keeps: the same names its code sets and reads. */
export const siteCookies: readonly SiteCookie[] = [
  {
    // B139, B145, B156
    name: closeRegionCookie,
    purpose: "Remembers, with the value 1, that you closed a notice about your region, so that it is not shown again. The same note is kept in your browser's storage.",
    lifetime: "Until you clear your browser's data",
    kind: "Necessary",
  },
  {
    // B178, B181
    name: localeCookie,
    purpose: "Remembers the language you chose, or the one found on your first visit.",
    lifetime: "365 days",
    kind: "Preference",
  },
  {
    name: canaryCookie,
    purpose: "Holds a number from 0 to 99, drawn at random. It decides whether you are among the first visitors to see a new version of a page, and keeps that the same between pages.",
    lifetime: "Until you clear your browser's data",
    kind: "Necessary",
  },
  {
    // B190
    name: reloadedKey,
    purpose: "Remembers, for ten seconds, that a page could not be shown, so that it is not loaded over and over. It is kept in your browser's storage, not in a cookie.",
    lifetime: "Until you close the tab",
    kind: "Necessary",
  },
  {
    name: overrideCookie,
    purpose: "Set only for members of our own team who test a version before its release. Visitors never receive it.",
    lifetime: "Short-lived; it expires by itself",
    kind: "Necessary",
  },
  {
    // B220, B221
    name: consentCookie,
    purpose: "Set by the consent tool where the law of your country asks for one. It remembers which kinds of cookies you accepted.",
    lifetime: "As stated in the consent tool",
    kind: "Consent",
    vendor: "consent",
  },
];
