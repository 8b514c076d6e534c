import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { waitUntil } from "../harness/wait-until.ts";
import { startSite } from "../harness/start-site.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { sampledCases } from "../harness/sampled.ts";
import { openMenu } from "./menu.ts";
import { desk } from "./windows.ts";
import { hurryCore } from "../harness/hurry-core.ts";

const { site, look, visit } = useOwnSite(() => startSite("GGPPH"));

const item = { path: "/about-us/", langKey: "GOOD", label: "The last good one", siteType: "contents" };
const folder = () => join(site().storeDir, "data/GGPPH");
const read = async (path: string): Promise<string> => (await fetch(`${site().origin}${path}`)).text();

const countRefusals = (): number =>
  site()
    .log()
    .filter(({ document }) => document === "navigations").length;

async function put(name: string, text: string): Promise<void> {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), `${name}.json`), text);
}

const bad: Record<string, string> = {
  "a javascript: address": JSON.stringify({ items: [{ ...item, path: "javascript:alert(1)" }] }),
  "no path": JSON.stringify({ items: [{ ...item, path: undefined }] }),
  "an unknown siteType": JSON.stringify({ items: [{ ...item, siteType: "internal" }] }),
  "10,000 children": JSON.stringify({ items: [{ ...item, children: Array.from({ length: 10_000 }, () => item) }] }),
  "HTML in a label": JSON.stringify({ items: [{ ...item, label: "<img src=x onerror=alert(1)>" }] }),
  "100,000 levels": `{"items":${'[{"children":'.repeat(100_000)}`,
  "nothing in it": JSON.stringify({ items: [] }),
  "half a document": '{"items":[{"path":',
  "an error page": "<!doctype html><title>500</title>",
};

test("B039 B040 B057 B051 a changed document shows on the next request, with no restart", async () => {
  await Promise.all([
    put("navigations", JSON.stringify({ items: [item] })),
    put("util-navigations", JSON.stringify({ items: [{ ...item, label: "Useful" }] })),
    put("brand-ambassador", JSON.stringify({ ambassadors: [{ slug: "ada-newcomer", name: "Ada Newcomer" }] })),
  ]);
  await waitUntil(
    async () =>
      (await read("/contact/")).includes("The last good one") && (await read("/ggteam/")).includes("Ada Newcomer"),
    { what: "the new menu" },
  );
  expect(await read("/contact/")).toContain("Useful");
  expect(JSON.parse(await read("/api/navigations"))).toMatchObject({ items: [item] });
});

test("B041 a menu that is wrong in any of these ways is refused and named, and the last good one stays", async () => {
  await put("navigations", JSON.stringify({ items: [item] }));
  await waitUntil(async () => (await read("/contact/")).includes("The last good one"), { what: "the good menu" });
  for (const [what, text] of Object.entries(bad)) {
    const before = countRefusals();
    await put("navigations", text);
    await waitUntil(() => countRefusals() > before, { what: `the refusal in the log of a menu with ${what}` });
    expect(JSON.parse(await read("/api/navigations")), what).toMatchObject({ items: [{ label: "The last good one" }] });
    const html = await read("/contact/");
    expect(html, what).toContain("The last good one");
    expect(html, what).not.toMatch(/javascript:alert|onerror=alert/);
  }
});

const outside = { ...item, path: "https://status.ggp.example/", label: "Two words", siteType: "external" };
const long = { ...item, label: "Verantwortungsbewusstseinsbildungsmaßnahmenübersicht" };
const column = { ...long, children: [long] };
const other = { ...item, children: [item] };

/** Menus with an item that leads to another site, and with a word longer than its place. The site composes its pages anew for each change, so several tests share them. */
async function putOddMenus(): Promise<void> {
  const items = [outside, { ...column, showSubArea: true, children: [column, other, other, other] }];
  await Promise.all([
    put("navigations", JSON.stringify({ items })),
    put("util-navigations", JSON.stringify({ items: [column] })),
  ]);
  await waitUntil(async () => (await read("/contact/")).split(long.label).length > 8, { what: "the odd menus" });
}

test("B058 an item of the main menu that leads to another site keeps its words apart; a label with a word longer than its place breaks there: it lies over no other column, and widens no menu of a phone", async () => {
  await putOddMenus();
  await look("/contact/", desk, async ({ page, permits }) => {
    // The window hides the pressed button up to 100 ms before the page handles its size (B065).
    permits("focus", /lost to body by <button [^>]*popovertarget="_navigation-header/);
    const gap = await page.locator(`header nav[aria-label=Main] a[href="${outside.path}"]`).evaluate((link) => {
      const words = document.createRange();
      words.setStart(link, 0);
      words.setEnd(link, 1);
      const [first] = words.getClientRects();
      return (first?.width ?? 0) - measureWord(link.firstChild);

      function measureWord(text: Node | null): number {
        if (!text) return 0;
        words.setStart(text, 0);
        words.setEnd(text, "Two".length);
        return words.getBoundingClientRect().width;
      }
    });
    expect(gap).toBeGreaterThan(1);

    const panel = page.locator("header nav[aria-label=Main] [popover]");
    await page.locator("header nav[aria-label=Main] button[popovertarget]").click();
    const [first, second] = await panel.evaluate((open) =>
      [...open.children].map((group) => {
        const words = document.createRange();
        words.selectNodeContents(group);
        const { left, right } = words.getBoundingClientRect();
        return { left, right };
      }),
    );
    expect(first?.right).toBeLessThanOrEqual(second?.left ?? 0);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const menu = page.locator(openMenu);
    await menu.locator("details > summary").click();
    expect(await menu.evaluate((open) => open.scrollWidth - open.clientWidth)).toBe(0);
  });
});

test("without the operator's folder, as when its disk is gone, the last good menu stays and the log says so", async () => {
  await putOddMenus();
  const before = countRefusals();
  await rename(folder(), `${folder()}-away`);
  await waitUntil(() => countRefusals() > before, { what: "the missing menu in the log" });
  expect(await read("/contact/")).toContain(long.label);
  await rename(`${folder()}-away`, folder());
});

test("without the operator's documents the menu that came with the site is back", async () => {
  for (const name of await readdir(folder())) await rm(join(folder(), name));
  await waitUntil(async () => (await read("/contact/")).includes("How to play"), { what: "the built-in menu" });
});

test("an API that fails, is slow or answers with nothing costs a visitor no menu", async () => {
  const { page, expects, close } = await visit(desk);
  expects("failed request", /^500 GET \/api\//);
  for (const state of sampledCases(1, ["500", "slow", "empty"])) {
    await page.unrouteAll();
    await page.route("**/api/**", async (route) => {
      if (state === "500") await route.fulfill({ status: 500, body: "" });
      else if (state === "empty") await route.fulfill({ status: 200, body: "" });
    });
    await page.goto(`${site().origin}/contact/`);
    await hurryCore(page);
    await page.locator("html[data-screen]").waitFor();
    await page.locator("header nav li > button").nth(1).click();
    await page.locator("[data-island='navigation/header'][data-live]").waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Mystery Envelope" }).waitFor({ state: "visible" });
    expect(await page.locator("header nav[aria-label=Main] > ul > li").count(), state).toBe(6);
  }
  await close();
});
