/** The names of everything the site keeps in a visitor's browser. What is not named here may not be set. */
export const closeRegionCookie = "closeRM";
export const localeCookie = "locale";
export const consentCookie = "OptanonConsent";
export const reloadedKey = "reloaded";
