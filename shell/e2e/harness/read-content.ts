import type { Page } from "playwright";

/** The text of the page's content, without style sheets: home's document contains one with a font, and a soft navigation does not. */
export function readContent(page: Page): Promise<string> {
  return page.locator("main").evaluate((main) => {
    const copy = main.cloneNode(true);
    if (copy instanceof Element) for (const style of copy.querySelectorAll("style")) style.remove();
    return copy.textContent ?? "";
  });
}
