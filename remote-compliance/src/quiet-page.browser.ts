/** Resolves when the page is one somebody sees (B225: a page that is only prepared counts nothing) and has loaded. */
export async function untilQuiet(): Promise<void> {
  if ("prerendering" in document && document.prerendering === true) {
    await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
  }
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
}
