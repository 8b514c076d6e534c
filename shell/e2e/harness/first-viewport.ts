import { brotliDecompressSync, constants } from "node:zlib";
import type { Page } from "playwright";

/**
 * Bytes of a page's brotli body after which its first viewport looks as it does when all has come: HTML, inline CSS and
 * everything that stands before them in the document. What floats above the page is not counted in, and images are.
 * @param page an empty page of the device; at the end it shows home
 * @param origin where the site is served, at whose root the parts of the document are shown
 * @param body the brotli body of home
 * @param enough bytes that are the answer when the first viewport is complete with them: fewer are not tried then
 */
export async function findFirstViewport(page: Page, origin: string, body: Buffer, enough = 0): Promise<number> {
  const complete = await lookUntilSteady(page, origin, body);
  // A picture may be taken of a page that is not drawn to the end; two in a row hardly are.
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

/** A picture of the whole page's viewport, once two in a row are equal. */
async function lookUntilSteady(page: Page, origin: string, body: Buffer): Promise<Buffer> {
  let [before, now] = [await look(page, origin, body), await look(page, origin, body)];
  for (let more = 10; !now.equals(before); more -= 1) {
    if (more === 0) throw new Error("Home never looks the same twice.");
    [before, now] = [now, await look(page, origin, body)];
  }
  return now;
}

/** A picture of the viewport when only these bytes have come, no script runs, and all text is in the fallback faces, as on a slow line. */
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
  // An optional face is in time for some pictures and not for others.
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
