import type { Page } from "playwright";
import type { ServedPage } from "./read-site.ts";

/** What the page that is open has to be. */
export interface Expected {
  url: URL;
  page: ServedPage;
  /** Whether the visitor came by a click, or by Back or Forward, in the document that was open: then the focus is in the page. */
  isSoft: boolean;
  /** Whether the fragment's target has to be in view: a page one returns to is where one left it. */
  isArrival: boolean;
}

/** Milliseconds until what is wrong with a page counts: as long as a slow machine may need for a navigation. */
export const settleMs = 8000;

/** What is wrong with the page that is open, once it has had time to come: one text for each problem. */
export function lookAround(page: Page, { url, page: served, ...arrival }: Expected): Promise<string[]> {
  // Its links and ids, which are hundreds, are not sent along.
  const { title, text, stillText } = served;
  return page.evaluate(judgeUntilRight, { href: url.href, title, text, stillText, ...arrival, settleMs });
}

interface Wanted extends Pick<ServedPage, "title" | "text" | "stillText">, Pick<Expected, "isSoft" | "isArrival"> {
  href: string;
  settleMs: number;
}

/** Runs in the page: looks each frame, and answers at the first look that finds nothing wrong. */
export async function judgeUntilRight(wanted: Wanted): Promise<string[]> {
  const id = decodeURIComponent(new URL(wanted.href).hash.slice(1));
  const findText = (): string | undefined => {
    const main = document.querySelector("main")?.cloneNode(true);
    if (!(main instanceof Element)) return "there is no main";
    for (const style of main.querySelectorAll("style")) style.remove();
    const text = main.textContent;
    if (text === wanted.text) return undefined;
    const islands = [...main.querySelectorAll("[data-island]")];
    const isFilled = islands.every((island) => island.textContent !== "");
    for (const island of islands) island.replaceChildren();
    if (main.textContent === wanted.stillText && isFilled && text.length > wanted.text.length / 2) return undefined;
    return `main has ${text.length} characters, ${wanted.text.length} without JavaScript`;
  };
  const findPlace = (): string | undefined => {
    if (!wanted.isArrival || id === "") return undefined;
    const place = document.getElementById(id);
    if (!place) return "the fragment's target is not there";
    if (place === document.body) return scrollY === 0 ? undefined : "the page is not at its top";
    const { top } = place.getBoundingClientRect();
    const header = Math.max(0, document.querySelector("header")?.getBoundingClientRect().bottom ?? 0);
    if (top < header - 1 && scrollY > 1) return `the fragment's target is under the header, at ${Math.round(top)}`;
    return top < innerHeight
      ? undefined
      : `the fragment's target is out of view, at ${Math.round(top)} of ${innerHeight}`;
  };
  const findFocus = (): string | undefined => {
    const { activeElement: focused } = document;
    if (!wanted.isSoft) return undefined;
    if (!focused || focused === document.body) return "the focus is on the body";
    if (!wanted.isArrival || focused.matches("main > h1, .skip-link") || focused.id === id) return undefined;
    return `the focus is on <${focused.tagName.toLowerCase()} id="${focused.id}">`;
  };
  const judge = (): string[] => {
    const open = document.querySelector(":popover-open, dialog[open]");
    return [
      location.href === wanted.href ? undefined : `the address is ${location.href}`,
      document.title === wanted.title ? undefined : `the title is ${document.title}`,
      findText(),
      findPlace(),
      findFocus(),
      open ? `<${open.tagName.toLowerCase()} class="${open.className}"> is open` : undefined,
    ].filter((one) => one !== undefined);
  };
  const end = performance.now() + wanted.settleMs;
  for (;;) {
    const problems = judge();
    if (problems.length === 0 || performance.now() > end) return problems;
    await new Promise((done) => setTimeout(done, 30));
  }
}
