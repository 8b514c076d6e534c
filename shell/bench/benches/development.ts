import { setTimeout as sleep } from "node:timers/promises";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { launchBrowser } from "@site/contracts/testing/launch-browser";
import { copyWorkspace } from "../../e2e/development/copy-workspace.ts";
import { startDevelopment } from "../../e2e/development/start-development.ts";
import { type Figure, tell } from "../harness/figures.ts";
import { measureFreshStarts } from "../harness/fresh-start.ts";
import type { Bench, BenchResources } from "../harness/bench-resources.ts";
import { type SavedEdit, savedEdits } from "../harness/saved-edits.ts";

/** Milliseconds between two saves, after which background work of a save, such as the check of types, has ended. */
const pauseMs = 4000;

/** The time until an engineer sees a save, and until a fresh clone serves the site. */
export const development: Bench = {
  name: "development",
  about:
    "a saved component, message, style, policy or menu until the open page shows it; a fresh clone until it serves",
  async run(resources) {
    const figures = [...(await measureEdits(resources)), ...(await measureFreshStarts(resources))];
    return {
      figures,
      notes: [
        "Each save is of another text, in a copy of the workspace under `npm run dev`, with the page open in a browser that is not slowed down.",
        "A fresh start is that of a copy without libraries and without anything built; the packages are in the machine's store of pnpm.",
      ],
    };
  },
};

async function measureEdits(resources: BenchResources): Promise<Figure[]> {
  const workspace = await copyWorkspace();
  resources.defer(() => workspace.remove());
  const server = await startDevelopment(workspace.root, join(await resources.folder(), "store"));
  resources.defer(() => server.end());
  const browser = await launchBrowser({ isShellEnough: true });
  resources.defer(() => browser.close());
  const figures: Figure[] = [];
  for (const edit of savedEdits) {
    resources.say(`saving a ${edit.what}`);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.address}${edit.path}`);
    await edit.state?.make(page);
    const file = join(workspace.root, edit.file);
    const before = readFileSync(file, "utf8");
    const times: number[] = [];
    // The first save is not counted: compilers read their inputs for the first time.
    for (let round = 0; round <= resources.rounds; round += 1) {
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
  { change, isShown, what }: SavedEdit,
  { before, mark }: { before: string; mark: string },
): Promise<number> {
  const after = change(before, mark);
  if (after === before) throw new Error(`There is nothing to change in ${file} for a ${what}.`);
  const began = performance.now();
  writeFileSync(file, after);
  await page.waitForFunction(isShown, mark, { polling: 20, timeout: 60_000 });
  return performance.now() - began;
}
