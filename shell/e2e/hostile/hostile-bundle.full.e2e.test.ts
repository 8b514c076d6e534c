import { toIntegrity } from "@site/contracts/releases/integrity";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admitVariant, promoteVariants } from "../faults/admit-variant.ts";
import { findBrowser } from "../harness/shared-browsers.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { untilLive } from "../releases/answers.ts";
import { type AttackName, attacks, evilHost, toHostileCode } from "./hostile-bundle.ts";
import { offersLibraries, toOfferingCode } from "./offered-libraries.ts";
import { sampled } from "../harness/sampled.ts";

const evil = "(globalThis.top ?? globalThis).__pwned = 'foreign';";

declare global {
  interface Window {
    /** Which attack the hostile release runs, and that it did. */
    attackName?: string;
    attackDone?: string;
    evilHash?: string;
    /** The addresses that the attack added as scripts and that boot did not refuse. */
    attackAdmitted?: string[];
  }
}

async function startHostileSite(): Promise<RunningSite> {
  const storeDir = await copyStartedStore("GGPPH");
  const entryCode = toHostileCode() + toOfferingCode();
  const hostile = await admitVariant(storeDir, "navigation", { mark: "hostile", entryCode });
  const live = await promoteVariants(storeDir, [hostile]);
  const started = await startSite("GGPPH", { storeDir });
  await untilLive(started, live.id);
  return started;
}

const { site, visit } = useOwnSite(startHostileSite);

/** The attacks whose workers and frames ask for something by themselves, some time after the attack. */
const later: ReadonlySet<AttackName> = new Set(["imports a module and starts workers", "takes a fresh realm"]);

/** A tab in which the hostile release's browser bundle runs, one attack after the other, each in a document of its own. */
interface Victim {
  page: Page;
  /** What was asked of the other host since the last attack began. */
  asked: string[];
  close(): Promise<void>;
}

async function openVictim(): Promise<Victim> {
  const browser = await findBrowser({ isShellEnough: true, args: [] });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const asked: string[] = [];
  await context.route(
    ({ hostname }) => hostname.endsWith(".example"),
    (route) => {
      const url = route.request().url();
      if (!url.startsWith(evilHost)) return route.abort();
      asked.push(url);
      return route.fulfill({
        contentType: "text/javascript",
        headers: { "access-control-allow-origin": "*" },
        body: evil,
      });
    },
  );
  return { page: await context.newPage(), asked, close: () => context.close() };
}

/** Opens a page, and lets the hostile release attack it. Whether it did is in `attackDone`. */
async function attack({ page, asked }: Victim, path: string, name: AttackName): Promise<void> {
  asked.length = 0;
  await page.addInitScript(
    ({ chosen, hash }) => {
      window.attackName = chosen;
      window.evilHash = hash;
    },
    { chosen: name, hash: toIntegrity(Buffer.from(evil)) },
  );
  await page.goto(`${site().origin}${path}`);
  await page.locator("header button[popovertarget]:visible").first().click();
  await waitUntil(async () => (await page.evaluate(() => window.attackDone)) !== undefined, {
    what: "the attack to be over",
  });
  if (later.has(name)) await page.waitForLoadState("networkidle");
  // Requests of a page begin in their order: what the attack asked for was asked before this is answered.
  else await page.evaluate(async () => (await fetch("/healthz")).text());
}

let victim: Victim;
beforeAll(async () => {
  victim = await openVictim();
});
afterAll(() => victim?.close());

describe.each([
  ["a page without a vendor", "/contact/"],
  ["a page with one", "/responsible-gaming/"],
])("on %s, a release whose browser bundle is hostile", (_what, path) => {
  const names = Object.keys(attacks) as AttackName[];

  // In a sample every attack runs once: the first three, on what a check compares, where a vendor's host is allowed, and the others where none is.
  const [compared, others] = [names.slice(0, 3), names.slice(3)];
  test.for(sampled({ all: names, sample: path === "/contact/" ? others : compared }))(
    "G7 runs no script of another host: it %s",
    async (name) => {
      const { page, asked } = victim;
      await attack(victim, path, name);
      expect(await page.evaluate(() => window.attackDone)).toBe(name);
      expect(await page.evaluate(() => window.__pwned)).toBeUndefined();
      // The content policy would stop them as well: boot has to refuse each by itself. What is asked of the site itself does no harm.
      const admitted = (await page.evaluate(() => window.attackAdmitted ?? ["no list"])).map(
        (address) => new URL(address, site().origin),
      );
      expect(admitted.filter(({ origin }) => origin !== site().origin)).toEqual([]);
      expect(asked).toEqual([]);
    },
  );
});

test("G1 a remote that offers another React to the other remotes is not asked for it, and they hydrate with the shell's", async () => {
  const visited = await visit();
  const { page } = visited;
  await page.addInitScript((name) => (window.attackName = name), offersLibraries);
  await page.goto(`${site().origin}/`);
  await page.locator("header nav button[popovertarget]").first().click();
  await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
  expect(await page.evaluate(() => window.offered)).toEqual(expect.arrayContaining(["react", "react-dom/client"]));
  await page.keyboard.press("Escape");
  for (const island of ["content/record-badge", "download/button"]) {
    await page.locator(`[data-island="${island}"]`).first().dispatchEvent("pointerdown");
    await waitUntil(async () => (await page.locator(`[data-island="${island}"][data-live]`).count()) > 0, {
      what: `${island} to be hydrated`,
    });
  }
  expect(await page.evaluate(() => window.taken)).toEqual([]);
  await visited.close();
});
