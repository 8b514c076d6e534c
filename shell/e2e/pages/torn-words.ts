/** The words in visible elements that go on in another line. A heading may part its long words by a hyphen, and an address has no other place to break. */
export function findTornWords(selector: string): string[] {
  const torn: string[] = [];
  const range = document.createRange();
  for (const element of document.querySelectorAll(selector)) {
    if (!element.checkVisibility({ checkVisibilityCSS: true })) continue;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest(".visually-hidden") || node.textContent?.includes("@")) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\p{L}+/gu)) {
        if (word.length > 11 && getComputedStyle(node.parentElement ?? element).hyphens === "auto") continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) torn.push(word);
      }
    }
  }
  return torn;
}
