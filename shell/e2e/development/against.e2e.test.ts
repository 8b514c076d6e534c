import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { copyStartedStore, startSite } from "../harness/start-site.ts";
import { findFreePort } from "../harness/free-port.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { admitVariant, promoteVariants } from "../faults/admit-variant.ts";
import { openStore, runCommand } from "../releases/site-command.ts";
import { copyWorkspace, type WorkspaceCopy } from "./copy-workspace.ts";

/** A deployed site whose navigation is another release than that of the workspace. */
const { site, browser } = useOwnSite(async () => {
  const storeDir = await copyStartedStore("GGPPH");
  await promoteNavigation(storeDir, "deployed");
  return startSite("GGPPH", { storeDir });
});
// The sum of what its steps wait for at most. With a fifth of a processor, beside other tests, it takes 80 s.
vi.setConfig({ testTimeout: 240_000 });

let workspace: WorkspaceCopy;
let token = "";
let child: ChildProcess | undefined;
let output = "";

beforeAll(async () => {
  workspace = await copyWorkspace({ leavesOutTests: true, checked: [], checksSaves: false });
  const made = await runCommand(site().storeDir, "tokens", "make", "viewer", "--owner", "a developer");
  [token = ""] = /site_[\w.-]+/.exec(made.output) ?? [made.output];
});
afterAll(async () => {
  if (child?.exitCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await workspace.remove();
});

/** Makes another release of navigation live, whose HTML has a mark. */
async function promoteNavigation(storeDir: string, mark: string): Promise<void> {
  await promoteVariants(storeDir, [await admitVariant(storeDir, "navigation", { mark })]);
}

/** Whether something listens at an address. */
function isAnswering(address: string): Promise<boolean> {
  return fetch(address).then(
    () => true,
    () => false,
  );
}

test("npm run dev -- --against composes pages from what is live elsewhere, with the developer's own remote in its place", async () => {
  const before = await (await openStore(site().storeDir)).revision();
  const pageTop = join(workspace.root, "remote-content/src/ui/page-top.tsx");
  writeFileSync(
    pageTop,
    readFileSync(pageTop, "utf8").replace(/<h2|<p /, (tag) => `<i data-mine="">Mine</i>${tag}`),
  );
  const port = await findFreePort();
  const startedAt = Date.now();
  const started = spawn(
    process.execPath,
    [...nodeOptions, join(workspace.root, "shell/cli/dev.ts"), "--against", site().origin, "content"],
    {
      cwd: workspace.root,
      env: {
        PATH: process.env["PATH"],
        PORT: `${port}`,
        SIMULATORS_PORT: "0",
        SITE_TOKEN: token,
        WORK_AHEAD: "0",
        NODE_COMPILE_CACHE: codeCache,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  child = started;
  for (const stream of [started.stdout, started.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const address = `http://localhost:${port}`;
  const { page, close, permits } = await browser().visit();
  page.setDefaultTimeout(60_000);
  permits("failed request", /^503 /);
  await waitUntil(() => isAnswering(address), { what: "the address of the development server", within: 60_000 });
  // What a developer opens before the site is there appears by itself.
  await page.goto(`${address}/contact/`);
  await page.getByText("The site is starting.").or(page.locator("main")).first().waitFor();
  await page.locator("main [data-mine]").waitFor({ state: "attached", timeout: 90_000 });
  console.log(`the first page was shown ${Date.now() - startedAt} ms after the start`);
  await waitUntil(() => / is at \S+\/ and follows/.test(output), { what: "the word that it follows", within: 60_000 });
  console.log(/\(\d+ ms after the start\)/.exec(output)?.[0]);
  // The navigation of the deployed set, its HTML and its browser code.
  await page.locator('[data-made-by="deployed"]').first().waitFor({ state: "attached" });
  await page.locator("header nav button[popovertarget]").first().click();
  await page.locator("header [popover]:popover-open").first().waitFor();
  expect(await (await openStore(site().storeDir)).revision()).toBe(before);
  expect(await (await fetch(`${site().origin}/contact/`)).text()).not.toContain("data-mine");
  // What becomes live there is shown here too, in the open page, and the developer's own remote stays.
  await promoteNavigation(site().storeDir, "later");
  await page.locator('[data-made-by="later"]').first().waitFor({ state: "attached" });
  await page.locator("main [data-mine]").waitFor({ state: "attached" });
  await runCommand(site().storeDir, "tokens", "revoke", /^site_([0-9a-f]+)/.exec(token)?.[1] ?? "", "--why", "it left");
  await waitUntil(() => /TOKEN_REVOKED.* stays, and the site is asked again every 5 s\./.test(output), {
    what: "why it cannot follow",
    within: 60_000,
  });
  await page.reload();
  await page.locator('[data-made-by="later"]').first().waitFor({ state: "attached" });
  await close();
});
