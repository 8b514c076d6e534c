import type { BrowserContextOptions } from "playwright";
import { expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink } from "../releases/soft-visit.ts";
import { listHeard, openListening, ownDialog, requestOwn, send, useInTurn } from "./overlay-visit.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const overlaysScript = "**/_release/shell/**/overlays.js";

const { site, browser } = useSite("GGPPH");
const onPage = useInTurn(open);
const onStillPage = useInTurn(() => openStill());
const onStillPhone = useInTurn(() => openStill(phone));
/** A page on which toasts are refused. */
const onRefusingPage = useInTurn(async () => {
  const visited = await open();
  visited.expects("console error", /^SiteError: There is no toast one to change\./);
  visited.expects("console error", /^SiteError: A toast cannot be shown; /);
  return visited;
});

test("B167 a toast has the text, colours, class and click it was given, under its id", async () => {
  const visited = await onPage();
  const { page } = visited;
  await page.evaluate(() => {
    const detail = {
      id: "saved",
      text: "Saved",
      backgroundColor: "teal",
      color: "white",
      timeout: 0,
      class: "navigation-test",
      click: () => window.heard.push("clicked"),
    };
    window.dispatchEvent(new CustomEvent("site:toast:requested", { detail }));
  });
  const saved = toast(visited, "saved");
  await saved.waitFor();
  expect(await saved.getAttribute("class")).toMatch(/ navigation-test$/);
  expect(await readColours(visited, "saved")).toEqual({ ground: "rgb(0, 128, 128)", ink: "rgb(255, 255, 255)" });
  await saved.getByRole("button", { name: "Saved", exact: true }).click();
  expect(await listHeard(visited)).toEqual(["clicked"]);
  expect(await saved.isVisible()).toBe(true);
  await expectQuiet(visited);
});

test("B167 B168 B169 a toast that says only its text is white on red, large and bold, and named by the time", async () => {
  const visited = await onPage();
  const before = Date.now();
  await send(visited.page, "toast:requested", { text: "Hello" });
  const only = visited.page.locator("[data-toast]");
  await only.waitFor();
  const id = (await only.getAttribute("data-toast")) ?? "";
  expect(Number(id)).toBeGreaterThanOrEqual(before);
  expect(await readColours(visited, id)).toEqual({ ground: "rgb(255, 0, 0)", ink: "rgb(255, 255, 255)" });
  const { size, weight } = await only.getByText("Hello").evaluate((element) => {
    const { fontSize, fontWeight } = getComputedStyle(element);
    return { size: Number.parseFloat(fontSize), weight: Number(fontWeight) };
  });
  expect(size).toBeGreaterThanOrEqual(18.66);
  expect(weight).toBeGreaterThanOrEqual(700);
  await expectQuiet(visited);
});

test("B170 B172 a toast stays for 50 seconds unless told otherwise, and with a timeout of zero for ever", async () => {
  const visited = await onStillPage();
  const { page } = visited;
  await add(visited, { id: "default", text: "default" });
  await add(visited, { id: "short", text: "short", timeout: 2000 });
  await add(visited, { id: "stays", text: "stays", timeout: 0 });
  await page.clock.runFor(1999);
  expect(await listToasts(visited)).toEqual(["default", "short", "stays"]);
  await page.clock.runFor(1);
  await expectToasts(visited, ["default", "stays"]);
  await page.clock.runFor(47_999);
  expect(await listToasts(visited)).toEqual(["default", "stays"]);
  await page.clock.runFor(1);
  await expectToasts(visited, ["stays"]);
  await page.clock.runFor("24:00:00");
  expect(await listToasts(visited)).toEqual(["stays"]);
  expect(await listHeard(visited)).toEqual(["toast:closed short timeout", "toast:closed default timeout"]);
});

test("B171 a toast with the id of one that is shown is not added", async () => {
  const visited = await onPage();
  await add(visited, { id: "one", text: "first" });
  await send(visited.page, "toast:requested", { id: "one", text: "second" });
  await add(visited, { id: "two", text: "third" });
  expect(await toast(visited, "one").innerText()).toBe("first");
  expect(await listToasts(visited)).toEqual(["one", "two"]);
  await expectQuiet(visited);
});

test("B171 the same text is shown once, however often it is asked for, and again after it is gone", async () => {
  const visited = await onPage();
  const { page } = visited;
  await add(visited, { id: "one", text: "No connection" });
  for (const id of ["two", "three"]) await send(page, "toast:requested", { id, text: "No connection" });
  await add(visited, { id: "other", text: "Saved" });
  expect(await listToasts(visited)).toEqual(["one", "other"]);
  await send(page, "toast:removed", { id: "three" });
  await expectToasts(visited, ["other"]);
  await add(visited, { id: "again", text: "No connection" });
  await expectQuiet(visited);
});

test.for(["keyboard", "mouse", "finger"] as const)(
  "B172 after a toast is closed by %s the focus is back where it was, and later toasts still close by themselves",
  async (means) => {
    const visited = await (means === "finger" ? onStillPhone() : onStillPage());
    const { page } = visited;
    const link = footerLink(visited, site(), "privacy-policy");
    await link.focus();
    await add(visited, { id: "closed", text: "closed", timeout: 0 });
    const button = toast(visited, "closed").getByRole("button", { name: "Close notification" });
    if (means === "keyboard") {
      await button.focus();
      await page.keyboard.press("Enter");
    } else if (means === "finger") await button.tap();
    else await button.click();
    await expectToasts(visited, []);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    if (means === "mouse") await page.mouse.move(20, 600);
    await add(visited, { id: "later", text: "later", timeout: 1000 });
    await page.clock.runFor(1000);
    await expectToasts(visited, []);
  },
);

test("B172 a toast that closes with the focus on it, when nothing had it before or what had it is gone, leaves it on the page's content", async () => {
  const visited = await onPage();
  const { page } = visited;
  for (const hadFocus of [false, true]) {
    await page.evaluate((had) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      if (!had) return;
      const button = document.createElement("button");
      button.id = "gone";
      document.querySelector("main")?.append(button);
      button.focus();
    }, hadFocus);
    await add(visited, { id: "one", text: "one", timeout: 0 });
    await toast(visited, "one").getByRole("button", { name: "Close notification" }).focus();
    await page.evaluate(() => document.getElementById("gone")?.remove());
    await page.keyboard.press("Enter");
    await expectToasts(visited, []);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  }
  await expectQuiet(visited);
});

test("B173 B174 a callback runs while its toast is still shown, which then closes: by time and by its button", async () => {
  const visited = await onStillPage();
  const { page } = visited;
  await page.evaluate(() => {
    for (const [id, timeout] of [
      ["time", 1000],
      ["button", 0],
    ] as const) {
      const callback = (): void =>
        void window.heard.push(`callback of ${id}, shown: ${document.querySelector(`[data-toast="${id}"]`) !== null}`);
      window.dispatchEvent(new CustomEvent("site:toast:requested", { detail: { id, text: id, timeout, callback } }));
    }
  });
  await expectToasts(visited, ["button", "time"]);
  await page.clock.runFor(1000);
  await expectToasts(visited, ["button"]);
  await toast(visited, "button").getByRole("button", { name: "Close notification" }).click();
  await expectToasts(visited, []);
  expect(await listHeard(visited)).toEqual([
    "callback of time, shown: true",
    "toast:closed time timeout",
    "callback of button, shown: true",
    "toast:closed button button",
  ]);
});

test("B175 toasts are added, changed, removed by id and cleared; a change of one that is gone is refused", async () => {
  const visited = await onRefusingPage();
  const { page } = visited;
  for (const id of ["one", "three", "two"]) await add(visited, { id, text: id });
  await send(page, "toast:updated", { id: "one", text: "uno", backgroundColor: "green" });
  await waitUntil(async () => (await toast(visited, "one").innerText()) === "uno", { what: "the change" });
  expect((await readColours(visited, "one")).ground).toBe("rgb(0, 128, 0)");
  await send(page, "toast:removed", { id: "two" });
  await expectToasts(visited, ["one", "three"]);
  await send(page, "toast:cleared", {});
  await expectToasts(visited, []);
  await send(page, "toast:updated", { id: "one", text: "late" });
  await waitUntil(async () => (await listHeard(visited)).includes("toast:refused There is no toast one to change."), {
    what: "the refusal",
  });
});

test("a page that shows no toast fetches none of their code; toasts slide to their new places when another one comes, goes or changes: nothing jumps under the pointer", async () => {
  const visited = await open();
  const { page, requests } = visited;
  await page.waitForLoadState("networkidle");
  expect(
    requests.map((request) => request.url()).filter((url) => /\/(overlays|modals)[^/]*\.js$/.test(url)),
    "a page without a toast",
  ).toEqual([]);
  await expectQuiet(visited);

  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.heard.push(entry.entryType);
    }).observe({ type: "layout-shift" });
  });
  await add(visited, { id: "first", text: "first" });
  await waitForRest(visited);
  await add(visited, { id: "second", text: "second" });
  await waitForRest(visited);
  await send(page, "toast:updated", { id: "second", text: "second\nand more" });
  await toast(visited, "second").getByText("and more").waitFor();
  await waitForRest(visited);
  await send(page, "toast:removed", { id: "second" });
  await expectToasts(visited, ["first"]);
  await waitForRest(visited);
  expect(await listHeard(visited)).not.toContain("layout-shift");
  // There is room for more toasts below: the page is pressed there.
  expect(await page.evaluate(() => document.elementFromPoint(1200, 600)?.closest("main")?.id)).toBe("content");
  await visited.close();
});

test("B176 toasts are above a modal and can be read and pressed there, those that came before it and after it", async () => {
  const visited = await onPage();
  const { page } = visited;
  await add(visited, { id: "before", text: "before" });
  await requestOwn(page, "one");
  await ownDialog(page, "one").and(page.locator(":modal")).waitFor();
  await add(visited, { id: "after", text: "after" });
  await requestOwn(page, "two");
  await ownDialog(page, "two").and(page.locator(":modal")).waitFor();
  for (const id of ["before", "after"]) {
    await waitForRest(visited);
    // By role: what is inert has none. By the mouse: what is beneath is not pressed.
    const close = page.getByRole("button", { name: "Close notification" }).and(toast(visited, id).getByRole("button"));
    const box = await close.boundingBox();
    if (!box) throw new Error(`The toast ${id} is not shown.`);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await toast(visited, id).waitFor({ state: "detached" });
  }
  expect(await page.locator("dialog:modal").count()).toBe(2);
  await add(visited, { id: "last", text: "last" });
  for (const left of [1, 0]) {
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog:modal").count()).toBe(left);
    await page.getByRole("button", { name: "Close notification" }).waitFor();
  }
  await expectQuiet(visited);
});

test("a red toast is an assertive live region, any other a polite one", async () => {
  const visited = await onPage();
  await add(visited, { id: "red", text: "It failed", timeout: 0 });
  await add(visited, { id: "green", text: "It worked", backgroundColor: "green", timeout: 0 });
  expect(await visited.page.getByRole("alert").getByText("It failed").count()).toBe(1);
  expect(await visited.page.getByRole("status").getByText("It worked").count()).toBe(1);
  await expectQuiet(visited);
});

test("HTML in a toast is shown as text, and a hostile colour or class is refused by a sentence", async () => {
  const visited = await onRefusingPage();
  const { page } = visited;
  const html = "<img src=x onerror='window.__pwned=1'><b>Hi</b>";
  await add(visited, { id: "html", text: html });
  expect(await toast(visited, "html").innerText()).toBe(html);
  expect(await page.locator("[data-toast] :is(img, b)").count()).toBe(0);
  for (const [field, value] of [
    ["backgroundColor", "red;position:fixed;inset:0"],
    ["color", "url(https://evil.example/)"],
    ["class", 'a" onclick="x'],
  ]) {
    await send(page, "toast:requested", { id: "hostile", text: "x", [String(field)]: value });
    await waitUntil(
      async () =>
        (await listHeard(visited)).some((one) => one.startsWith(`toast:refused A toast cannot be shown; ${field}: `)),
      { what: `the refusal of ${field}` },
    );
  }
  expect(await listToasts(visited)).toEqual(["html"]);
  expect(await page.evaluate(() => window.__pwned)).toBeUndefined();
  expect(await visited.violations()).toEqual([]);
});

test("of a thousand toasts the newest five are shown, the rest on request, and all are closed at once", async () => {
  const visited = await onPage();
  const { page } = visited;
  await page.evaluate(() => {
    for (let index = 0; index < 1000; index += 1) {
      window.dispatchEvent(
        new CustomEvent("site:toast:requested", {
          detail: { id: `t${String(index).padStart(3, "0")}`, text: `Toast ${index}`, timeout: 0 },
        }),
      );
    }
  });
  await expectToasts(visited, ["t995", "t996", "t997", "t998", "t999"]);
  await page.getByRole("button", { name: "Show 995 more" }).click();
  await waitUntil(async () => (await listToasts(visited)).length === 1000, { what: "all toasts" });
  const close = page.getByRole("button", { name: "Close all" });
  await close.click();
  await expectToasts(visited, []);
  await expectQuiet(visited);
});

test("toasts outlive the region that asked for them and the page they were asked for on", async () => {
  const visited = await open();
  // The header is taken away, maybe so soon before the click that the browser takes it for what the click did.
  visited.permits("layout shift", / to 0,0 1425x900/);
  const { page } = visited;
  await page.evaluate(() => {
    const detail = { id: "kept", text: "kept", timeout: 0, callback: () => window.heard.push("callback") };
    window.dispatchEvent(new CustomEvent("site:toast:requested", { detail }));
    document.querySelector("header [data-island], [data-island]")?.remove();
  });
  await footerLink(visited, site(), "privacy-policy").click();
  await expectShown(visited, site(), "/privacy-policy/");
  await toast(visited, "kept").getByRole("button").click();
  await expectToasts(visited, []);
  expect(await listHeard(visited)).toEqual(["callback", "toast:closed kept button"]);
  await visited.close();
});

test("when the code of toasts does not load, their text is shown as a plain note; the next request loads the code again", async () => {
  const visited = await open();
  visited.expects("failed request", /_FAILED GET .*\/overlays\.js$/);
  visited.expects("console error", /^ChunkLoadError: Loading chunk overlays failed/);
  const { page } = visited;
  await page.route(overlaysScript, (route) => route.abort());
  await send(page, "toast:requested", { text: "The table is full." });
  const note = page.getByRole("alert").getByRole("button", { name: "The table is full." });
  await note.click();
  expect(await note.count()).toBe(0);
  await page.unroute(overlaysScript);
  await add(visited, { id: "again", text: "again" });
  await visited.close();
});

function open(): Promise<Visit> {
  return openListening(browser(), site(), "/contact/");
}

/** A page with the code of toasts there and time standing still: it passes when a test says so. */
async function openStill(options: BrowserContextOptions = {}): Promise<Visit> {
  const visiting = browser().visit(options);
  const { page } = await visiting;
  await page.clock.install();
  const visited = await openListening({ ...browser(), visit: () => visiting }, site(), "/contact/");
  await add(visited, { id: "warm", text: "warm" });
  await send(page, "toast:cleared", {});
  await expectToasts(visited, []);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  return visited;
}

function toast({ page }: Visit, id: string) {
  return page.locator(`[data-toast="${id}"]`);
}

async function add(visited: Visit, detail: { id: string; text: string } & Record<string, unknown>): Promise<void> {
  await send(visited.page, "toast:requested", detail);
  await toast(visited, detail.id).waitFor();
}

/** Until all toasts have come to where they are shown, and were painted there. */
async function waitForRest({ page }: Visit): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** The ids of the toasts that are shown, in the order of the alphabet. */
async function listToasts({ page }: Visit): Promise<string[]> {
  const ids = await page
    .locator("[data-toast]")
    .evaluateAll((toasts) => toasts.map((one) => one.getAttribute("data-toast") ?? ""));
  return ids.toSorted();
}

function expectToasts(visited: Visit, ids: string[]): Promise<void> {
  return waitUntil(async () => (await listToasts(visited)).join() === ids.join(), {
    what: `the toasts ${ids.join() || "to be gone"}`,
  });
}

function readColours(visited: Visit, id: string): Promise<{ ground: string; ink: string }> {
  return toast(visited, id).evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return { ground: backgroundColor, ink: color };
  });
}

/** Nothing broke and no policy was violated. */
async function expectQuiet({ messages, violations }: Visit): Promise<void> {
  expect(messages).toEqual([]);
  expect(await violations()).toEqual([]);
}
