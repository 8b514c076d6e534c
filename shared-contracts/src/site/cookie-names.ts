// Every name under which the site keeps something in a visitor's browser. No code may set others.

/** A cookie and a key of `localStorage`: notices about the region were closed (B139). */
export const closeRegionCookie = "closeRM";
/** A cookie: the locale the visitor chose or was given (B178). */
export const localeCookie = "locale";
/** A cookie: the visitor's bucket, a number from 0 to 99, which decides whether the visitor gets a release that is being tried. */
export const bucketCookie = "bucket";
/** A cookie of the consent tool: the groups the visitor accepted (B220). */
export const consentCookie = "OptanonConsent";
/** A key of `sessionStorage`: a failed page was loaded again within the last ten seconds (B190). */
export const reloadedKey = "reloaded";
