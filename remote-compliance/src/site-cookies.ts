import {
  bucketCookie,
  closeRegionCookie,
  consentCookie,
  localeCookie,
  reloadedKey,
} from "@site/contracts/site/cookie-names";
import type { Vendor } from "@site/contracts/site/vendor";

/** A cookie or other entry of the site in a visitor's browser. The cookie policy's table is made from this list. */
export interface SiteCookie {
  name: string;
  purpose: string;
  lifetime: string;
  kind: "Necessary" | "Preference" | "Consent";
  /** The condition on a site for setting it: a vendor, or more than one language. */
  onlyWith?: Vendor | "languages";
}

/** All cookies and entries of the site itself: the same names that its code sets and reads. */
export const siteCookies: readonly SiteCookie[] = [
  {
    // B139, B145, B156
    name: closeRegionCookie,
    purpose:
      "Remembers, with the value 1, that you closed a notice about your region, so that it is not shown again. The same note is kept in your browser's storage.",
    lifetime: "The cookie 400 days, the note in storage until you clear your browser's data",
    kind: "Necessary",
  },
  {
    // B178, B181
    name: localeCookie,
    purpose: "Remembers the language you chose, or the one found on your first visit.",
    lifetime: "365 days",
    kind: "Preference",
    onlyWith: "languages",
  },
  {
    // B300
    name: bucketCookie,
    purpose:
      "While a change of the site is being tried with a part of its visitors: a number from 0 to 99 that was drawn by chance. It decides whether you get that change on every page or on none, and about a hundredth of all visitors have the same number. It is strictly necessary: without it, one visit would mix pages from before and after the change.",
    lifetime: "90 days",
    kind: "Necessary",
  },
  {
    // B190
    name: reloadedKey,
    purpose:
      "Remembers, for ten seconds, that a page could not be shown, so that it is not loaded over and over. It is kept in your browser's storage, not in a cookie.",
    lifetime: "Until you close the tab",
    kind: "Necessary",
  },
  {
    // B220, B221
    name: consentCookie,
    purpose:
      "Set by the consent tool where the law of your country asks for one. It remembers which kinds of cookies you accepted.",
    lifetime: "As stated in the consent tool",
    kind: "Consent",
    onlyWith: "consent",
  },
];
