import type { Locator, Page } from "playwright";
import type { Visit } from "../harness/open-browser.ts";

/** Where a download for Windows leads, as `watchInstallers` tells it. */
export const installer = "302 https://download.ggp.example/windows/ggp/en/";

/** Where the page says what is starting. */
export const status = (page: Page): Locator => page.locator("main [role=status]");

/** How many downloads the document was told of. */
export const countStarts = async ({ events }: Visit): Promise<number> =>
  (await events()).filter(({ name }) => name === "download:started").length;
