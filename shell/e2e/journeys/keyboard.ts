import type { Page } from "playwright";

/** Presses of Tab after which a visitor gives up. */
const maxPresses = 150;

/** What has the focus, as a visitor sees it. */
interface Seen {
  text: string;
  /** Why it could not be seen; empty when it can. */
  problem: string;
}

/**
 * Presses Tab until the focus is on something with these words, and looks at every step whether the focus can be seen.
 * @throws when a step cannot be seen, or the words do not come
 */
export async function tabTo(page: Page, words: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press("Tab");
    const { text, problem } = await page.evaluate(readFocus);
    if (problem !== "")
      throw new Error(`The focus on "${text}" cannot be seen: ${problem}. Before: ${passed.slice(-3).join(", ")}`);
    if (words.test(text)) return;
    passed.push(text);
  }
  throw new Error(`Tab does not lead to ${words}, but to ${passed.join(", ")}`);
}

/** Tabs to something and presses Enter. */
export async function press(page: Page, words: RegExp): Promise<void> {
  await tabTo(page, words);
  await page.keyboard.press("Enter");
}

/** Runs in the page. */
function readFocus(): Seen {
  const one = document.activeElement;
  if (!one || one === document.body) return { text: "", problem: "" };
  const text = (one.getAttribute("aria-label") ?? (one instanceof HTMLElement ? one.innerText : ""))
    .replaceAll(/\s+/g, " ")
    .trim();
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  if (outlineStyle === "none" || outlineWidth === "0px") return { text, problem: "it has no outline" };
  const boxes = [...one.getClientRects()];
  const inView = boxes.some(({ left, right, top, bottom }) => {
    const [x, y] = [
      (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    ];
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (one.contains(hit) || hit.contains(one));
  });
  return { text, problem: inView ? "" : `it is out of view or covered at ${JSON.stringify(boxes[0])}` };
}
