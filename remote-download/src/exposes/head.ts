import { defineHead } from "@site/contracts/react/define-head";
import { isBlocked } from "@site/contracts/visitor/visitor";
import type { DownloadArrival } from "../start-download.browser.ts";

/** The data of the download page with which the plain script in `head.browser.ts` starts a download. No other page has it. */
export const head = defineHead({
  render({ page, visitor, locale, site }) {
    if (page.path !== "/download/" || isBlocked(visitor)) return undefined;
    const { rule } = visitor;
    const settings: DownloadArrival = { rule, locale: locale.code, defaultLocale: site.defaultLocale };
    return { vendors: [], settings: { ...settings } };
  },
});
