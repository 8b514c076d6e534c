import type { Page } from "playwright";

/** Does to the texts of a page what a browser's translator does: each is replaced by another, in an element of its own. */
export const translatePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode);
    for (const text of found) {
      if (text.data.trim() === "" || text.parentElement?.closest("script, style, svg")) continue;
      const font = document.createElement("font");
      font.textContent = text.data;
      text.replaceWith(font);
    }
  });
