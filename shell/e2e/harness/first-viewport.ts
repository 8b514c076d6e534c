import { brotliDecompressSync, constants } from "node:zlib";
import type { Page } from "playwright";

/**
 * Bytes of a page's brotli body after which its first viewport looks final: HTML, inline CSS and everything before them in the document. Floating
 * elements are ignored, and images are not.
 * @param page an empty page of the device; at the end it shows home
 * @param origin the site's origin, at whose root the parts of the document are shown
 * @param body the brotli body of home
 * @param enough the returned number when the first viewport is complete with that many bytes: fewer are not tried then
 */
export async function findFirstViewport(page: Page, origin: string, body: Buffer, enough = 0): Promise<number> {
  const complete = await lookUntilSteady(page, origin, body);
  // A screenshot may be taken before the page is fully painted; two consecutive ones hardly are.
  const isComplete = async (size: number): Promise<boolean> => {
    const part = body.subarray(0, size);
    return (await look(page, origin, part)).equals(complete) || (await look(page, origin, part)).equals(complete);
  };
  if (enough > 0 && (await isComplete(enough))) return enough;
  let [low, high] = [enough, body.length];
  while (high - low > 64) {
    const middle = Math.floor((low + high) / 2);
    if (await isComplete(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** A screenshot of the whole page's viewport, once two consecutive ones are equal. */
async function lookUntilSteady(page: Page, origin: string, body: Buffer): Promise<Buffer> {
  let [before, now] = [await look(page, origin, body), await look(page, origin, body)];
  for (let more = 10; !now.equals(before); more -= 1) {
    if (more === 0) throw new Error("Home never looks the same twice.");
    [before, now] = [now, await look(page, origin, body)];
  }
  return now;
}

/** A screenshot of the viewport with only these bytes, without scripts, and with all text in fallback fonts, as on a slow connection. */
async function look(page: Page, origin: string, body: Buffer): Promise<Buffer> {
  const html = brotliDecompressSync(body, { finishFlush: constants.BROTLI_OPERATION_FLUSH }).toString("utf8");
  await page.route(`${origin}/`, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      body: html.replaceAll(
        /<script\b[^>]*>.*?(<\/script>|$)|<style>@font-face\{font-family:Headline.*?(<\/style>|$)/gs,
        "",
      ),
    }),
  );
  // An optional font arrives in time for some screenshots and not for others.
  await page.route("**/*.woff2", (route) => route.abort());
  await page.goto(`${origin}/`, { waitUntil: "load" });
  await page
    .addStyleTag({
      content: '[id$="quick-area"]{display:none!important}*{animation:none!important;transition:none!important}',
    })
    .catch(() => undefined);
  const picture = await page.screenshot({ animations: "disabled" });
  await page.unrouteAll();
  return picture;
}
