import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { sampled, sampledCases } from "../harness/sampled.ts";
import { findBrowser } from "../harness/shared-browsers.ts";
import { copyWorkspace, type WorkspaceCopy } from "./copy-workspace.ts";
import { type DevelopmentServer, startDevelopment } from "./start-development.ts";

let workspace: WorkspaceCopy;
/** The store of development is made beside the one that is named: both would be in here. */
const storesDir = mkdtempSync(join(tmpdir(), "site-stores-"));
let server: DevelopmentServer;
let page: Page;
let address = "";
// Checks and types run with a low priority, so beside other tests they wait for their turn.
vi.setConfig({ testTimeout: 400_000 });

/** A line with a type error, and a file outside of all packages that has it when the server starts. */
const wrongLine = `\nexport const wrong: number = "text";\n`;
const earlyError = "scripts/docs/markdown-files.ts";
/** Whether each save is checked as a release. */
const checksEachSave = sampled({ all: true, sample: false });

beforeAll(async () => {
  workspace = await copyWorkspace({
    leavesOutTests: true,
    checked: ["remote-content/src", earlyError],
    checksSaves: checksEachSave,
  });
  appendFileSync(join(workspace.root, earlyError), wrongLine);
  server = await startDevelopment(workspace.root, join(storesDir, "store"));
  address = server.address;
  page = await open("/");
});
afterAll(async () => {
  const revisions = server.output().match(/^revision .*$/gm) ?? [];
  console.log(revisions.join("\n"));
  await page.close();
  await server.end();
  await workspace.remove();
  rmSync(storesDir, { recursive: true, force: true });
});

/** What a page shows above itself. */
const shown = () => page.getByRole("alert");

const readText = async (path: string): Promise<string> => (await fetch(`${address}${path}`)).text();

async function open(path: string): Promise<Page> {
  const browser = await findBrowser({ isShellEnough: true, args: [] });
  const opened = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  opened.setDefaultTimeout(100_000);
  await opened.goto(`${address}${path}`);
  return opened;
}

/** The texts of files before the first save of them. */
const originals = new Map<string, string>();

/** Saves what `change` makes of a file's first text. Each save costs a build, a check of it and of all types: tests share them. */
function save(file: string, change: (text: string) => string): void {
  const path = join(workspace.root, file);
  const original = originals.get(file) ?? readFileSync(path, "utf8");
  originals.set(file, original);
  const changed = change(original);
  expect(changed).not.toBe(original);
  writeFileSync(path, changed);
}

/** Saves the first text of every file that was changed. */
function takeBack(): void {
  for (const [file, text] of originals) writeFileSync(join(workspace.root, file), text);
  originals.clear();
}

// What a test leaves saved belongs to the next one, unless it failed.
afterEach(({ task }) => {
  if (task.result?.state === "fail") takeBack();
});

const pageTop = "remote-content/src/ui/page-top.tsx";
const pageTopStyles = "remote-content/src/ui/page-top.module.css";
const badge = "remote-content/src/ui/record-badge.tsx";
const title = "Drawn by the shell";

describe("An engineer who develops the site", () => {
  describe("and saves a component, with a type error beside it,", () => {
    let withMenu: Page;
    let withModals: Page;
    let label: string | null = "";
    beforeAll(async () => {
      [withMenu, withModals] = await Promise.all([open("/"), open("/")]);
    });
    afterAll(() => Promise.all([withMenu, withModals].map((one) => one.close())));

    // The compiler does not notice what is saved during its first check: the first error says that it has ended.
    test("reads a type error in the page, although the code runs.", async () => {
      await page.goto(`${address}/`);
      await shown().getByText(earlyError).first().waitFor();
      await page.evaluate(() => scrollTo(0, 300));
      label = await openMenu(withMenu);
      await openModals(withModals);
      const started = Date.now();
      save("remote-content/src/card.ts", (text) => text + wrongLine);
      save(badge, (text) => text.replace("<strong ", `<strong data-saved="" `));
      await page.locator("[data-saved]").waitFor({ state: "attached" });
      console.log(`visible ${Date.now() - started} ms after the save`);
      await shown().getByText("remote-content/src/card.ts").first().waitFor();
      expect(await shown().textContent()).toMatch(/remote-content\/src\/card\.ts:\d+.*TS2322/s);
    });

    test("sees a saved component in the open page, which stays where it was scrolled to and keeps what was opened.", async () => {
      await page.locator("[data-saved]").waitFor({ state: "attached" });
      await page.waitForFunction(() => scrollY === 300);
    });

    test("finds an open menu open, and the focus where it was, after a save.", async () => {
      await withMenu.locator("[data-saved]").waitFor({ state: "attached" });
      await withMenu.locator("header [popover]:popover-open").first().waitFor();
      expect(await withMenu.evaluate(() => document.activeElement?.textContent)).toBe(label);
    });

    test("finds the modals open that were, a remote's and one that the shell draws, after a save.", async () => {
      await withModals.locator("[data-saved]").waitFor({ state: "attached" });
      await withModals.locator("dialog[popover]:modal").waitFor();
      await withModals.locator("dialog:modal").getByText(title).waitFor();
      expect(await withModals.locator("dialog:modal").count()).toBe(2);
    });

    test("finds all of it as it was when what was saved is taken back.", async () => {
      takeBack();
      const path = join(workspace.root, earlyError);
      writeFileSync(path, readFileSync(path, "utf8").replace(wrongLine, ""));
      for (const one of [withMenu, withModals, page]) await one.locator("[data-saved]").waitFor({ state: "detached" });
      await withModals.locator("dialog:modal").nth(1).waitFor();
      for (const left of [1, 0]) {
        await withModals.keyboard.press("Escape");
        await expect.poll(() => withModals.locator("dialog:modal").count()).toBe(left);
      }
      await shown().waitFor({ state: "detached" });
      // Packages that were not saved are not released again.
      expect(server.output().match(/^revision (?!1 ).* has the new (?!content,).*$/gm)).toBeNull();
      // No test below reads a type error.
      await workspace.checkTypes([]);
    });
  });

  test("reads in the page where a render throws, with the lines around it, while the page before stays.", async () => {
    // In a sample this test alone reads what a check of a saved package finds.
    await workspace.checkSaves(true);
    save(pageTopStyles, (text) => `${text}\n:global(body) {\n  color: red;\n}\n`);
    save(pageTop, (text) => text.replace(/\n {2}return \(/, `\n  if (eyebrow) throw new Error("boom");\n  return (`));
    await shown().getByText("boom").first().waitFor();
    const text = (await shown().textContent()) ?? "";
    expect(text).toMatch(/remote-content\/src\/ui\/page-top\.tsx:\d+/);
    expect(text).toContain(`throw new Error("boom")`);
    expect(await page.locator("main h1, main h2").count()).toBeGreaterThan(0);
    // A check finds it later, in a release that it builds, which takes as long again.
    for (const refused of sampled({ all: [/page-top\.module\.css:\d+.*the selector body/s], sample: [] }))
      await shown().filter({ hasText: refused }).waitFor();
    await workspace.checkSaves(checksEachSave);
  });

  test("reads in the page where a source or a message cannot be parsed, without the bundler's stack.", async () => {
    takeBack();
    save(badge, (text) => `${text}\nconst broken = <b>;\n`);
    save("remote-download/messages/en.json", (text) =>
      text.replace(`"Download for {system}"`, `"Download for {system"`),
    );
    await shown().getByText("Syntax Error").first().waitFor();
    await shown().getByText("download.button.for").first().waitFor();
    const text = (await shown().textContent()) ?? "";
    expect(text).toMatch(/record-badge\.tsx:\d+/);
    expect(text).toContain("remote-download/messages/en.json:3");
    expect(text).not.toContain("runLoaders");
    takeBack();
    await shown().waitFor({ state: "detached" });
  });

  test("sees a changed menu of shell/data, and where a document is wrong.", async () => {
    const entry = page.locator("a", { hasText: "School of poker" }).first();
    save("shell/data/navigations.json", (text) =>
      text.replaceAll(`"label": "Poker school"`, `"label": "School of poker"`),
    );
    await entry.waitFor({ state: "attached" });
    save("shell/data/navigations.json", (text) => text.replace(`"items": [`, `"items": [[`));
    await shown().getByText("shell/data/navigations.json").first().waitFor();
    takeBack();
    await shown().waitFor({ state: "detached" });
    await entry.waitFor({ state: "detached" });
  });

  test("sees a changed policy and a changed fact of the site's configuration, also when a document is mended that kept the server from starting with it.", async () => {
    const contact = await open("/contact/");
    await page.goto(`${address}/house-rules/`);
    const sentence = page.getByText("A sentence that was saved.");
    save("remote-compliance/src/policies/house-rules.md", (text) => `${text}\n\nA sentence that was saved.\n`);
    await sentence.waitFor();
    // It stays saved: each build that takes a package back is one more revision.
    save("shell/data/geo-rules.json", () => "{");
    save("shell/sites/ggpph.ts", (text) => text.replace("support@ggp.example", "saved@ggp.example"));
    await shown().getByText("The data document geo-rules is invalid").waitFor();
    expect(await contact.getByText("saved@ggp.example").count(), "while the document is invalid").toBe(0);
    save("shell/data/geo-rules.json", (text) => `${text}\n`);
    await contact.getByText("saved@ggp.example").first().waitFor();
    await contact.close();
  });

  test("sees a new page, and its changed address, when island and route are saved, without a restart.", async () => {
    const island = `import { defineIsland } from "@site/contracts/react/define-island";
const component = () => <p>The deck is the same for all.</p>;
export const island = defineIsland({ component, hydrate: "never", head: () => ({ title: "Fair", description: "Fair." }) });
`;
    writeFileSync(join(workspace.root, "remote-content/src/exposes/fair-play.tsx"), island);
    // The second address is saved when the shell was built with the first one, which takes as long again.
    for (const path of sampledCases(1, ["/fair-play/", "/fair-game/"])) {
      const row = `  { name: "fair-play", path: "${path}", layout: "contents", page: "content/fair-play" },`;
      save("shell/src/layout/routes.ts", (text) =>
        text.replace(/^ {2}\{ name: "contact"/m, (line) => `${row}\n${line}`),
      );
      await expect
        .poll(() => readText(path), { timeout: 180_000, interval: 500 })
        .toContain("The deck is the same for all.");
    }
  });

  test("releases nothing of the development server: no file that is served has any of it.", () => {
    const files = globSync("{shell,remote-*}/dist/**/*.{js,cjs,css,json}", { cwd: workspace.root });
    expect(files.length).toBeGreaterThan(20);
    const carrying = files.filter((file) =>
      /_development\/|site-development/.test(readFileSync(join(workspace.root, file), "utf8")),
    );
    expect(carrying).toEqual([]);
  });
});

/** Opens the first menu of the header. @returns the text of its button, which has the focus */
async function openMenu(at: Page): Promise<string | null> {
  const button = at.locator("header nav button[popovertarget]").first();
  await button.click();
  await at.locator("header [popover]:popover-open").first().waitFor();
  return button.textContent();
}

/** Opens the certificate, which is a modal of a remote, and a modal that the shell draws. */
async function openModals(at: Page): Promise<void> {
  await at.getByRole("button", { name: /certificate/i }).click();
  await at.locator("dialog[popover]:modal").waitFor();
  await at.evaluate((detail) => dispatchEvent(new CustomEvent("site:modal:requested", { detail })), {
    title,
    text: "Until it is closed.",
  });
  await at.locator("dialog:modal").getByText(title).waitFor();
}
