import { siteCookies } from "../../site-cookies.ts";
import type { CookieWords } from "../../copy/cookies-copy.ts";

/** English needs no texts for single cookies, because the list of cookies is in English. */
export const cookieWords: CookieWords = {
  columns: ["Name", "What it is for", "How long it is kept"],
  kinds: { Necessary: "Necessary", Preference: "Preference", Consent: "Consent" },
  cookies: Object.fromEntries(siteCookies.map((cookie) => [cookie.name, cookie])),
};
