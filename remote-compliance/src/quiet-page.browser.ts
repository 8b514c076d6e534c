/** Resolves when the page has loaded and is visible: a prerendered page is counted when it is shown (B225). */
export async function untilQuiet(): Promise<void> {
  if ("prerendering" in document && document.prerendering === true) {
    await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
  }
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
}
