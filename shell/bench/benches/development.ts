import { setTimeout as sleep } from "node:timers/promises";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { launchBrowser } from "@site/contracts/testing/launch-browser";
import { copyWorkspace } from "../../e2e/development/copy-workspace.ts";
import { startDevelopment } from "../../e2e/development/start-development.ts";
import { type Figure, tell } from "../harness/figures.ts";
import { measureFreshStarts } from "../harness/fresh-start.ts";
import type { Bench, Room } from "../harness/room.ts";

/** What an engineer saves, the page on which it shows, and how the page tells that it does. */
interface Edit {
  what: string;
  /** The performance goal, in words. */
  goal: string;
  path: string;
  file: string;
  /** The file with a mark in it, a word of letters and digits. */
  change(text: string, mark: string): string;
  /** Whether the mark is on the page. Runs in the browser. */
  isShown(mark: string): boolean;
  /** What the engineer does before, so that there is a state to keep, and whether it is kept. */
  state?: { make(page: Page): Promise<unknown>; isKept(page: Page): Promise<boolean> };
}

const hasText = (mark: string): boolean => document.body.textContent.includes(mark);

const edits: readonly Edit[] = [
  {
    what: "component of an island, with its dialog open",
    goal: "0.5 s",
    path: "/",
    file: "remote-content/src/ui/record-badge.tsx",
    change: (text, mark) => text.replace("<span>", `<span data-mark="${mark}">`),
    isShown: (mark) => document.querySelector(`[data-mark="${mark}"]`) !== null,
    state: {
      make: async (page) => {
        await page.getByRole("button", { name: /certificate/i }).click();
        await page.locator("dialog[popover]:modal").waitFor();
      },
      // The saved text is there with the HTML; the dialog is opened again when all of the page is there.
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

/** Milliseconds between two saves: what the one before began, such as the check of types, is over. */
const pauseMs = 4000;

/** How soon an engineer sees what was saved, and the site after a fresh clone. */
export const development: Bench = {
  name: "development",
  about:
    "a saved component, message, style, policy or menu until the open page shows it; a fresh clone until it serves",
  async run(room) {
    const figures = [...(await measureEdits(room)), ...(await measureFreshStarts(room))];
    return {
      figures,
      notes: [
        "Each save is of another text, in a copy of the workspace under `npm run dev`, with the page open in a browser that is not slowed down.",
        "A fresh start is that of a copy without libraries and without anything built; the packages are in the machine's store of pnpm.",
      ],
    };
  },
};

async function measureEdits(room: Room): Promise<Figure[]> {
  const workspace = await copyWorkspace();
  room.defer(() => workspace.remove());
  const server = await startDevelopment(workspace.root, join(await room.folder(), "store"));
  room.defer(() => server.end());
  const browser = await launchBrowser({ isShellEnough: true });
  room.defer(() => browser.close());
  const figures: Figure[] = [];
  for (const edit of edits) {
    room.say(`saving a ${edit.what}`);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.address}${edit.path}`);
    await edit.state?.make(page);
    const file = join(workspace.root, edit.file);
    const before = readFileSync(file, "utf8");
    const times: number[] = [];
    // The first one is not counted: compilers read what they need for the first time.
    for (let round = 0; round <= room.rounds; round += 1) {
      await sleep(pauseMs);
      const took = await measureSave(page, file, edit, { before, mark: `mark${round}` });
      if (round > 0) times.push(took);
    }
    const isKept = (await edit.state?.isKept(page)) ?? true;
    if (!isKept) throw new Error(`The page lost what was open in it after a save of a ${edit.what}.`);
    writeFileSync(file, before);
    await page.close();
    figures.push(tell(`saved ${edit.what}: until it shows`, "ms", times, { goal: edit.goal }));
  }
  return figures;
}

/** Milliseconds from a save until the page shows it. */
async function measureSave(
  page: Page,
  file: string,
  { change, isShown, what }: Edit,
  { before, mark }: { before: string; mark: string },
): Promise<number> {
  const after = change(before, mark);
  if (after === before) throw new Error(`There is nothing to change in ${file} for a ${what}.`);
  const began = performance.now();
  writeFileSync(file, after);
  await page.waitForFunction(isShown, mark, { polling: 20, timeout: 60_000 });
  return performance.now() - began;
}
