import type { BrowserContextOptions } from "playwright";
import { describe, expect, test } from "vitest";
import type { Visit } from "../harness/open-browser.ts";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { listHeard, openListening, ownDialog, requestOwn, send, useInTurn } from "./overlay-visit.ts";
import { swipe } from "./swipe.ts";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const { site, browser } = useSite("GGPPH");
const openPage = (options?: BrowserContextOptions): Promise<Visit> =>
  openListening(browser(), site(), "/contact/", options);
const onDesk = useInTurn(() => openPage());
const onPhone = useInTurn(() => openPage(phone));
/** Where tests put what opens a modal, which comes and goes above the footer. */
const onPageWithOpener = useInTurn(async () => {
  const visited = await openPage();
  visited.expects("layout shift", /navigation\/footer|by <footer /);
  return visited;
});

test("B157 every listener hears a modal's life in order: before it opens, opened, before it closes, closed, pressed outside", async () => {
  const visited = await open("one");
  expect(await listHeard(visited)).toEqual(["modal:before-open one", "modal:opened one"]);
  await visited.page.mouse.click(20, 450);
  await expectClosed(visited, "one");
  expect(await listHeard(visited)).toEqual([
    "modal:before-open one",
    "modal:opened one",
    "modal:before-close one outside",
    "modal:closed one outside",
    "modal:click-outside one",
  ]);
  await expectQuiet(visited);
});

test("B157 stop() keeps a modal from opening, and an open one from closing by any key, press or button", async () => {
  // A page without a press before: what browsers let through depends on those.
  const visited = await openPage();
  const { page } = visited;
  await page.evaluate(() => void window.stopping.push("modal:before-open"));
  await requestOwn(page, "one");
  await waitUntil(async () => (await listHeard(visited)).length > 0, { what: "the wish to open" });
  expect(await listOpen(visited)).toEqual([]);
  await page.evaluate(() => void (window.stopping = ["modal:before-close"]));
  await requestOwn(page, "two");
  await expectOpen(visited, "two");
  await page.keyboard.press("Escape");
  // A second one is what browsers let through when a page only listens to `cancel`.
  await page.keyboard.press("Escape");
  await page.mouse.click(20, 450);
  await ownDialog(page, "two").getByRole("button").click();
  await send(page, "modal:close-requested", { id: "two" });
  expect(await listOpen(visited)).toEqual(["two"]);
  expect((await listHeard(visited)).filter((one) => one.startsWith("modal:closed"))).toEqual([]);
  await page.evaluate(() => void (window.stopping = []));
  await send(page, "modal:close-requested", { id: "two" });
  await expectClosed(visited, "two");
  await expectQuiet(visited);
});

test("B158 B166 Escape closes a modal, and of several only the topmost", async () => {
  const visited = await open("one", "two", "three");
  for (const left of [["one", "two"], ["one"], []]) {
    await visited.page.keyboard.press("Escape");
    expect(await listOpen(visited)).toEqual(left);
  }
  await expectQuiet(visited);
});

test("B159 a press outside closes; a drag that begins inside, or ends there, does not", async () => {
  const visited = await open("one");
  const { page } = visited;
  const { x, y } = await centreOf(visited, "one");
  for (const [from, to] of [
    [
      { x, y },
      { x: 20, y },
    ],
    [
      { x: 20, y },
      { x, y },
    ],
  ] as const) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    expect(await listOpen(visited)).toEqual(["one"]);
  }
  await page.mouse.click(x, y);
  expect(await listOpen(visited)).toEqual(["one"]);
  await page.mouse.click(20, y);
  expect(await listOpen(visited)).toEqual([]);
  await expectQuiet(visited);
});

// The modal is 300 px high: a tenth is 30.
const swipes = [
  {
    name: "B160 a slow swipe of more than a tenth of the modal closes it",
    distance: 36,
    milliseconds: 900,
    closes: true,
  },
  { name: "B161 a swipe of at most 300 ms closes it, short as it is", distance: 24, milliseconds: 280, closes: true },
  { name: "B162 a shorter and slower swipe does not", distance: 24, milliseconds: 900, closes: false },
  { name: "B160 a swipe the other way does not", distance: -80, milliseconds: 900, closes: false },
];
test.for(swipes)("$name", async ({ distance, milliseconds, closes }) => {
  const visited = await openOn(onPhone, "one");
  await swipe(visited.page, { from: await centreOf(visited, "one"), by: { x: 0, y: distance }, milliseconds });
  expect(await listOpen(visited)).toEqual(closes ? [] : ["one"]);
  if (closes) expect(await listHeard(visited)).toContain("modal:closed one swipe");
  await expectQuiet(visited);
});

test("B162 the modal follows the finger and bounces back to where it was", async () => {
  const visited = await openOn(onPhone, "one");
  const dialog = ownDialog(visited.page, "one");
  const place = (): Promise<number> => dialog.evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  await swipe(visited.page, {
    from: await centreOf(visited, "one"),
    by: { x: 0, y: 24 },
    milliseconds: 900,
    onHeld: async () => expect(await place()).toBeCloseTo(before + 24, 0),
  });
  await waitUntil(async () => (await place()) === before, { what: "the modal to be back" });
  await expectQuiet(visited);
});

test.for([
  { edge: "top", by: { x: 0, y: -60 } },
  { edge: "right", by: { x: 60, y: 0 } },
  { edge: "bottom", by: { x: 0, y: 60 } },
  { edge: "left", by: { x: -60, y: 0 } },
] as const)("B160 a sheet from the $edge is swiped back there, and nowhere else", async ({ edge, by }) => {
  const visited = await onPhone();
  await requestOwn(visited.page, "sheet", edge);
  await expectOpen(visited, "sheet");
  const from = await centreOf(visited, "sheet");
  await swipe(visited.page, { from, by: { x: -by.x, y: -by.y }, milliseconds: 900 });
  expect(await listOpen(visited)).toEqual(["sheet"]);
  await swipe(visited.page, { from, by, milliseconds: 900 });
  expect(await listOpen(visited)).toEqual([]);
  await expectQuiet(visited);
});

test("B160 what scrolls inside a modal scrolls first: a swipe closes only from its top", async () => {
  const visited = await openOn(onPhone, "one");
  const dialog = ownDialog(visited.page, "one");
  await dialog.evaluate((element) => {
    element.style.overflow = "auto";
    const long = document.createElement("p");
    long.style.height = "2000px";
    element.append(long);
    element.scrollTop = 400;
  });
  const from = await centreOf(visited, "one");
  await swipe(visited.page, { from, by: { x: 0, y: 120 }, milliseconds: 900 });
  expect(await listOpen(visited)).toEqual(["one"]);
  await dialog.evaluate((element) => void (element.scrollTop = 0));
  await swipe(visited.page, { from, by: { x: 0, y: 120 }, milliseconds: 900 });
  expect(await listOpen(visited)).toEqual([]);
  await expectQuiet(visited);
});

test("B163 the page beneath neither scrolls nor shifts while a modal is open, until the last one closes", async () => {
  const visited = await onDesk();
  const { page } = visited;
  await page.evaluate(() => scrollTo(0, 300));
  const look = () =>
    page.evaluate(() => ({ top: scrollY, left: document.querySelector("main > h1")?.getBoundingClientRect().left }));
  const before = await look();
  for (const id of ["one", "two"]) {
    await requestOwn(page, id);
    await expectOpen(visited, id);
  }
  const wheel = async (): Promise<void> => {
    await page.mouse.move(20, 450);
    await page.mouse.wheel(0, 200);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  };
  await wheel();
  expect(await look()).toEqual(before);
  await page.keyboard.press("Escape");
  await wheel();
  expect(await look()).toEqual(before);
  await page.keyboard.press("Escape");
  expect(await look()).toEqual(before);
  await wheel();
  await waitUntil(async () => (await look()).top > before.top, { what: "the page to scroll again" });
  await expectQuiet(visited);
});

test("B164 the modals of a stack of ten have the z-index 1000, 1002, 1004 and so on", async () => {
  const ids = Array.from({ length: 10 }, (_value, index) => `modal-${index}`);
  const visited = await open(...ids);
  const { page } = visited;
  const listIndexes = () =>
    page.locator("dialog:modal").evaluateAll((dialogs) => dialogs.map((dialog) => getComputedStyle(dialog).zIndex));
  expect(await listIndexes()).toEqual(ids.map((_id, index) => String(1000 + 2 * index)));
  // One that closes from amidst leaves no gap.
  await send(page, "modal:close-requested", { id: "modal-4" });
  expect(await listIndexes()).toEqual(ids.slice(1).map((_id, index) => String(1000 + 2 * index)));
  await expectQuiet(visited);
});

test("B165 focus moves into a modal, goes round in it both ways, and returns to what opened it", async () => {
  const visited = await onDesk();
  const { page } = visited;
  const opener = page.locator("footer a").first();
  await opener.focus();
  await requestOwn(page, "one");
  await expectOpen(visited, "one");
  const field = ownDialog(page, "one").getByRole("textbox");
  const button = ownDialog(page, "one").getByRole("button");
  for (const [key, next] of [
    ["", field],
    ["Tab", button],
    ["Tab", field],
    ["Shift+Tab", button],
    ["Shift+Tab", field],
  ] as const) {
    if (key) await page.keyboard.press(key);
    expect(await next.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await page.keyboard.press("Escape");
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectQuiet(visited);
});

test.for(["gone", "hidden", "none"] as const)(
  "B165 when what opened a modal is %s, focus ends on the page's content",
  async (opener) => {
    const visited = await (opener === "none" ? onDesk() : onPageWithOpener());
    const { page } = visited;
    await page.evaluate((kind) => {
      if (kind === "none") return;
      const button = document.createElement("button");
      button.id = "opener";
      document.querySelector("main")?.append(button);
      button.focus();
    }, opener);
    await requestOwn(page, "one");
    await expectOpen(visited, "one");
    await page.evaluate((kind) => {
      const button = document.getElementById("opener");
      if (kind === "gone") button?.remove();
      else if (button) button.hidden = true;
    }, opener);
    await ownDialog(page, "one").getByRole("button").click();
    await expectClosed(visited, "one");
    // Where a dialog fades out, the browser takes the focus from it only afterwards.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await expectQuiet(visited);
  },
);

test("B165 a modal the shell drew, whose opener is gone, leaves focus on the page's content", async () => {
  const visited = await onPageWithOpener();
  const { page } = visited;
  await page.evaluate(() => {
    const button = document.createElement("button");
    document.querySelector("main")?.append(button);
    button.focus();
    window.addEventListener("site:modal:opened", () => button.remove());
  });
  await send(page, "modal:requested", { id: "drawn", title: "Hello" });
  const dialog = page.getByRole("dialog", { name: "Hello" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  await expectQuiet(visited);
});

test("a modal whose remote dies is closed: the one beneath goes on, and in the end focus is on the page", async () => {
  const visited = await open("one", "two");
  const { page } = visited;
  await ownDialog(page, "two").evaluate((dialog) => dialog.remove());
  await waitUntil(async () => (await listHeard(visited)).includes("modal:closed two removed"), {
    what: "the end of the second modal",
  });
  expect(await listOpen(visited)).toEqual(["one"]);
  expect(await ownDialog(page, "one").evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await ownDialog(page, "one").evaluate((dialog) => dialog.remove());
  await waitUntil(async () => (await listHeard(visited)).includes("modal:closed one removed"), {
    what: "the end of the first modal",
  });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  await requestOwn(page, "three");
  await expectOpen(visited, "three");
  await page.keyboard.press("Escape");
  await expectClosed(visited, "three");
  await expectQuiet(visited);
});

test("a dialog its remote opened by itself becomes a modal of the site when it asks", async () => {
  const visited = await onDesk();
  await visited.page.evaluate(() => {
    const dialog = document.createElement("dialog");
    dialog.dataset["test"] = "early";
    dialog.textContent = "Shown before any script";
    dialog.open = true;
    document.getElementById("app")?.append(dialog);
    window.dispatchEvent(new CustomEvent("site:modal:requested", { detail: { id: "early", dialog } }));
  });
  await expectOpen(visited, "early");
  await visited.page.keyboard.press("Escape");
  await expectClosed(visited, "early");
  await expectQuiet(visited);
});

describe("a request for a modal", () => {
  const onPage = useInTurn(async () => {
    const visited = await openPage();
    visited.expects("console error", /^SiteError: A modal cannot be shown; /);
    return visited;
  });

  const wrong: { what: string; detail: unknown; path: string }[] = [
    { what: "an empty id", detail: { id: "", title: "Hi" }, path: "id" },
    { what: "an unknown edge", detail: { id: "x", title: "Hi", edge: "middle" }, path: "edge" },
    { what: "nothing at all", detail: null, path: "the whole" },
  ];
  test.for(wrong)("with $what is refused by a sentence, and the page goes on", async ({ detail, path }) => {
    const visited = await onPage();
    await send(visited.page, "modal:requested", detail);
    await waitUntil(async () => (await listHeard(visited)).length > 0, { what: "an answer" });
    const refusal = expect.stringMatching(new RegExp(`A modal cannot be shown; ${path}: \\S`));
    expect(await listHeard(visited)).toEqual([expect.stringMatching(/^modal:refused A /)]);
    expect(await listHeard(visited)).toEqual([refusal]);
    await waitUntil(() => visited.messages.length > 0, { what: "the error in the console" });
    expect(visited.messages).toEqual([refusal]);
    await requestOwn(visited.page, "next");
    await expectOpen(visited, "next");
  });
});

async function openOn(page: () => Promise<Visit>, ...ids: string[]): Promise<Visit> {
  const visited = await page();
  for (const id of ids) {
    await requestOwn(visited.page, id);
    await expectOpen(visited, id);
  }
  return visited;
}

/** The page with modals on it, each above the one before. */
const open = (...ids: string[]): Promise<Visit> => openOn(onDesk, ...ids);

/** The modals that are shown, in the order of the document. */
function listOpen({ page }: Visit): Promise<(string | undefined)[]> {
  return page
    .locator("dialog:modal")
    .evaluateAll((dialogs) =>
      dialogs.map((dialog) => (dialog instanceof HTMLElement ? dialog.dataset["test"] : undefined)),
    );
}

function expectOpen(visited: Visit, id: string): Promise<void> {
  return waitUntil(async () => (await listHeard(visited)).includes(`modal:opened ${id}`), { what: `the modal ${id}` });
}

async function expectClosed(visited: Visit, id: string): Promise<void> {
  await waitUntil(async () => !(await listOpen(visited)).includes(id), { what: `the end of the modal ${id}` });
}

async function centreOf({ page }: Visit, id: string): Promise<{ x: number; y: number }> {
  return ownDialog(page, id).evaluate((dialog) => {
    const { left, top, width, height } = dialog.getBoundingClientRect();
    // Below the field and the button: those have presses of their own.
    return { x: left + width / 2, y: top + height * 0.8 };
  });
}

/** Nothing broke and no policy was violated. */
async function expectQuiet({ messages, violations }: Visit): Promise<void> {
  expect(messages).toEqual([]);
  expect(await violations()).toEqual([]);
}
