import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findExposes } from "../../build/generate-entries.ts";
import { countryRules } from "../../src/country-rule.ts";
import { remoteNames } from "../../src/package-name.ts";
import type { IslandName } from "../../src/remote.ts";
import { type FakePage, islandVariants, isPageIsland, listPagesOf } from "../fake-pages.ts";
import { launchBrowser } from "./launch-browser.ts";
import { runWorkbench, type RunningWorkbench } from "./run-workbench.ts";
import { defaultSettings, type Settings, toQuery } from "./settings.ts";

/** Where an island that stands around every page is tried: home, a page inside a section, an error. */
const framePages = ["index", "house-rules", "error:404"];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

function listSettings(island: IslandName, expose: string): Settings[] {
  const pages: readonly FakePage[] = listPagesOf(island).filter(({ name }) => isPageIsland(island) || framePages.includes(name));
  return pages.flatMap(({ name, path }) =>
    (islandVariants[island] ?? [""]).flatMap((variant) => countryRules.map((rule): Settings => ({ ...defaultSettings, expose, name, path, variant, rule }))),
  );
}

/** Opens the preview, touches every island in it, and returns what went wrong; undefined when none ever comes alive. */
async function wake(page: Page, address: string, settings: Settings): Promise<string[] | undefined> {
  const problems: string[] = [];
  const hear = (text: string): void => void problems.push(`${text} (${toQuery(settings).toString()})`);
  page.on("pageerror", ({ message }) => hear(message));
  page.on("console", (message) => message.type() === "error" && hear(message.text()));
  await page.goto(`${address}/preview?${toQuery(settings).toString()}`);
  const islands = page.locator("[data-island]");
  const count = await islands.count();
  for (let index = 0; index < count; index += 1) {
    const island = islands.nth(index);
    if ((await island.locator("*").count()) === 0) continue;
    await island.locator("*").first().dispatchEvent("pointerdown");
    await page.locator("[data-island][data-live]").nth(index).waitFor({ state: "attached" });
  }
  page.removeAllListeners();
  return count === 0 ? undefined : problems;
}

describe.each(remoteNames)("In remote-%s", (name) => {
  let workbench: RunningWorkbench;
  const root = join(import.meta.dirname, `../../../remote-${name}`);
  beforeAll(async () => {
    workbench = await runWorkbench(root);
  });
  afterAll(async () => {
    await workbench.end();
  });

  test.each(findExposes(root))("what %s shows stays as it is when it comes alive.", async (expose) => {
    const page = await browser.newPage();
    const problems: string[] = [];
    for (const settings of listSettings(`${name}/${expose}`, expose)) {
      const found = await wake(page, workbench.address, settings);
      if (!found) break;
      problems.push(...found);
    }
    await page.close();
    expect(problems).toEqual([]);
  });
});
