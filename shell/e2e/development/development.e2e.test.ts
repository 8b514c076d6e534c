import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { launchBrowser } from "@site/contracts/testing/launch-browser";
import { copyWorkspace, type WorkspaceCopy } from "./copy-workspace.ts";
import { type DevelopmentServer, startDevelopment } from "./start-development.ts";

let workspace: WorkspaceCopy;
/** The store of development is made beside the one that is named: both would be in here. */
const storesDir = mkdtempSync(join(tmpdir(), "site-stores-"));
let server: DevelopmentServer;
let browser: Browser;
let page: Page;
let address = "";
// Checks and types run with a low priority, so beside other tests they wait for their turn.
vi.setConfig({ testTimeout: 400_000 });

/** A line with a type error, and a file outside of all packages that has it when the server starts. */
const wrongLine = `\nexport const wrong: number = "text";\n`;
const earlyError = "scripts/docs/markdown-files.ts";

beforeAll(async () => {
  [workspace, browser] = await Promise.all([copyWorkspace(), launchBrowser({ isShellEnough: true })]);
  appendFileSync(join(workspace.root, earlyError), wrongLine);
  server = await startDevelopment(workspace.root, join(storesDir, "store"));
  address = server.address;
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(100_000);
});
afterAll(async () => {
  const revisions = server.output().match(/^revision .*$/gm) ?? [];
  console.log(revisions.join("\n"));
  await browser.close();
  await server.end();
  await workspace.remove();
  rmSync(storesDir, { recursive: true, force: true });
});

/** What the page shows above itself. */
const shown = () => page.getByRole("alert");

const readText = async (path: string): Promise<string> => (await fetch(`${address}${path}`)).text();

/** Saves a changed file; puts the old text back when `look` has seen what it should. */
async function whileChanged(file: string, change: (text: string) => string, look: () => Promise<void>): Promise<void> {
  const path = join(workspace.root, file);
  const before = readFileSync(path, "utf8");
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  try {
    await look();
  } finally {
    writeFileSync(path, before);
  }
}

const pageTop = "remote-content/src/ui/page-top.tsx";

describe("An engineer who develops the site", () => {
  // The compiler does not notice what is saved during its first check: the first error says that it has ended.
  test("reads a type error in the page, although the code runs.", async () => {
    await page.goto(`${address}/contact/`);
    await shown().getByText(earlyError).first().waitFor();
    await whileChanged(
      "remote-content/src/card.ts",
      (text) => text + wrongLine,
      async () => {
        await shown().getByText("remote-content/src/card.ts").first().waitFor();
        expect(await shown().textContent()).toMatch(/remote-content\/src\/card\.ts:\d+.*TS2322/s);
        const path = join(workspace.root, earlyError);
        writeFileSync(path, readFileSync(path, "utf8").replace(wrongLine, ""));
      },
    );
    await shown().waitFor({ state: "detached" });
  });

  test("sees a saved component in the open page, which stays where it was scrolled to and keeps what was opened.", async () => {
    await page.goto(`${address}/contact/`);
    await page.evaluate(() => scrollTo(0, 300));
    const started = Date.now();
    await whileChanged(
      pageTop,
      (text) => text.replace(/<h2|<p /, (tag) => `<i data-saved="">Saved</i>${tag}`),
      async () => {
        await page.locator("[data-saved]").waitFor({ state: "attached" });
        console.log(`visible ${Date.now() - started} ms after the save`);
        await page.waitForFunction(() => scrollY === 300);
      },
    );
    await page.locator("[data-saved]").waitFor({ state: "detached" });
  });

  test("finds an open menu open, and the focus where it was, after a save.", async () => {
    await page.goto(`${address}/contact/`);
    const button = page.locator("header nav button[popovertarget]").first();
    await button.click();
    await page.locator("header [popover]:popover-open").first().waitFor();
    const label = await button.textContent();
    await whileChanged(
      pageTop,
      (text) => text.replace(/<h2|<p /, (tag) => `<i data-open="">Saved</i>${tag}`),
      async () => {
        await page.locator("[data-open]").waitFor({ state: "attached" });
        await page.locator("header [popover]:popover-open").first().waitFor();
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(label);
      },
    );
    await page.locator("[data-open]").waitFor({ state: "detached" });
  });

  test("finds the modals open that were, a remote's and one that the shell draws, after a save.", async () => {
    await page.goto(`${address}/`);
    await page.getByRole("button", { name: /certificate/i }).click();
    await page.locator("dialog[popover]:modal").waitFor();
    const title = "Drawn by the shell";
    await page.evaluate((detail) => dispatchEvent(new CustomEvent("site:modal:requested", { detail })), {
      title,
      text: "Until it is closed.",
    });
    await page.locator("dialog:modal").getByText(title).waitFor();
    await whileChanged(
      "remote-content/src/ui/record-badge.tsx",
      (text) => text.replace("<span>", `<span data-saved="">`),
      async () => {
        await page.locator("[data-saved]").waitFor({ state: "attached" });
        await page.locator("dialog[popover]:modal").waitFor();
        await page.locator("dialog:modal").getByText(title).waitFor();
        expect(await page.locator("dialog:modal").count()).toBe(2);
      },
    );
    await page.locator("[data-saved]").waitFor({ state: "detached" });
    await page.locator("dialog:modal").nth(1).waitFor();
    for (const left of [1, 0]) {
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("dialog:modal").count()).toBe(left);
    }
  });

  test("reads in the page where a render throws, with the lines around it, while the page before stays.", async () => {
    await whileChanged(
      pageTop,
      (text) => text.replace(/\n {2}return \(/, `\n  if (eyebrow) throw new Error("boom");\n  return (`),
      async () => {
        await shown().getByText("boom").first().waitFor();
        const text = (await shown().textContent()) ?? "";
        expect(text).toMatch(/remote-content\/src\/ui\/page-top\.tsx:\d+/);
        expect(text).toContain(`throw new Error("boom")`);
        expect(await page.locator("main h1, main h2").count()).toBeGreaterThan(0);
      },
    );
    await shown().waitFor({ state: "detached" });
  });

  test("reads in the page where a source or a message cannot be parsed, without the bundler's stack.", async () => {
    await whileChanged(
      pageTop,
      (text) => `${text}\nconst broken = <b>;\n`,
      async () => {
        await shown().getByText("Syntax Error").first().waitFor();
        expect(await shown().textContent()).toMatch(/page-top\.tsx:\d+/);
      },
    );
    await shown().waitFor({ state: "detached" });
    await whileChanged(
      "remote-download/messages/en.json",
      (text) => text.replace(`"Download for {system}"`, `"Download for {system"`),
      async () => {
        await shown().getByText("download.button.for").first().waitFor();
        const text = (await shown().textContent()) ?? "";
        expect(text).toContain("remote-download/messages/en.json:3");
        expect(text).not.toContain("runLoaders");
      },
    );
    await shown().waitFor({ state: "detached" });
  });

  test("sees a changed menu of shell/data, and where a document is wrong.", async () => {
    await whileChanged(
      "shell/data/navigations.json",
      (text) => text.replaceAll(`"label": "Poker school"`, `"label": "School of poker"`),
      () => page.locator("a", { hasText: "School of poker" }).first().waitFor({ state: "attached" }),
    );
    await page.locator("a", { hasText: "School of poker" }).first().waitFor({ state: "detached" });
    await whileChanged(
      "shell/data/navigations.json",
      (text) => text.replace(`"items": [`, `"items": [[`),
      () => shown().getByText("shell/data/navigations.json").first().waitFor(),
    );
    await shown().waitFor({ state: "detached" });
  });

  test("sees a changed policy and a changed fact of the site's configuration.", async () => {
    await page.goto(`${address}/house-rules/`);
    await whileChanged(
      "remote-compliance/src/policies/house-rules.md",
      (text) => `${text}\n\nA sentence that was saved.\n`,
      () => page.getByText("A sentence that was saved.").waitFor(),
    );
    await page.getByText("A sentence that was saved.").waitFor({ state: "detached" });
    await page.goto(`${address}/contact/`);
    await whileChanged(
      "shell/sites/ggpph.ts",
      (text) => text.replace("support@ggp.example", "saved@ggp.example"),
      () => page.getByText("saved@ggp.example").first().waitFor(),
    );
  });

  test("sees a new page, and its changed address, when island and route are saved, without a restart.", async () => {
    const island = `import { defineIsland } from "@site/contracts/react/define-island";
const component = () => <p>The deck is the same for all.</p>;
export const island = defineIsland({ component, hydrate: "never", head: () => ({ title: "Fair", description: "Fair." }) });
`;
    writeFileSync(join(workspace.root, "remote-content/src/exposes/fair-play.tsx"), island);
    // The second address is saved when the shell was built with the first one.
    for (const path of ["/fair-play/", "/fair-game/"]) {
      const row = `  { name: "fair-play", path: "${path}", layout: "contents", page: "content/fair-play" },`;
      await whileChanged(
        "shell/src/layout/routes.ts",
        (text) => text.replace(/^ {2}\{ name: "contact"/m, (line) => `${row}\n${line}`),
        async () => {
          await expect
            .poll(() => readText(path), { timeout: 180_000, interval: 500 })
            .toContain("The deck is the same for all.");
        },
      );
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
