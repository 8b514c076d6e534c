import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { copyStore, removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { touchIslands } from "../harness/touch-islands.ts";
import { footerLink, untilCore, watchTraffic } from "../releases/soft-visit.ts";
import { type Variant, writeVariant } from "../releases/release-variant.ts";
import { publish, startCommand } from "../releases/site-command.ts";
import {
  expectAccessible,
  findPanel,
  findRow,
  openAboutUs,
  openOverlay,
  readLayout,
  signIn,
  takePicture,
} from "./overlay-visit.ts";

let site: RunningSite;
let browser: OpenBrowser;
let candidate: Variant;

const wide = { width: 1440, height: 900 };
const middle = { width: 820, height: 1180 };
const narrow = { width: 390, height: 844 };

beforeAll(async () => {
  const storeDir = await copyStore();
  candidate = await writeVariant(storeDir, "content", { mark: "candidate" });
  await publish(storeDir, candidate);
  [site, browser] = await Promise.all([startSite("GGPPH", { storeDir }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await removeStore(site.storeDir);
});

/** Opens home for who signed in, with the core running. */
async function openHome(viewport = wide): Promise<Visit> {
  const visit = await browser.visit({ viewport, reducedMotion: "reduce" });
  await signIn(visit, site, "/");
  await untilCore(visit);
  return visit;
}

/** Waits for the last of what a page asks for that is left alone: the typeface, once for its headline and once more from the core. */
async function untilTypeface({ requests }: Visit, from = 0): Promise<void> {
  await waitUntil(() => requests.slice(from).filter((request) => request.url().endsWith("/archivo.woff2")).length > 1, {
    what: "the typeface that the core asks for",
  });
}

/** The paths that a visit asked for from a moment on, without those that depend on when it was. */
const listPaths = ({ requests }: Visit, from = 0): string[] =>
  requests
    .slice(from)
    .map((request) => new URL(request.url()).pathname)
    .toSorted();

test.each([wide, narrow])(
  "the overlay moves nothing on a page of $width pixels, and a visitor asks for no byte of it",
  async (viewport) => {
    // Whether an optional font is in time is the network's doing, not the overlay's.
    const open = async (): Promise<Visit> => {
      const visit = await browser.visit({ viewport, reducedMotion: "reduce" });
      visit.expects("failed request", /_FAILED GET .*\.woff2$/);
      await visit.page.route("**/*.woff2", (route) => route.abort());
      return visit;
    };
    const visitor = await open();
    const document = await visitor.page.goto(`${site.origin}/about-us/`);
    await untilTypeface(visitor);
    expect(await document?.text()).not.toMatch(/overlay\/|tester/);
    expect(listPaths(visitor).filter((path) => path.startsWith("/-/"))).toEqual([]);

    const tester = await open();
    await signIn(tester, site, "/");
    const from = tester.requests.length;
    await tester.page.goto(`${site.origin}/about-us/`);
    await untilTypeface(tester, from);
    const own = listPaths(tester, from);
    expect(own.filter((path) => !path.startsWith("/-/overlay/"))).toEqual(listPaths(visitor));
    expect(own.filter((path) => path.startsWith("/-/overlay/")).length).toBe(1);
    expect(await readLayout(tester.page)).toEqual(await readLayout(visitor.page));
    await openOverlay(tester.page);
    expect(await readLayout(tester.page)).toEqual(await readLayout(visitor.page));
    expect(await tester.violations()).toEqual([]);
    await visitor.close();
    await tester.close();
  },
);

test("a remote whose HTML says that it is another's region adds no region to what a tester sees", async () => {
  const visit = await openHome();
  const { page } = visit;
  await page
    .locator("main [data-slot], main > [id^='single-spa-application:']")
    .first()
    .evaluate((region) => {
      const forged = document.createElement("p");
      forged.dataset["remote"] = "navigation";
      forged.dataset["version"] = "9.9.9-000000000000";
      forged.dataset["owner"] = "the team of another remote";
      forged.textContent = "A text of the content's team";
      region.append(forged);
    });
  const panel = await openOverlay(page);
  await findRow(panel, "navigation/header").waitFor();
  expect(await panel.textContent()).not.toContain("9.9.9");
  await visit.close();
});

test("a tester sees by a key which release each region is of, what became of its island, and the same after a soft navigation", async () => {
  const visit = await openHome();
  const { page } = visit;
  const panel = await openOverlay(page);
  expect(await panel.evaluate((element) => element.matches(":focus"))).toBe(true);
  const header = findRow(panel, "navigation/header");
  expect(await header.textContent()).toMatch(/waiting|hydrated/);
  await touchIslands(page);
  await header.getByText(/hydrated in \d+ ms/).waitFor();
  expect(await findRow(panel, "content/page").textContent()).toMatch(/1\.0\.0 · [0-9a-f]{8} · stable/);
  await header.getByRole("button").first().press("Enter");
  expect(await header.textContent()).toMatch(/HTML[\d.]+ KB, rendered in \d+(\.\d)? ms/);
  expect(await header.textContent()).toMatch(/Scripts of navigation\d+, [\d.]+ KB, [\d.]+ KB over the network/);
  await takePicture(page, "regions-1440");

  // Frames follow the page; the visit's invariants find no layout shift.
  await page.evaluate(async () => {
    for (let place = 0; place <= 1200; place += 300) {
      scrollTo({ top: place, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo({ top: 0, behavior: "instant" });
  });
  const labels = page.locator(".layer button");
  expect(await labels.count()).toBeGreaterThan(4);
  const since = watchTraffic(visit);
  await footerLink(visit, site, "privacy-policy").evaluate((link: HTMLElement) => link.click());
  await page.waitForURL("**/privacy-policy/");
  const policy = findRow(panel, "compliance/page");
  await policy.waitFor();
  expect(since().documents).toEqual([]);
  expect(await policy.textContent()).toMatch(/1\.0\.0 · [0-9a-f]{8} · stable/);
  await policy.getByRole("button").first().press("Enter");
  expect(await policy.textContent()).toMatch(/rendered in \d+(\.\d)? ms/);
  // Exactly the names that a document of this page has.
  const readNames = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("[id^='single-spa-application:'], [data-slot]")].map(
        ({ id, dataset }) => `${dataset["slot"] ?? id} ${dataset["remote"]} ${dataset["version"]} ${dataset["owner"]}`,
      ),
    );
  const soft = await readNames();
  await page.keyboard.press("Alt+Shift+KeyO");
  await panel.waitFor({ state: "detached" });
  await page.reload();
  expect(soft).toEqual(await readNames());
  await visit.close();
});

test.each([wide, middle, narrow])(
  "the overlay can be used at $width pixels by keyboard, and axe finds nothing",
  async (viewport) => {
    const visit = await openHome(viewport);
    const { page } = visit;
    await takePicture(page, `closed-${viewport.width}`);
    const button = page.getByRole("button", { name: "Overlay", exact: true });
    await button.press("Enter");
    const panel = findPanel(page);
    await panel.waitFor();
    const { x = -1, y = -1, width = 0, height = 0 } = (await panel.boundingBox()) ?? {};
    expect([x >= 0, y >= 0, x + width <= viewport.width, y + height <= viewport.height]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    await findRow(panel, "content/page").getByRole("button").press("Enter");
    await panel.getByRole("combobox", { name: "Release of content" }).waitFor();
    await takePicture(page, `region-${viewport.width}`);
    if (viewport !== middle) await expectAccessible(page);
    await panel.getByRole("tab", { name: "Regions" }).press("ArrowRight");
    await panel.getByRole("heading", { name: "Send one" }).waitFor();
    await takePicture(page, `events-${viewport.width}`);
    if (viewport !== middle) await expectAccessible(page);
    await panel.getByRole("tab", { name: "Report" }).press("Enter");
    await takePicture(page, `report-${viewport.width}`);
    if (viewport !== middle) await expectAccessible(page);
    // As on a desk that is zoomed to 400 %.
    await page.setViewportSize({ width: 320, height: 640 });
    const tabs = await panel.getByRole("tab").all();
    const boxes = await Promise.all(tabs.map((tab) => tab.boundingBox()));
    const pane = await panel.getByRole("tabpanel").boundingBox();
    const end = (pane?.x ?? 0) + (pane?.width ?? 0);
    expect(boxes.filter((box) => !box || box.x < 0 || box.x + box.width > end)).toEqual([]);
    await takePicture(page, `report-${viewport.width}-at-320`);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await waitUntil(() => button.evaluate((element) => element.matches(":focus")), { what: "the focus to come back" });
    await visit.close();
  },
);

test("the overlay can be used above an open modal, leaves it open, and stays when it closes", async () => {
  const visit = await openHome();
  const { page } = visit;
  await touchIslands(page);
  await page
    .getByRole("button", { name: /certificate/i })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.keyboard.press("Alt+Shift+KeyO");
  const panel = findPanel(page);
  await panel.getByRole("tab", { name: "Report" }).click();
  expect(await panel.getByRole("textbox").inputValue()).toContain("### Regions");
  await takePicture(page, "modal-1440");
  // It takes no style of the modal, and does not dim it.
  const styles = await panel.evaluate((element) => {
    const root = element.getRootNode();
    const backdrop = root instanceof ShadowRoot ? getComputedStyle(root.host, "::backdrop").backgroundColor : "none";
    return [getComputedStyle(element).textAlign, backdrop];
  });
  expect(styles).toEqual(["start", "rgba(0, 0, 0, 0)"]);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press("Alt+Shift+KeyO");
  await panel.waitFor();
  await dialog.evaluate((element: HTMLDialogElement) => element.requestClose());
  await dialog.waitFor({ state: "detached" });
  await panel.getByRole("tab", { name: "Report" }).click();
  await visit.close();
});

test("the chosen tab is seen to be chosen also in colours that the tester's system forces", async () => {
  const visit = await browser.visit({ viewport: wide, forcedColors: "active" });
  await signIn(visit, site, "/");
  const panel = await openOverlay(visit.page);
  const lines = await panel
    .getByRole("tab")
    .evaluateAll((tabs) => tabs.map((tab) => [tab.ariaSelected, getComputedStyle(tab).borderBlockEndColor] as const));
  const [chosen] = lines.filter(([isChosen]) => isChosen === "true");
  const others = lines.filter(([isChosen]) => isChosen === "false");
  expect(others).toHaveLength(3);
  for (const [, line] of others) expect(line).not.toBe(chosen?.[1]);
  await visit.close();
});

test("the key writes its letter where text is written", async () => {
  const visit = await openHome();
  const { page } = visit;
  const panel = await openOverlay(page);
  await panel.getByRole("tab", { name: "Events" }).click();
  await panel.getByLabel("Detail").press("Alt+Shift+KeyO");
  expect(await panel.count()).toBe(1);
  await visit.close();
});

test("a tester sees events as they pass and reads an earlier one in peace, sends one that the contract knows, and is told what is wrong with another, also with one that a remote sent", async () => {
  const visit = await openHome();
  const { page } = visit;
  const panel = await openOverlay(page);
  await panel.getByRole("tab", { name: /^Events/ }).click();
  await panel.getByText("route:changed", { exact: true }).last().waitFor();
  await panel.getByRole("combobox", { name: "Event" }).selectOption("toast:requested");
  const detail = panel.getByLabel("Detail");
  const status = panel.getByRole("status");
  await detail.fill("{");
  await panel.getByRole("button", { name: "Send" }).click();
  expect(await status.textContent()).toContain("not JSON");
  await detail.fill(`{ "id": 5 }`);
  await panel.getByRole("button", { name: "Send" }).click();
  expect(await status.textContent()).toMatch(/Invalid/);
  await detail.fill(`{ "id": "hello", "text": "Hello from a tester" }`);
  await panel.getByRole("button", { name: "Send" }).click();
  expect(await status.textContent()).toBe("It was sent.");
  await page.getByText("Hello from a tester", { exact: true }).waitFor();
  // Sent once more, it is said again: screen readers say the same words only when they are put in anew.
  const said = await status.getByText("It was sent.").elementHandle();
  await panel.getByRole("button", { name: "Send" }).click();
  await waitUntil(async () => (await said?.evaluate((old) => old.isConnected)) === false, { what: "new words" });
  expect(await status.textContent()).toBe("It was sent.");

  const events = panel.getByRole("list", { name: "Events" });
  const sendAnother = async (): Promise<number> => {
    const count = await events.getByRole("listitem").count();
    await panel.getByRole("button", { name: "Send" }).click();
    await events.getByRole("listitem").nth(count).waitFor();
    // Pixels from the lower end.
    return events.evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop));
  };
  while ((await events.evaluate((list) => list.scrollHeight - list.clientHeight)) < 40) await sendAnother();
  expect(await sendAnother()).toBe(0);
  await events.evaluate((list) => list.scrollTo(0, 0));
  expect(await sendAnother()).toBeGreaterThan(40);
  await events.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  expect(await sendAnother()).toBe(0);

  await page.evaluate(() => {
    dispatchEvent(new CustomEvent("site:toast:closed", { detail: { id: 3, reason: "button" } }));
    dispatchEvent(new CustomEvent("site:island:hydrated"));
  });
  await panel.getByRole("tab", { name: "Errors 2" }).click();
  expect(await panel.getByRole("tabpanel").textContent()).toMatch(
    /toast:closed is not as the contract says: id: Invalid type: Expected string but received 3/,
  );
  // What the page's policy stops is an error too.
  visit.expects("policy report", /^img-src /);
  await page.evaluate(() => (new Image().src = "https://elsewhere.example/a.png"));
  await panel.getByText("The policy img-src stopped https://elsewhere.example/a.png").waitFor();
  await visit.close();
});

test("a tester breaks a remote, sees what a visitor would, reads why, reports it, and mends it", async () => {
  const visit = await openHome();
  const { page } = visit;
  visit.expects("failed request", /^500 GET \/_release\/navigation\/.*~fail\//);
  visit.permits("console error", /Failed to load resource|RUNTIME-008|navigation/);
  let panel = await openOverlay(page);
  await findRow(panel, "navigation/header").getByRole("button").click();
  await page.evaluate(() => (location.hash = "#main"));
  // What fails before the overlay's script runs is told as well.
  const failed = Promise.withResolvers<void>();
  await page.route("**/-/overlay/*.js", async (route) => {
    await failed.promise;
    await route.continue();
  });
  await panel.getByRole("button", { name: "Fail", exact: true }).click();
  const mark = page.getByRole("region", { name: "Broken on purpose" });
  await mark.waitFor();
  expect(page.url()).toBe(`${site.origin}/#main`);
  expect(await mark.textContent()).toContain("The scripts of navigation are answered with an error");
  await untilCore(visit);
  await touchIslands(page);
  // The server's HTML stays, as for a visitor.
  expect(await page.locator("header nav").first().textContent()).not.toBe("");
  await page.evaluate(() => dispatchEvent(new ErrorEvent("error", { message: "An early error" })));
  expect(await mark.getByRole("button", { name: "Overlay" }).isDisabled()).toBe(true);
  await waitUntil(async () => (await visit.events()).some(({ name }) => name === "remote:failed"), {
    what: "the failure",
  });
  failed.resolve();
  await mark.getByRole("button", { name: "Overlay", disabled: false }).press("Enter");
  panel = findPanel(page);
  await findRow(panel, "navigation/header").getByText("broken").waitFor();
  await takePicture(page, "broken-1440");
  await page.setViewportSize(narrow);
  await takePicture(page, "broken-390");
  await expectAccessible(page);
  await page.setViewportSize(wide);
  await panel.getByRole("tab", { name: /^Errors/ }).click();
  expect(await panel.getByRole("tabpanel").textContent()).toMatch(/An early error[^]*navigation\/header .*load/);
  await takePicture(page, "errors-1440");
  await panel.getByRole("tab", { name: "Report" }).click();
  const report = await panel.getByRole("textbox").inputValue();
  expect(report).toContain("- Broken on purpose: the scripts of navigation are answered with an error");
  expect(report).toMatch(/- navigation\/header: broken/);
  const [, link = ""] = /- Shown again by: (\S+)/.exec(report) ?? [];
  await mark.getByRole("button", { name: "Mend navigation" }).click();
  await mark.waitFor({ state: "detached" });
  expect(page.url()).toBe(`${site.origin}/#main`);
  await untilCore(visit);
  await touchIslands(page);
  panel = await openOverlay(page);
  await findRow(panel, "navigation/header")
    .getByText(/hydrated/)
    .waitFor();
  await page.goto(link);
  await page.getByRole("heading", { name: "See other releases" }).waitFor();
  await visit.close();
});

test("a tester sees which files of a page are missing: those from before the overlay ran, and a picture that comes later", async () => {
  const visit = await browser.visit({ viewport: narrow, reducedMotion: "reduce" });
  const { page } = visit;
  visit.expects("failed request", /\/assets\/logo\.svg|\/assets\/flags\//);
  visit.permits("console error", /Failed to load resource/);
  await page.route("**/assets/logo.svg", (route) => route.fulfill({ status: 404 }));
  await page.route("**/assets/flags/*", (route) => route.abort());
  await signIn(visit, site, "/about-us/");
  await untilCore(visit);
  const panel = await openOverlay(page);
  await panel.getByRole("tab", { name: /^Errors/ }).click();
  await panel.getByText("The server answered 404: /assets/logo.svg").waitFor();
  await page.evaluate(() => {
    const flag = new Image();
    flag.src = "/assets/flags/ph.svg";
    document.querySelector("main")?.append(flag);
  });
  await panel.getByText("It could not be loaded: /assets/flags/ph.svg").waitFor();
  await panel.getByRole("tab", { name: "Report" }).click();
  expect(await panel.getByRole("textbox").inputValue()).toContain("ms: The server answered 404: /assets/logo.svg");
  await visit.close();
});

test("a tester swaps the release of a region, comes back to the same page with it, and its island works", async () => {
  const visit = await browser.visit({ viewport: wide });
  const { page } = visit;
  await signIn(visit, site, "/about-us/?a=1");
  const panel = await openOverlay(page);
  await findRow(panel, "content/page").getByRole("button").click();
  const choice = panel.getByRole("combobox", { name: "Release of content" });
  // The list of releases is fetched when the row is opened.
  const listed = new RegExp(`^${candidate.version}, admitted 2\\d{3}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$`);
  await choice.locator("option", { hasText: listed }).waitFor({ state: "attached" });
  await choice.selectOption(`content@${candidate.version}`);
  // The place in the page counts that the address names when the form is sent.
  await page.evaluate(() => (location.hash = "#main"));
  await panel.getByRole("button", { name: "Show it to me" }).click();
  await page.getByRole("heading", { name: "See other releases" }).waitFor();
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: "__Host-override" }));
  await page.getByRole("button", { name: "Show them to me" }).click();
  await page.waitForURL(`${site.origin}/about-us/?a=1#main`);
  const mark = page.getByRole("region", { name: "Preview" });
  expect(await mark.textContent()).toContain(candidate.label);
  await mark.getByRole("button", { name: "Overlay" }).click();
  const row = findRow(findPanel(page), "content/page");
  expect(await row.textContent()).toContain(`${candidate.version.split("-")[1]?.slice(0, 8)} · override`);
  await takePicture(page, "override-1440");
  for (const { width, height } of [wide, middle, narrow]) {
    await page.setViewportSize({ width, height });
    await page.locator(".layer button").first().waitFor();
    // The panel follows the size of the window in a later frame.
    await expect.poll(() => mark.evaluate(listCovered), { message: `${width} pixels` }).toEqual([]);
  }
  await visit.close();
});

/** Runs in the page: the texts of the controls in an element that something lies above. */
function listCovered(element: Element): (string | null)[] {
  return [...element.querySelectorAll("a, button")]
    .filter((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return [0.1, 0.5, 0.9].some((part) => {
        const hit = document.elementFromPoint(left + width / 2, top + height * part);
        return !hit || !element.contains(hit);
      });
    })
    .map(({ textContent }) => textContent);
}

test("a report names the releases that the page shows, also one that went live since, and where a promise was rejected", async () => {
  const visit = await browser.visit({ viewport: narrow, reducedMotion: "reduce" });
  const { page } = visit;
  // This page shows nothing of the package. The home page, which does, is not fetched ahead: so the next page is shown in the same document.
  await page.route(`${site.origin}/_payload.json*`, (route) => route.abort());
  visit.permits("failed request", /_FAILED GET \/_payload\.json/);
  await signIn(visit, site, "/privacy-policy/");
  await untilCore(visit);
  const panel = await openOverlay(page);
  const promoted = startCommand(site.storeDir, "promote", candidate.label, "--why", "a test");
  expect((await promoted.result).exitCode).toBe(0);
  await waitUntil(
    async () => (await fetch(`${site.origin}/about-us/`)).text().then((html) => html.includes("candidate")),
    {
      what: "the promoted release",
    },
  );
  const since = watchTraffic(visit);
  await openAboutUs(page);
  expect(since().documents).toEqual([]);
  await findRow(panel, "content/page").waitFor();
  visit.expects("uncaught error", /the balance is away/);
  await page.evaluate(() => {
    const error = new Error("the balance is away");
    error.stack = `${String(error)}\n    at pay (${location.origin}/_release/content/1.0.0-0123456789ab/12.js:1:234)`;
    setTimeout(() => void Promise.reject(error));
  });
  await panel.getByRole("tab", { name: "Errors 1" }).click();
  await panel.getByRole("tab", { name: "Report" }).click();
  const report = await panel.getByRole("textbox").inputValue();
  expect(report).toContain(`- content ${candidate.version} (stable)`);
  expect(report).toContain("another release of content went live after the page was loaded");
  const [, link = ""] = /- Shown again by: (\S+)/.exec(report) ?? [];
  expect(new URL(link).searchParams.get("with")).toContain(candidate.label);
  expect(report).toContain(
    "ms: Not handled: Error: the balance is away (/_release/content/1.0.0-0123456789ab/12.js:1:234)",
  );
  await visit.close();
});
