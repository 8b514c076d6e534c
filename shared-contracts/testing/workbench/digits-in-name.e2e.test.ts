import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, test } from "vitest";
import { newRemote } from "../../cli/new-remote.ts";
import { watchContext } from "../invariants/watch-context.ts";
import { launchBrowser } from "../launch-browser.ts";
import { runWorkbench, type RunningWorkbench } from "./run-workbench.ts";

const parent = mkdtempSync(join(tmpdir(), "digits-in-name-"));
let browser: Browser;
let workbench: RunningWorkbench;

beforeAll(async () => {
  const { folder } = newRemote({ name: "club8", parent });
  symlinkSync(join(import.meta.dirname, "../../../remote-download/node_modules"), join(folder, "node_modules"));
  const page = join(folder, "src/ui/page.tsx");
  const slot = 'import { Slot } from "@site/contracts/react/slot";\n';
  writeFileSync(
    page,
    `${slot}${readFileSync(page, "utf8").replace("</section>", '<Slot name="game21/rules" /></section>')}`,
  );
  [browser, workbench] = await Promise.all([launchBrowser({ isShellEnough: true }), runWorkbench(folder)]);
});
afterAll(async () => {
  await browser?.close();
  await workbench?.end();
  rmSync(parent, { recursive: true, force: true });
});

test("an island of a remote with a digit in its name is hydrated, and the place of another one is shown", async () => {
  const context = await browser.newContext();
  const watch = await watchContext(context, true);
  const page = await context.newPage();
  await page.goto(`${workbench.address}/`);
  const preview = page.frameLocator("iframe[title=Preview]");
  await preview.getByText("game21/rules").waitFor();
  await preview.getByRole("button", { name: "Next step" }).click();
  await page.getByRole("log").getByText("island:hydrated").waitFor();
  await preview.getByRole("status").getByText("Leave a place for it").waitFor();
  await watch.check({ isOver: true });
  await context.close();
});
