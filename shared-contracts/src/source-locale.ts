/** The language every remote is written in: what a page shows of a remote that does not speak the page's own. */
export const sourceLocale = "en";
