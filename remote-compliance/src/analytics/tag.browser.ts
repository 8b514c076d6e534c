import type { AnalyticsSettings } from "@site/contracts/site-config";
import { addVendorScript } from "../vendor-script.browser.ts";
import { gtag, push } from "./data-layer.browser.ts";

/**
 * Loads the tag manager, or Google's tag alone where that counts pages. Its own page view is switched off: we tell every
 * page, the first one as well.
 * @throws Error when it does not come
 */
export async function loadTag({ tagManagerId, scriptUrl, pageEvent }: AnalyticsSettings): Promise<void> {
  if (pageEvent === "content-view") {
    push({ "gtm.start": Date.now(), event: "gtm.js" });
  } else {
    gtag("js", new Date());
    gtag("config", tagManagerId, { send_page_view: false });
  }
  const url = new URL(scriptUrl);
  url.searchParams.set("id", tagManagerId);
  await addVendorScript(url.href);
}
