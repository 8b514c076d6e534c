import { siteCookies } from "../../site-cookies.ts";
import type { CookieWords } from "../../copy/cookies-copy.ts";

/** English needs no words of its own for a cookie: the list of cookies is written in English. */
export const cookieWords: CookieWords = {
  columns: ["Name", "What it is for", "How long it is kept"],
  kinds: { Necessary: "Necessary", Preference: "Preference", Consent: "Consent" },
  cookies: Object.fromEntries(siteCookies.map((cookie) => [cookie.name, cookie])),
};
