import type { Page } from "playwright";

/** An engineer's edit, the page that shows it, and how to detect it there. */
export interface SavedEdit {
  what: string;
  /** The performance goal, in words. */
  goal: string;
  path: string;
  file: string;
  /** The file with a mark in it, a word of letters and digits. */
  change(text: string, mark: string): string;
  /** Whether the mark is on the page. Runs in the browser. */
  isShown(mark: string): boolean;
  /** The state that the engineer makes before, and whether it is preserved. */
  state?: { make(page: Page): Promise<unknown>; isKept(page: Page): Promise<boolean> };
}

const hasText = (mark: string): boolean => document.body.textContent.includes(mark);

/** What the bench of development saves. */
export const savedEdits: readonly SavedEdit[] = [
  {
    what: "component of an island, with its dialog open",
    goal: "0.5 s",
    path: "/",
    file: "remote-content/src/ui/record-badge.tsx",
    change: (text, mark) => text.replace("<strong ", `<strong data-mark="${mark}" `),
    isShown: (mark) => document.querySelector(`[data-mark="${mark}"]`) !== null,
    state: {
      make: async (page) => {
        await page.getByRole("button", { name: /certificate/i }).click();
        await page.locator("dialog[popover]:modal").waitFor();
      },
      // The saved text appears with the HTML; the dialog is opened again when the whole page is ready.
      isKept: (page) =>
        page
          .locator("dialog[popover]:modal")
          .waitFor()
          .then(
            () => true,
            () => false,
          ),
    },
  },
  {
    what: "component of a page",
    goal: "0.5 s",
    path: "/contact/",
    file: "remote-content/src/ui/page-top.tsx",
    change: (text, mark) => text.replace("{eyebrow}", `{eyebrow} ${mark}`),
    isShown: hasText,
  },
  {
    what: "message",
    goal: "1 s",
    path: "/",
    file: "remote-content/messages/en.json",
    change: (text, mark) => text.replace("See the certificate", `See the certificate ${mark}`),
    isShown: hasText,
  },
  {
    what: "style",
    goal: "1 s",
    path: "/contact/",
    file: "remote-content/src/ui/page-top.module.css",
    change: (text, mark) => text.replace("overflow: clip;", `overflow: clip;\n  --mark: ${mark};`),
    isShown: (mark) => {
      const banner = document.querySelector("main .section--felt");
      return banner !== null && getComputedStyle(banner).getPropertyValue("--mark").trim() === mark;
    },
  },
  {
    what: "policy",
    goal: "1 s",
    path: "/house-rules/",
    file: "remote-compliance/src/policies/house-rules.md",
    change: (text, mark) => `${text}\n\nA sentence that was saved, ${mark}.\n`,
    isShown: hasText,
  },
  {
    what: "menu",
    goal: "1 s",
    path: "/contact/",
    file: "shell/data/navigations.json",
    change: (text, mark) => text.replaceAll(`"label": "Poker school"`, `"label": "Poker school ${mark}"`),
    isShown: hasText,
  },
];
