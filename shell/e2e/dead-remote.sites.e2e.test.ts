import type { Page, Route } from "playwright";
import { expect, test } from "vitest";
import { recordFigure } from "./faults/record-figure.ts";
import { describeSitesInTurn } from "./harness/describe-sites.ts";
import { recordTimeouts } from "./harness/expire-timeouts.ts";
import type { RecordedEvent, Visit } from "./harness/open-browser.ts";
import { listIslands, touchIslands } from "./harness/touch-islands.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { sampled, sampledCases } from "./harness/sampled.ts";

/** A page that costs the browser less than home, with islands of two remotes. */
const light = sampled({ all: "/", sample: "/contact/" });

/** The remotes that send scripts, with a page each stands on. Compliance sends none. */
const remotes = [
  { remote: "navigation", path: light },
  { remote: "download", path: light },
  { remote: "content", path: "/" },
  { remote: "support-chat", path: "/responsible-gaming/" },
];

const otherBytes: Parameters<Visit["expects"]> = ["console error", /'integrity' attribute for resource '.*\.js'/];

/** What a network or a server can do to a file, and what a visit finds of it: no answer, no success, other bytes, and more of these. */
const faults: { fault: string; answer(route: Route): Promise<void>; finds: Parameters<Visit["expects"]> }[] = [
  {
    fault: "cannot be reached",
    answer: (route) => route.abort("connectionrefused"),
    finds: ["failed request", /^net::ERR_CONNECTION_REFUSED GET \/_release\/.*\.js$/],
  },
  {
    fault: "answers 404",
    answer: (route) => route.fulfill({ status: 404, body: "" }),
    finds: ["failed request", /^404 GET \/_release\/.*\.js$/],
  },
  {
    fault: "answers with a page",
    finds: otherBytes,
    answer: (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<!doctype html><title>Sign in</title>" }),
  },
  {
    fault: "answers 500",
    answer: (route) => route.fulfill({ status: 500, body: "Internal Server Error" }),
    finds: ["failed request", /^500 GET \/_release\/.*\.js$/],
  },
  {
    fault: "is cut off",
    finds: otherBytes,
    async answer(route) {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.slice(0, body.length / 2) });
    },
  },
  {
    fault: "is empty",
    answer: (route) => route.fulfill({ status: 200, contentType: "text/javascript", body: "" }),
    finds: otherBytes,
  },
];

/** Milliseconds after which a remote is given up, and what a busy machine may add. */
const stallMs = { given: 3000, atMost: 5000 };

describeSitesInTurn(({ site, visit }) => {
  // A sample has every remote once, with one of the first three faults in turn.
  const cases = sampled({
    all: remotes.flatMap((one) => faults.map((fault) => ({ ...one, ...fault }))),
    sample: remotes.flatMap((one, turn) =>
      faults.slice(turn % 3, (turn % 3) + 1).map((fault) => ({ ...one, ...fault })),
    ),
  });

  test.for(cases)(
    "B209 visitors can read and use the page when $remote's JavaScript $fault",
    async ({ remote, path, answer, finds }) => {
      const { page, messages, events, expects, close } = await visit();
      expects(...finds);
      await page.route(toFiles(remote), answer);
      await page.goto(`${site().origin}${site().prefix}${path}`);
      const before = await readPage(page);
      await touchIslands(page);
      await waitForOutcome(page, events, remote);
      expect(await readPage(page)).toEqual(before);
      expect(await listFailures(events)).toEqual([{ remote, version: await readVersion(page, remote) }]);
      const { all, live } = await listIslands(page);
      expect(live).toEqual(all.filter((id) => !id.startsWith(`${remote}/`)));
      expect(messages.filter((message) => message.startsWith("uncaught:"))).toEqual([]);
      await expectNavigation(page);
      await close();
    },
  );

  test.for(sampledCases(1, remotes))(
    "B209 a page gives up $remote within three seconds when its JavaScript never answers",
    async ({ remote, path }) => {
      const { page, events, close } = await visit();
      const expire = await recordTimeouts(page);
      await page.route(toFiles(remote), () => undefined);
      await page.goto(`${site().origin}${site().prefix}${path}`);
      const before = await readPage(page);
      await touchIslands(page);
      await waitUntil(
        async () => {
          const { all, live } = await listIslands(page);
          return all.every((id) => id.startsWith(`${remote}/`) || live.includes(id));
        },
        { what: `everything but ${remote} to live` },
      );
      expect(await listFailures(events)).toEqual([]);
      const started = Date.now();
      if (sampled({ all: false, sample: true })) await expire(stallMs.given);
      await waitForOutcome(page, events, remote);
      recordFigure("remote-script-hangs", "seconds until it is given up", (Date.now() - started) / 1000);
      expect(Date.now() - started).toBeLessThan(stallMs.atMost);
      expect(await listFailures(events)).toEqual([{ remote, version: await readVersion(page, remote) }]);
      expect(await readPage(page)).toEqual(before);
      await expectNavigation(page);
      await close();
    },
  );

  test("B209 what a visitor opened stays open, and the regions inside stay hydrated, when only the last file of a remote is missing", async () => {
    const { page, events, expects, close } = await visit();
    expects("failed request", /_FAILED GET .*\/messages-\w+\.\w+\.js$/);
    expects("console error", /^The messages in en could not be loaded/);
    await page.route(/\/_release\/navigation\/.*\/messages-\w+\.\w+\.js$/, (route) => route.abort());
    await page.goto(`${site().origin}${site().prefix}/contact/`);
    await page.locator('header [data-island^="download/button"] a:visible').first().press("a");
    const inside = await page.locator('header [data-island^="download/button"][data-live]').first().elementHandle();
    await page.locator("header nav button[popovertarget]").first().click();
    await waitUntil(async () => (await listFailures(events)).length > 0, { what: "remote:failed" });
    expect.soft(await page.locator("header nav :popover-open").count()).toBe(1);
    expect
      .soft(
        await page
          .locator("header nav button[popovertarget]")
          .first()
          .evaluate((button) => button === document.activeElement),
      )
      .toBe(true);
    expect
      .soft(
        await inside?.evaluate((region) => region.isConnected),
        "the live region inside is still the one on the page",
      )
      .toBe(true);
    await close();
  });

  test("B209 a region whose remote failed once is hydrated at a later touch, when the network is back", async () => {
    const { page, events, expects, close } = await visit();
    expects("failed request", /_FAILED GET \/_release\/navigation\/.*\.js$/);
    let down = true;
    await page.route(toFiles("navigation"), (route) => (down ? route.abort() : route.continue()));
    await page.goto(`${site().origin}${site().prefix}/contact/`);
    await page.locator("header nav button[popovertarget]").first().click();
    await waitUntil(async () => (await listFailures(events)).length > 0, { what: "remote:failed" });
    down = false;
    await page.keyboard.press("Escape");
    await page.locator("header nav button[popovertarget]").first().click();
    await page.locator('[data-island="navigation/header"][data-live]').waitFor({ state: "attached" });
    await close();
  });
});

function toFiles(remote: string): RegExp {
  return new RegExp(`/_release/${remote}/.*\\.js$`);
}

/** Until every region of the remote has failed, and every other one lives. */
async function waitForOutcome(page: Page, events: () => Promise<RecordedEvent[]>, remote: string): Promise<void> {
  await waitUntil(
    async () => {
      const { all, live } = await listIslands(page);
      const failed = (await events()).filter(({ name }) => name === "remote:failed").length;
      return failed + live.length >= all.length;
    },
    { what: `${remote} to fail and everything else to live` },
  );
}

/** Which remotes failed, each once. */
async function listFailures(events: () => Promise<RecordedEvent[]>): Promise<{ remote: string; version: string }[]> {
  const failures = new Map<string, { remote: string; version: string }>();
  for (const event of await events()) {
    if (event.name === "remote:failed")
      failures.set(`${event.detail.remote}@${event.detail.version}`, {
        remote: event.detail.remote,
        version: event.detail.version,
      });
  }
  return [...failures.values()];
}

/** What there is to read and where it leads: the text of the page and its links. */
function readPage(page: Page): Promise<{ text: string; links: string[] }> {
  return page.evaluate(() => {
    const live = document.querySelectorAll("[data-slot='support-chat/launcher']");
    // The chat says in words what it found out once it is hydrated; it is not what this compares.
    const hidden = [...live].map((slot) => slot.textContent ?? "");
    const text = document.querySelector("#app")?.textContent ?? "";
    return {
      text: hidden.reduce((rest, part) => rest.replace(part, ""), text),
      links: [...document.querySelectorAll("#app a[href]")].map((link) => link.getAttribute("href") ?? ""),
    };
  });
}

/** The version of a remote in the set of the page. */
function readVersion(page: Page, remote: string): Promise<string | undefined> {
  return page.evaluate((name) => {
    const set: { packages: Record<string, { version: string }> } = JSON.parse(
      document.getElementById("site-set")?.textContent ?? "{}",
    );
    return set.packages[name]?.version;
  }, remote);
}

/** A visitor can still leave: by a link of the menu. */
async function expectNavigation(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "Team", exact: true }).click();
  await page.waitForURL(/\/ggteam\/$/, { waitUntil: "commit" });
  expect(await page.locator("h1").textContent()).toBe("Team");
}
