import { afterAll, beforeAll, expect, test } from "vitest";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { sampled } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { Variant } from "../releases/release-variant.ts";
import { openStore, runCommand } from "../releases/site-command.ts";
import { expectFit, narrow, press, takePicture, wide } from "./console-visit.ts";

let site: RunningSite;
let browser: OpenBrowser;
let live: Variant;
let candidate: Variant;
/** The page of an operator whose browser runs JavaScript. */
let visit: Visit;
let token = "";

async function run(...verbs: string[]): Promise<string> {
  const { exitCode, output } = await runCommand(site.storeDir, ...verbs);
  expect([exitCode, output]).toEqual([0, output]);
  return output;
}

beforeAll(async () => {
  const storeDir = await copyStartedStore("GGPPH");
  live = await admitVariant(storeDir, "navigation", { mark: "newer" });
  candidate = await admitVariant(storeDir, "compliance", { mark: "candidate" });
  for (const one of [[live], [live, candidate]]) await countersignVariants(storeDir, one);
  [site, browser] = await Promise.all([
    startSite("GGPPH", { storeDir, env: { TRUSTED_PROXIES: "127.0.0.1" } }),
    openBrowser(),
  ]);
  await run("promote", live.label, "--why", "The menu with the new tournaments");
  await run("pin", "support-chat", "--for", "3d", "--why", "The call centre moves to another floor");
  await run("preview", "set", "new-policies", candidate.label, "--why", "For the lawyers");
  await run("canary", "start", candidate.label, "--percent", "5", "--why", "Do the new policies hold?");
  token = /site_[0-9a-f]{12}_[\w-]{43}/.exec(await run("tokens", "make", "operator", "--owner", "Robin"))?.[0] ?? "";
  await untilCanary();
  await tellBeacons();
  visit = await browser.visit({ viewport: wide });
  await signIn(visit, token);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await removeStore(site.storeDir);
});

/** Tells the server what the browsers of visitors in different networks met, of both sets. */
async function tellBeacons(): Promise<void> {
  const live = (await openStore(site.storeDir).then((store) => store.current()))?.set.versions["compliance"];
  for (let visitor = 0; visitor < 80; visitor += 1) {
    const [channel, version] = visitor % 2 === 0 ? ["stable", live] : ["canary", candidate.version];
    const slow = channel === "canary" ? 1.4 : 1;
    const response = await fetch(`${site.origin}/-/beacon`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "x-forwarded-for": `203.0.${visitor}.1`,
      },
      body: JSON.stringify({
        channel,
        releases: [`compliance@${version}`],
        problems: visitor % 10 === 1 ? [{ kind: "thrown", remote: "compliance", at: [] }] : [],
        vitals: [
          { name: "inp", remote: "compliance", value: (60 + (visitor % 9) * 12) * slow },
          { name: "lcp", remote: "compliance", value: (900 + (visitor % 7) * 140) * slow },
          { name: "cls", remote: "compliance", value: 0.01 * (visitor % 5) },
        ],
      }),
    });
    expect(response.status).toBe(204);
  }
}

/** Waits until the server serves the canary beside the stable set. */
async function untilCanary(): Promise<void> {
  await waitUntil(async () => (await (await fetch(`${site.origin}/readyz`)).json()).canary !== undefined, {
    what: "the canary to be live",
  });
}

async function signIn(visit: Visit, text: string): Promise<void> {
  await visit.page.goto(`${site.origin}/-/console`);
  await takePicture(visit, "sign-in");
  await visit.page.getByLabel("Token").fill(text);
  await visit.page.keyboard.press("Enter");
  await visit.page.getByRole("heading", { level: 1, name: "Revision 5" }).waitFor();
}

async function openConsole(viewport: typeof wide): Promise<void> {
  await visit.page.setViewportSize(viewport);
  await visit.page.goto(`${site.origin}/-/console`);
}

const paths = (): Record<string, string> => ({
  live: "/-/console",
  history: "/-/console/history",
  releases: "/-/console/releases",
  keys: "/-/console/keys",
  release: `/-/console/releases/compliance/${candidate.version}`,
  compare: "/-/console/difference?from=live&to=canary",
  page: `/-/console/difference?${new URLSearchParams({ from: "live", to: "canary", page: "/privacy-policy/", locale: "en" })}`,
});

const white = "rgb(255, 255, 255)";

/** Milliseconds for a test that runs axe fourteen times: on a busy machine each run takes seconds. */
const withAxeMs = 180_000;

test(
  "every page of the console fits its screen, has no script, and axe finds nothing",
  async () => {
    await openConsole(wide);
    expect(await visit.page.locator("figure circle").count()).toBe(8);
    for (const [index, [name, path]] of Object.entries(paths()).entries()) {
      await visit.page.goto(`${site.origin}${path}`);
      // In a sample axe looks at each page in one of the windows.
      const viewport = index % 2 === 0 ? narrow : wide;
      await expectFit(visit, name, sampled({ all: [wide, narrow], sample: [viewport] }));
      expect(await visit.page.locator("script").count()).toBe(0);
    }
  },
  withAxeMs,
);

test("a cell says its column once to who hears it: by the table's head on a wide screen, by itself on a phone", async () => {
  await openConsole(wide);
  const table = visit.page.getByRole("table", { name: "The packages of the stable set" });
  const count = async (): Promise<number[]> => [
    await table.getByRole("columnheader", { name: "Live since" }).count(),
    await table.getByRole("cell", { name: /^Live since/ }).count(),
  ];
  // Names that CSS writes are in the accessibility tree a moment after the layout.
  await expect.poll(count).toEqual([1, 0]);
  await visit.page.setViewportSize(narrow);
  await expect.poll(count).toEqual([0, 6]);
});

test("without colours, too, the sets of a chart and the lines of a comparison differ: on a phone, in forced colours and on paper", async () => {
  const { page } = visit;
  await openConsole(narrow);
  await page.emulateMedia({ media: "print" });
  const fills = page.locator("figure:first-child circle");
  const listFills = (): Promise<string[]> => fills.evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  // A ring, and a dot.
  expect(await listFills()).toEqual([white, "rgb(0, 0, 0)"]);
  await page.emulateMedia({ media: null, forcedColors: "active" });
  expect(await listFills()).toEqual([white, "rgb(0, 0, 0)"]);

  await page.goto(`${site.origin}${paths()["page"]}`);
  const added = page.locator(".diff ins");
  const toMark = (): Promise<string[]> =>
    added.evaluate((one) => [getComputedStyle(one).textDecorationLine, getComputedStyle(one).color]);
  await expect.poll(() => page.locator(".diff").ariaSnapshot()).toMatch(/removed: <article>[^]*added: <article/);
  expect((await toMark())[0]).toBe("underline");
  // White there would be on white: browsers leave backgrounds out when they print.
  await page.emulateMedia({ media: "print", forcedColors: null });
  expect(await toMark()).toEqual(["underline", "rgb(0, 0, 0)"]);
  await page.emulateMedia({ media: null });
});

test("an operator signs in with a code, prepares a promote, runs its command and prepares the way back, by keyboard and without JavaScript", async () => {
  const [, id = ""] = /site_([0-9a-f]{12})_/.exec(token) ?? [];
  const { code } = JSON.parse(await run("tokens", "code", id));
  const plain = await browser.visit({ viewport: narrow, javaScriptEnabled: false });
  const { page } = plain;
  await signIn(plain, code);
  await press(plain, page.getByRole("link", { name: "Stop the canary" }));
  await page.getByLabel("Reason").fill("The figures are worse; that's enough");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Confirm with your key" }).waitFor();
  await takePicture(plain, "prepared");
  const command = await page.locator("pre").innerText();
  expect(command).toBe(`npm run -s site -- canary stop --expect 5 --why 'The figures are worse; that'\\''s enough'`);
  await press(plain, page.getByRole("link", { name: "Is it done?" }));
  await page.getByRole("heading", { level: 1, name: "Not yet" }).waitFor();
  // What a shell makes of the command's words.
  await run("canary", "stop", "--expect", "5", "--why", "The figures are worse; that's enough");
  await press(plain, page.getByRole("link", { name: "Look again" }));
  await page.getByRole("heading", { level: 1, name: "Done" }).waitFor();
  await takePicture(plain, "done");
  await press(plain, page.getByRole("link", { name: "Undo revision 6" }));
  await page.getByRole("heading", { level: 1, name: "Start a canary" }).waitFor();
  await takePicture(plain, "form");
  expect(await page.locator("main").innerText()).toContain(candidate.label);

  // What was read before another change is not done.
  const late = await runCommand(site.storeDir, "freeze", "--expect", "5", "--why", "too late");
  expect(late.error?.code).toBe("REVISION_CONFLICT");

  await press(plain, page.getByRole("button", { name: "Sign out" }));
  await page.waitForURL(`${site.origin}/`);
  await page.goto(`${site.origin}/-/console`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Token").fill(code);
  plain.expects("failed request", /401 POST \/-\/sign-in$/);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await plain.close();
});
