import { join } from "node:path";
import type { Browser, Page } from "playwright";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findExposes } from "../../build/generate-entries.ts";
import { countryRules } from "../../src/visitor/country-rule.ts";
import { remoteNames } from "../../build/workspace-packages.ts";
import type { IslandDescriptor } from "../../src/islands/island.ts";
import type { IslandName } from "../../src/names/island-name.ts";
import { type FakePage, isPageIsland, listPagesOf } from "../fake-pages.ts";
import { type BuiltRemote, loadBuiltRemote } from "../built-remote.ts";
import { type ContextWatch, watchContext } from "../invariants/watch-context.ts";
import { launchBrowser } from "../launch-browser.ts";
import { hostPath } from "./host-bundle.ts";
import { runWorkbench, type RunningWorkbench } from "./run-workbench.ts";
import { defaultSettings, type Settings, toQuery } from "./settings.ts";

/** Where an island that stands around every page is tried: home, a page inside a section, an error. */
const framePages = ["index", "house-rules", "error:404"];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser({ isShellEnough: true });
});
afterAll(() => browser.close());

/**
 * The settings that an island is tried with: a sample has each variant under each rule, on one of the pages in turn.
 */
function listSettings(island: IslandName, expose: string, variants: readonly string[]): Settings[] {
  const pages: readonly FakePage[] = listPagesOf(island).filter(
    ({ name }) => isPageIsland(island) || framePages.includes(name),
  );
  const isSample = inject("extent") === "sample";
  return pages.flatMap(({ name, path }, page) =>
    variants.flatMap((variant, row) =>
      countryRules.flatMap((rule, column): Settings[] =>
        isSample && (row + column) % pages.length !== page
          ? []
          : [{ ...defaultSettings, expose, name, path, variant, rule }],
      ),
    ),
  );
}

/** Opens the preview and triggers every island in it. @returns whether any can hydrate */
async function hydrate(page: Page, address: string, settings: Settings): Promise<boolean> {
  await page.goto(`${address}/preview?${toQuery(settings).toString()}`);
  const count = await page.locator("[data-island]").count();
  // Waits until each is hydrated or failed; the console then says why.
  if (count > 0) await page.evaluate(wakeIslands);
  return count > 0;
}

/** Runs in the page: triggers each visible island and waits for it. */
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

/** The HTML of an island in the preview. */
async function readIsland(address: string, query: string): Promise<string> {
  const html = await (await fetch(`${address}/preview?${query}`)).text();
  const [, island] = /<div id="app">(.*?)<div id="announcer"/s.exec(html) ?? [];
  if (island === undefined) throw new Error(`There is no preview at ${query}: ${html}`);
  return island;
}

/** What the workbench says is wrong with an island. */
async function listProblems(address: string, query: string): Promise<unknown> {
  const { problems } = v.parse(reportSchema, await (await fetch(`${address}${hostPath}report?${query}`)).json());
  return problems;
}
const reportSchema = v.object({ problems: v.array(v.unknown()) });

/** Runs in the page: the elements that look as browsers draw them by themselves, and not as on a page of the site. */
function listUnstyled(): string[] {
  const hasMargin = getComputedStyle(document.body).margin !== "0px";
  const probe = document.createElement("button");
  document.body.append(probe);
  const hasGround = getComputedStyle(probe).backgroundColor !== "rgba(0, 0, 0, 0)";
  probe.remove();
  return [...(hasMargin ? ["body"] : []), ...(hasGround ? ["button"] : [])];
}

/** Runs in the page: leaves it twice, and says what more is there after the second time. */
async function leaveAndReturn(): Promise<unknown> {
  const told = new Promise<unknown>((resolve) => {
    addEventListener("message", ({ data }) => {
      if (data.kind === "left-behind") resolve(data.findings);
    });
  });
  postMessage({ workbench: true, kind: "leave" }, location.origin);
  return told;
}

describe.each(remoteNames)("In remote-%s", (name) => {
  let workbench: RunningWorkbench;
  let remote: BuiltRemote;
  /** One page, in which each preview is a document of its own. Each finding names it with its query, which contains the settings. */
  let page: Page;
  let watch: ContextWatch;
  const root = join(import.meta.dirname, `../../../remote-${name}`);
  beforeAll(async () => {
    remote = await loadBuiltRemote(name);
    workbench = await runWorkbench(root);
    const context = await browser.newContext();
    watch = await watchContext(context, true);
    page = await context.newPage();
  });
  afterAll(async () => {
    await page.context().close();
    remote.remote.close();
    await workbench.end();
  });

  const findIsland = (expose: string): IslandDescriptor | undefined =>
    (remote.checked.description?.ok ? remote.checked.description.islands : []).find(({ key }) => key === expose);
  const findVariants = (expose: string): readonly string[] => findIsland(expose)?.variants ?? [""];

  test.each(findExposes(root))(
    "%s has no problem and looks as on a page of the site; it can be hydrated where it says so, its HTML does not change then, and nothing of it is left behind when it is left and returned to.",
    async (expose) => {
      const all = listSettings(`${name}/${expose}`, expose, findVariants(expose));
      expect(all).not.toEqual([]);
      const tried = new Set<string>();
      const rendered = new Set<string>();
      for (const settings of all) {
        const query = toQuery(settings).toString();
        // A sample leaves out a rule that changes nothing of the island's HTML.
        const island = `${settings.variant} ${settings.name} ${await readIsland(workbench.address, query)}`;
        if (inject("extent") === "sample" && rendered.has(island)) continue;
        rendered.add(island);
        const canHydrate = await hydrate(page, workbench.address, settings);
        if (settings === all[0])
          expect([await listProblems(workbench.address, query), await page.evaluate(listUnstyled)]).toEqual([[], []]);
        if (!canHydrate) {
          // One that is never hydrated may have others in it.
          expect(findIsland(expose)?.hydrate, `nothing can be hydrated at ${query}`).toBe("never");
          break;
        }
        // The rule and the variant change what is shown, and not which code listens: one of each is enough.
        if (tried.has(settings.rule) && tried.has(settings.variant)) continue;
        tried.add(settings.rule).add(settings.variant);
        expect(await page.evaluate(leaveAndReturn), query).toEqual([]);
      }
      await watch.check({ isOver: true });
    },
  );
});
