import { toIntegrity } from "@site/contracts/releases/integrity";
import { browserSetSchema, toReleasePath } from "@site/contracts/releases/browser-set";
import { parse } from "@site/contracts/wire/wire-schema";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { describeSitesInTurn } from "./harness/describe-sites.ts";
import type { RecordedEvent } from "./harness/open-browser.ts";
import { listIslands, touchIslands } from "./harness/touch-islands.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { sampledCases } from "./harness/sampled.ts";

const evil = ";window.__pwned=1;";
const elsewhere = "https://cdn.example/evil.js";

/** A file of each kind, and the remote whose regions stay as the server sent them; none where nothing is hydrated. */
const files: { kind: string; file: RegExp; dead: string }[] = [
  { kind: "the core", file: /\/shell\/[^/]+\/core\.js$/, dead: "" },
  { kind: "React", file: /\/shell\/[^/]+\/react\.js$/, dead: "" },
  { kind: "a remote's entry", file: /\/navigation\/[^/]+\/remoteEntry\.js$/, dead: "navigation/" },
  { kind: "an island's file", file: /\/navigation\/[^/]+\/expose-header\.\w+\.js$/, dead: "navigation/" },
  { kind: "a message file", file: /\/navigation\/[^/]+\/messages-en\.\w+\.js$/, dead: "navigation/" },
  { kind: "the federation runtime", file: /\/shell\/[^/]+\/federation\.js$/, dead: "" },
  { kind: "a shared library", file: /\/shell\/[^/]+\/intl\.js$/, dead: "" },
];

describeSitesInTurn(({ site, visit }) => {
  test.for(sampledCases(5, files))(
    "G1 $kind that was changed on the way does not run, and the page stays",
    async ({ kind, file, dead }) => {
      const { page, messages, events, expects, permits, close } = await visit();
      expects("console error", /digest in the 'integrity' attribute/);
      // What says that a region failed is drawn by React too: without it the words are shown plainly.
      permits("console error", /Loading chunk .* failed|did not come in time/);
      if (kind === "a message file") expects("console error", /^The messages in en could not be loaded/);
      let changed = 0;
      await page.route(file, async (route) => {
        const response = await route.fetch();
        changed += 1;
        await route.fulfill({ response, body: `${await response.text()}${evil}` });
      });
      await page.goto(`${site().origin}${site().prefix}/contact/`);
      const before = await readText(page);
      await touchIslands(page);
      await waitUntil(() => changed > 0 && messages.some((message) => /integrity|digest/i.test(message)), {
        what: "the browser to refuse the file",
      });
      /** Waits until each region of the remote has failed so often. Nothing tells how often one fails that waits for the core or React. */
      const untilFailed = async (times: number): Promise<void> => {
        const regions = (await listIslands(page)).all.filter((id) => id.startsWith(dead)).length;
        expect(regions).toBeGreaterThan(0);
        await waitUntil(
          async () => (await events()).filter((event) => isFailure(event, dead)).length >= times * regions,
          {
            what: `${regions} regions to fail ${times} times`,
          },
        );
      };
      if (dead !== "") await untilFailed(1);
      // A second touch must not do what the first could not.
      await touchIslands(page);
      if (dead === "") await page.waitForLoadState("networkidle");
      else await untilFailed(2);
      expect(await page.evaluate(() => window.__pwned)).toBeUndefined();
      expect((await listIslands(page)).live.filter((id) => id.startsWith(dead))).toEqual([]);
      expect(await readText(page)).toBe(before);
      await page.getByRole("banner").getByRole("link", { name: "Team", exact: true }).click();
      await page.waitForURL(/\/ggteam\/$/, { waitUntil: "commit" });
      await close();
    },
  );

  test("G1 the promises above can be broken: a page that vouches for a changed core runs it", async () => {
    const { page, close } = await visit();
    const path = `${site().prefix}/contact/`;
    const { core, integrity, body } = await readCore(`${site().origin}${path}`, site().origin);
    await page.route(`${site().origin}${core}`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: `${body}${evil}` }),
    );
    await page.route(`${site().origin}${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace(integrity, toIntegrity(Buffer.from(`${body}${evil}`))),
      });
    });
    await page.goto(`${site().origin}${path}`);
    await touchIslands(page);
    await waitUntil(async () => (await page.evaluate(() => window.__pwned)) === 1, { what: "the changed core to run" });
    await close();
  });

  test("G5 a script written into the page on the way does not run, in any form", async () => {
    const { page, violations, expects, permits, close } = await visit();
    expects("policy report", /^script-src-(elem|attr) /);
    expects("failed request", /^404 GET \/nothing$/);
    permits("layout shift", /id="app"/);
    const intruders = [
      "<script>window.__pwned='inline'</script>",
      "<script type=module>window.__pwned='module'</script>",
      `<script src="${elsewhere}"></script>`,
      "<script src=/assets/logo.svg></script>",
      "<img src=/nothing onerror=\"window.__pwned='handler'\">",
      "<a id=intruder href=\"javascript:window.__pwned='link'\">x</a>",
    ];
    await page.route(elsewhere, (route) => route.fulfill({ contentType: "text/javascript", body: evil }));
    await page.route(`${site().origin}${site().prefix}/contact/`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace('<div id="app">', `${intruders.join("")}<div id="app">`),
      });
    });
    await page.goto(`${site().origin}${site().prefix}/contact/`);
    await page.locator("#intruder").dispatchEvent("click");
    await waitUntil(async () => (await violations()).length >= intruders.length, {
      what: "a violation for each intruder",
    });
    expect(await page.evaluate(() => window.__pwned)).toBeUndefined();
    await close();
  });

  test("G7 code that got in cannot bring in more: addresses outside the page's release set and HTML strings are refused", async () => {
    const { page, expects, close } = await visit();
    expects("policy report", /^require-trusted-types-for /);
    await page.route(elsewhere, (route) => route.fulfill({ contentType: "text/javascript", body: evil }));
    await page.goto(`${site().origin}${site().prefix}/contact/`);
    const { core } = await readCore(page.url(), site().origin);
    const outcomes = await page.evaluate(
      (scripts) => {
        const attempts: (() => unknown)[] = [
          ...scripts.map((src) => () => document.head.append(Object.assign(document.createElement("script"), { src }))),
          () => Object.assign(document.createElement("div"), { innerHTML: "<b>x</b>" }),
          () => Object.assign(document.createElement("script"), { textContent: "window.__pwned = 1" }),
          // oxlint-disable-next-line no-implied-eval -- a string is exactly what must be refused
          () => globalThis.setTimeout("window.__pwned = 1"),
        ];
        return attempts.map((attempt) => {
          try {
            attempt();
            return "done";
          } catch (error) {
            return error instanceof Error ? error.name : "thrown";
          }
        });
      },
      [elsewhere, "/assets/logo.svg", `${core}?again`],
    );
    expect(outcomes).toEqual(Array.from(outcomes, () => "TypeError"));
    expect(await page.evaluate(() => window.__pwned)).toBeUndefined();
    await close();
  });
});

/** Whether an event says that a region failed whose name begins so. */
function isFailure({ name, detail }: RecordedEvent, start: string): boolean {
  return name === "remote:failed" && "remote" in detail && `${detail.remote}/` === start;
}

/** The core of a page: its address, the hash the page names, and its bytes as text. */
async function readCore(url: string, origin: string): Promise<{ core: string; integrity: string; body: string }> {
  const html = await (await fetch(url)).text();
  const json = /id="site-set">(.*?)<\/script>/.exec(html)?.[1] ?? "";
  const { version = "", entry = "", scripts = {} } = parse(browserSetSchema, JSON.parse(json)).packages["shell"] ?? {};
  const core = `${toReleasePath("shell", version)}${entry}`;
  return { core, integrity: scripts[entry] ?? "", body: await (await fetch(`${origin}${core}`)).text() };
}

function readText(page: Page): Promise<string | null> {
  return page.locator("#app").textContent();
}
