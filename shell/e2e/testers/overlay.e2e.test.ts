import type { Locator } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { spendFirstPointer, type Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { touchIslands } from "../harness/touch-islands.ts";
import { footerLink, untilCore, watchTraffic } from "../releases/soft-visit.ts";
import {
  expectAccessible,
  findPanel,
  findRow,
  middle,
  narrow,
  openOverlay,
  shareTester,
  readLayout,
  signIn,
  takePicture,
  wide,
} from "./overlay-visit.ts";

const used = useSite("GGPPH");
const { site, visit } = used;
const tester = shareTester(used);

/** Opens home for the tester who signed in, with the core running and the overlay closed. */
async function openHome(viewport = wide): Promise<void> {
  await tester().page.setViewportSize(viewport);
  await tester().page.goto(`${site().origin}/`);
  await untilCore(tester());
}

/** The overlay's panel, which a test before may have left open. */
async function showOverlay(): Promise<Locator> {
  const panel = findPanel(tester().page);
  return (await panel.isVisible()) ? panel : openOverlay(tester().page);
}

async function hideOverlay(): Promise<void> {
  const panel = await showOverlay();
  await tester().page.keyboard.press("Alt+Shift+KeyO");
  await panel.waitFor({ state: "detached" });
}

test("a tester sees by a key which release each region is of, what became of its island, and the same after a soft navigation", async () => {
  await openHome();
  const { page } = tester();
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
  const since = watchTraffic(tester());
  await footerLink(tester(), site(), "privacy-policy").evaluate((link: HTMLElement) => link.click());
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
});

test.each([wide, middle, narrow])(
  "the overlay can be used at $width pixels by keyboard, and axe finds nothing",
  async (viewport) => {
    await openHome(viewport);
    const { page } = tester();
    await takePicture(page, `closed-${viewport.width}`);
    const button = page.getByRole("button", { name: "Overlay", exact: true, disabled: false });
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
    await panel.getByRole("button", { name: "Fail", exact: true }).waitFor();
    await takePicture(page, `region-${viewport.width}`);
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
  },
);

describe("on one document", () => {
  beforeAll(() => openHome());

  test("a remote whose HTML says that it is another's region adds no region to what a tester sees", async () => {
    const { page } = tester();
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
    const panel = await showOverlay();
    await findRow(panel, "navigation/header").waitFor();
    expect(await panel.textContent()).not.toContain("9.9.9");
  });

  test("the overlay can be used above an open modal, leaves it open, and stays when it closes", async () => {
    const { page } = tester();
    await hideOverlay();
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
  });

  test("the chosen tab is seen to be chosen also in colours that the tester's system forces", async () => {
    const panel = await showOverlay();
    await tester().page.emulateMedia({ forcedColors: "active" });
    const lines = await panel
      .getByRole("tab")
      .evaluateAll((tabs) => tabs.map((tab) => [tab.ariaSelected, getComputedStyle(tab).borderBlockEndColor] as const));
    const [chosen] = lines.filter(([isChosen]) => isChosen === "true");
    const others = lines.filter(([isChosen]) => isChosen === "false");
    expect(others).toHaveLength(3);
    for (const [, line] of others) expect(line).not.toBe(chosen?.[1]);
    await tester().page.emulateMedia({ forcedColors: null });
  });

  test("the key writes its letter where text is written", async () => {
    const panel = await showOverlay();
    await panel.getByRole("tab", { name: "Events" }).click();
    await panel.getByLabel("Detail").press("Alt+Shift+KeyO");
    expect(await panel.count()).toBe(1);
  });

  test("a tester sees events as they pass and reads an earlier one in peace, sends one that the contract knows, and is told what is wrong with another, also with one that a remote sent", async () => {
    const { page } = tester();
    const panel = await showOverlay();
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
    tester().expects("policy report", /^img-src /);
    await page.evaluate(() => (new Image().src = "https://elsewhere.example/a.png"));
    await panel.getByText("The policy img-src stopped https://elsewhere.example/a.png").waitFor();
  });
});

/** Waits for the last of what a page asks for that is left alone: the typeface, once for its headline and once more from the core. */
async function untilTypeface(visited: Visit, from: number): Promise<void> {
  const { requests } = visited;
  await untilCore(visited);
  await waitUntil(() => requests.slice(from).filter((request) => request.url().endsWith("/archivo.woff2")).length > 1, {
    what: "the typeface that the core asks for",
  });
}

/** The paths that a visit asked for from a moment on, without the manifest, which a page asks for a second after it is there. */
const listPaths = ({ requests }: Visit, from: number): string[] =>
  requests
    .slice(from)
    .map((request) => new URL(request.url()).pathname)
    .filter((path) => !path.startsWith("/builds/meta/"))
    .toSorted();

/** Whether an optional font is in time is the network's doing, not the overlay's. */
async function openWithoutTypeface(): Promise<Visit> {
  const opened = await visit({ viewport: wide, reducedMotion: "reduce" });
  opened.expects("failed request", /_FAILED GET .*\.woff2$/);
  await opened.page.route("**/*.woff2", (route) => route.abort());
  return opened;
}

test("the overlay moves nothing on a page, on a desk and on a phone, and a visitor asks for no byte of it", async () => {
  const [visitor, seeing] = await Promise.all([openWithoutTypeface(), openWithoutTypeface()]);
  await signIn(seeing, site(), "/");
  for (const viewport of [wide, narrow]) {
    const at = `at ${viewport.width} pixels`;
    const look = async (visited: Visit): Promise<{ html: string; paths: string[] }> => {
      // A page that is open when the window becomes narrow would ask for another size of its picture.
      await visited.page.goto("about:blank");
      await spendFirstPointer(visited.page);
      await visited.page.setViewportSize(viewport);
      const from = visited.requests.length;
      const document = await visited.page.goto(`${site().origin}/about-us/`);
      await untilTypeface(visited, from);
      return { html: (await document?.text()) ?? "", paths: listPaths(visited, from) };
    };
    const { html, paths } = await look(visitor);
    expect(html, at).not.toMatch(/overlay\/|tester/);
    expect(
      paths.filter((path) => path.startsWith("/-/")),
      at,
    ).toEqual([]);
    const { paths: own } = await look(seeing);
    expect(
      own.filter((path) => !path.startsWith("/-/overlay/")),
      at,
    ).toEqual(paths);
    expect(own.filter((path) => path.startsWith("/-/overlay/")).length, at).toBe(1);
    expect(await readLayout(seeing.page), at).toEqual(await readLayout(visitor.page));
    await openOverlay(seeing.page);
    expect(await readLayout(seeing.page), at).toEqual(await readLayout(visitor.page));
    expect(await seeing.violations(), at).toEqual([]);
  }
  await visitor.close();
  await seeing.close();
});
