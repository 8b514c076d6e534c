import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findExposes } from "../../build/generate-entries.ts";
import { countryRules } from "../../src/country-rule.ts";
import { remoteNames } from "../../build/workspace-packages.ts";
import type { IslandName } from "../../src/remote.ts";
import { type FakePage, isPageIsland, listPagesOf } from "../fake-pages.ts";
import { type BuiltRemote, loadBuiltRemote } from "../built-remote.ts";
import { launchBrowser } from "../launch-browser.ts";
import { runWorkbench, type RunningWorkbench } from "./run-workbench.ts";
import { defaultSettings, type Settings, toQuery } from "./settings.ts";

/** Where an island that stands around every page is tried: home, a page inside a section, an error. */
const framePages = ["index", "house-rules", "error:404"];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

function listSettings(island: IslandName, expose: string, variants: readonly string[]): Settings[] {
  const pages: readonly FakePage[] = listPagesOf(island).filter(({ name }) => isPageIsland(island) || framePages.includes(name));
  return pages.flatMap(({ name, path }) =>
    variants.flatMap((variant) => countryRules.map((rule): Settings => ({ ...defaultSettings, expose, name, path, variant, rule }))),
  );
}

/** Opens the preview, touches every island in it, and returns what went wrong; undefined when none can come alive. */
async function wake(page: Page, address: string, settings: Settings): Promise<string[] | undefined> {
  const problems: string[] = [];
  const hear = (text: string): void => void problems.push(`${text} (${toQuery(settings).toString()})`);
  page.on("pageerror", ({ message }) => hear(message));
  page.on("console", (message) => message.type() === "error" && hear(message.text()));
  await page.goto(`${address}/preview?${toQuery(settings).toString()}`);
  const count = await page.locator("[data-island]").count();
  // Waits until each is live or was given up; the console then says why.
  if (count > 0) await page.evaluate(wakeIslands);
  page.removeAllListeners();
  return count === 0 ? undefined : problems;
}

/** Runs in the page: touches each island that shows something and waits for it. */
async function wakeIslands(): Promise<void> {
  for (const host of document.querySelectorAll<HTMLElement>("[data-island]")) {
    const inside = host.querySelector("*");
    if (!inside || host.dataset["live"] !== undefined) continue;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        if (host.dataset["live"] !== undefined || failed) resolve();
      };
      let failed = false;
      addEventListener("site:island:hydrated", settle);
      addEventListener("site:remote:failed", () => {
        failed = true;
        settle();
      });
      inside.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    });
  }
}

describe.each(remoteNames)("In remote-%s", (name) => {
  let workbench: RunningWorkbench;
  let remote: BuiltRemote;
  const root = join(import.meta.dirname, `../../../remote-${name}`);
  beforeAll(async () => {
    remote = await loadBuiltRemote(name);
    workbench = await runWorkbench(root);
  });
  afterAll(async () => {
    await workbench.end();
  });

  test.each(findExposes(root))("what %s shows stays as it is when it comes alive.", async (expose) => {
    const page = await browser.newPage();
    const problems: string[] = [];
    const variants = remote.entry.describe().find(({ key }) => key === expose)?.variants ?? [""];
    for (const settings of listSettings(`${name}/${expose}`, expose, variants)) {
      const found = await wake(page, workbench.address, settings);
      if (!found) break;
      problems.push(...found);
    }
    await page.close();
    expect(problems).toEqual([]);
  });
});
