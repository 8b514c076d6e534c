import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectShown, footerLink } from "../releases/soft-visit.ts";
import { listHeard, openListening, send, useInTurn } from "./overlay-visit.ts";
import { findAxeViolations } from "../harness/find-axe-violations.ts";

const { site, browser } = useSite("GGPPH");
const onPage = useInTurn(() => openListening(browser(), site(), "/contact/"));

/** What a screen reader says of the open dialog after its name. */
async function readDescription(page: Page): Promise<unknown> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  return nodes.find(({ role }) => role?.value === "dialog")?.description?.value;
}

const welcome = { id: "welcome", title: "Welcome <b>back</b>", text: "One paragraph.\n\nAnother one." };

test("a modal that is asked for is drawn with its title, paragraphs and actions as text, and an action closes it", async () => {
  const visited = await onPage();
  const { page, messages, violations } = visited;
  await page.evaluate((modal) => {
    const actions = [
      { label: "Go on", click: () => window.heard.push("went on") },
      { label: "Contact", href: "/contact/" },
    ];
    window.dispatchEvent(new CustomEvent("site:modal:requested", { detail: { ...modal, actions } }));
  }, welcome);
  const dialog = page.getByRole("dialog", { name: "Welcome <b>back</b>" });
  await dialog.waitFor();
  expect(await dialog.locator("p").allInnerTexts()).toEqual(["One paragraph.", "Another one."]);
  // The focus goes to a button: a screen reader says what the dialog is described by.
  await expect(readDescription(page)).resolves.toBe("One paragraph. Another one.");
  expect(await dialog.getByRole("link", { name: "Contact" }).getAttribute("href")).toBe("/contact/");
  expect(
    await dialog.evaluate((element) => element.matches(":modal") && element.contains(document.activeElement)),
  ).toBe(true);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await listHeard(visited)).toEqual([
    "modal:before-open welcome",
    "modal:opened welcome",
    "went on",
    "modal:before-close welcome button",
    "modal:closed welcome button",
  ]);
  expect(messages).toEqual([]);
  expect(await violations()).toEqual([]);
});

test("a modal with the id of one that is shown is not drawn twice, and can be asked for again once it closed", async () => {
  const visited = await onPage();
  const { page } = visited;
  const dialogs = page.getByRole("dialog");
  await send(page, "modal:requested", welcome);
  await send(page, "modal:requested", { ...welcome, title: "Another" });
  await dialogs.waitFor();
  expect(await dialogs.getByRole("heading").innerText()).toBe(welcome.title);
  await page.keyboard.press("Escape");
  await dialogs.waitFor({ state: "detached" });
  await send(page, "modal:requested", welcome);
  await dialogs.waitFor();
  await dialogs.getByRole("button", { name: "Close" }).first().click();
  await dialogs.waitFor({ state: "detached" });
});

test("a modal that is asked for again while it fades out is drawn again", async () => {
  const visited = await onPage();
  const { page } = visited;
  const dialogs = page.getByRole("dialog");
  await send(page, "modal:requested", welcome);
  await dialogs.waitFor();
  await page.evaluate((modal) => {
    const again = () => window.dispatchEvent(new CustomEvent("site:modal:requested", { detail: modal }));
    window.addEventListener("site:modal:closed", again, { once: true });
  }, welcome);
  await page.keyboard.press("Escape");
  await waitUntil(async () => (await listHeard(visited)).filter((one) => one === "modal:opened welcome").length === 2, {
    what: "the modal a second time",
  });
  await dialogs.getByRole("button", { name: "Close" }).first().click();
  await dialogs.waitFor({ state: "detached" });
  expect(await page.locator("dialog").filter({ hasText: welcome.title }).count()).toBe(0);
});

test("a drawn modal outlives the region that asked for it, and closes with its page", async () => {
  const visited = await openListening(browser(), site(), "/contact/");
  // The header is taken away, and comes back with the next page.
  visited.permits("layout shift", / (from|to) 0,0 1425x900/);
  const { page, close } = visited;
  await page.evaluate((modal) => {
    window.dispatchEvent(new CustomEvent("site:modal:requested", { detail: modal }));
    document.querySelector("[data-island]")?.remove();
  }, welcome);
  await page.getByRole("dialog").waitFor();
  await footerLink(visited, site(), "privacy-policy").dispatchEvent("click");
  await expectShown(visited, site(), "/privacy-policy/");
  await waitUntil(async () => (await listHeard(visited)).includes("modal:closed welcome request"), {
    what: "the end of the modal",
  });
  await close();
});

describe("a modal with a wrong", () => {
  const onOwnPage = useInTurn(async () => {
    const visited = await openListening(browser(), site(), "/contact/");
    visited.expects("console error", /^SiteError: A modal cannot be shown; /);
    return visited;
  });

  test.for([
    { path: "title", detail: { title: " " } },
    { path: "actions.0.href", detail: { title: "x", actions: [{ label: "x", href: "javascript:alert(1)" }] } },
    {
      path: "image.src",
      detail: { title: "x", image: { src: "https://evil.example/x.png", alt: "", width: 1, height: 1 } },
    },
  ])("$path is refused by a sentence that names it", async ({ path, detail }) => {
    const visited = await onOwnPage();
    await send(visited.page, "modal:requested", detail);
    await waitUntil(async () => (await listHeard(visited)).length > 0, { what: "an answer" });
    expect(await listHeard(visited)).toEqual([
      expect.stringMatching(`^modal:refused A modal cannot be shown; ${path}: `),
    ]);
    await waitUntil(() => visited.messages.length > 0, { what: "the error in the console" });
    expect(visited.messages).toEqual([expect.stringMatching(`^error: SiteError: A modal cannot be shown; ${path}: `)]);
    expect(await visited.page.getByRole("dialog").count()).toBe(0);
  });
});

test("an automated check of accessibility finds nothing in toasts above a modal 320, 390 and 1440 px wide, and nothing sticks out", async () => {
  const visited = await openListening(browser(), site(), "/contact/", {
    viewport: { width: 320, height: 844 },
    reducedMotion: "reduce",
  });
  const { page, close } = visited;
  await send(page, "modal:requested", {
    ...welcome,
    title: "Welcome back to the tables",
    actions: [{ label: "Go on" }, { label: "Contact", href: "/contact/" }],
  });
  await page.getByRole("dialog").waitFor();
  for (const backgroundColor of ["red", "green", "teal", "royalblue", "gray", "black"]) {
    await send(page, "toast:requested", {
      id: backgroundColor,
      text: `This is a toast on ${backgroundColor}.`,
      backgroundColor,
    });
  }
  await page.locator("[data-toast=black]").waitFor();
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect({ width, found: await findAxeViolations(page, "dialog:modal") }).toEqual({ width, found: [] });
    const boxes = await page
      .locator("dialog:modal, [data-toast], dialog:modal button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect(boxes.length).toBeGreaterThan(6);
    expect({ width, out: boxes.filter(({ left, right }) => left < 0 || right > width) }).toEqual({ width, out: [] });
  }
  await close();
});
