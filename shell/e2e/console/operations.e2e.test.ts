import { afterAll, beforeAll, expect, test } from "vitest";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { copyStartedStore } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import type { Variant } from "../releases/release-variant.ts";
import { expectFit, press, takePicture } from "./console-visit.ts";
import { type SigningConsole, startSigningConsole, untilDone } from "./signing-operator.ts";

let storeDir = "";
let signing: SigningConsole;
let browser: OpenBrowser;
let visit: Visit;
let policies: Variant;
let menu: Variant;

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  policies = await admitVariant(storeDir, "compliance", { mark: "policies" });
  menu = await admitVariant(storeDir, "navigation", { mark: "menu" });
  // Each was checked beside what is live, and never beside the other.
  for (const one of [policies, menu]) await countersignVariants(storeDir, [one]);
  [signing, browser] = await Promise.all([
    startSigningConsole(storeDir, { CHECK_KEY: `${storeDir}.keys/check.pem` }),
    openBrowser(),
  ]);
  visit = await browser.visit();
  await signing.signIn(visit, await signing.makeToken("operator", "Ana"));
  await signing.getKey(visit);
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
  await signing?.site.stop();
  await removeStore(storeDir);
});

/** Follows a link of the console's first page, gives a reason and signs. @param fields what else the form asks for, by label */
async function act(link: string | RegExp, title: string, fields: Record<string, string> = {}): Promise<void> {
  const { page } = visit;
  await page.goto(signing.place);
  await page.getByRole("link", { name: link, exact: typeof link === "string" }).click();
  await prepare(title, fields);
  await page.getByRole("button", { name: `${title} now` }).click();
  await untilDone(visit);
}

async function prepare(title: string, fields: Record<string, string> = {}): Promise<void> {
  const { page } = visit;
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByLabel("Reason").fill(`Pressed: ${title}`);
  await page.getByRole("button", { name: "Show what it touches" }).click();
}

const isPoliciesLive = async (): Promise<boolean> =>
  (await (await fetch(`${signing.site.origin}/privacy-policy/`)).text()).includes('data-made-by="policies"');

const isMenuLive = async (): Promise<boolean> =>
  (await (await fetch(`${signing.site.origin}/`)).text()).includes('data-made-by="menu"');

const readFirstPage = async (): Promise<string> => {
  await visit.page.goto(signing.place);
  return visit.page.locator("main").innerText();
};

test("a freeze takes every way to promote from the first page, and a thaw gives it back", async () => {
  await act("Freeze", "Freeze");
  expect(await readFirstPage()).toContain("Frozen since");
  expect(await visit.page.getByRole("link", { name: /^(Promote|Start a canary|Freeze)/ }).count()).toBe(0);
  await act("Thaw", "Thaw");
  expect(await readFirstPage()).not.toContain("Frozen");
  expect(await visit.page.getByRole("link", { name: `Promote ${policies.label}` }).count()).toBe(1);
});

test("a canary is started, given another share, stopped, started again by its undo and promoted", async () => {
  const { page } = visit;
  await act(`Start a canary ${policies.label}`, "Start a canary", { "Share of visitors, in percent": "20" });
  expect(await readFirstPage()).toMatch(/20 %\s+of visitors/);
  await act("Change the share", "Change the share", { "Share of visitors, in percent": "50" });
  expect(await readFirstPage()).toMatch(/50 %\s+of visitors/);
  await takePicture(visit, "canary-50");
  await act("Stop the canary", "Stop the canary");
  expect(await isPoliciesLive()).toBe(false);
  await page.getByRole("link", { name: /^Undo revision/ }).click();
  await prepare("Start a canary");
  await page.getByRole("button", { name: "Start a canary now" }).click();
  await untilDone(visit);
  expect(await readFirstPage()).toMatch(/50 %\s+of visitors/);
  await act("Promote the canary", "Promote the canary");
  expect(await isPoliciesLive()).toBe(true);
});

test(
  "releases that were never checked together are checked at a press, and then signed",
  { timeout: 120_000 },
  async () => {
    const { page } = visit;
    await page.goto(signing.place);
    await page.getByRole("link", { name: `Promote ${menu.label}` }).click();
    await prepare("Promote");
    await page.getByText("they were never checked together").waitFor();
    await page.getByRole("button", { name: "Check the whole set" }).click();
    const looking = page.getByText("This page looks again by itself.");
    await looking.waitFor();
    await takePicture(visit, "checking");
    await looking.waitFor({ state: "detached", timeout: 90_000 });
    await page.getByRole("button", { name: "Promote now" }).click({ timeout: 90_000 });
    await untilDone(visit);
    expect(await isMenuLive()).toBe(true);
    expect(await isPoliciesLive()).toBe(true);
  },
);

test(
  "releases of two packages are chosen by keyboard and go live as one revision, and go back as one",
  { timeout: 120_000 },
  async () => {
    const { page } = visit;
    await act("Roll back the set", "Roll back");
    await signing.run("rollback", "--to", "1", "--why", "Both again");
    await page.goto(signing.place);
    await expectFit(visit, "choice");
    await page.setViewportSize({ width: 1440, height: 900 });
    await press(visit, page.getByRole("button", { name: "Promote the chosen together" }));
    await page.getByRole("heading", { level: 1, name: "No release was chosen" }).waitFor();
    await press(visit, page.getByRole("link", { name: "Not live yet" }));
    for (const { name } of [menu, policies]) await press(visit, page.getByRole("checkbox", { name }), "Space");
    await press(visit, page.getByRole("button", { name: "Promote the chosen together" }));
    await prepare("Promote");
    await page.getByRole("button", { name: "Promote now" }).click();
    await untilDone(visit);
    expect([await isPoliciesLive(), await isMenuLive()]).toEqual([true, true]);
    await page.getByRole("link", { name: /^Undo revision/ }).click();
    await prepare("Roll back to revision");
    await page.getByRole("button", { name: "Roll back now" }).click();
    await untilDone(visit);
    expect([await isPoliciesLive(), await isMenuLive()]).toEqual([false, false]);
  },
);

test("without JavaScript an operator reads all pages, and prepares what the command then does", async () => {
  const plain = await browser.visit({ javaScriptEnabled: false });
  const { page } = plain;
  await signing.signIn(plain, await signing.makeToken("operator", "Ben"));
  for (const name of ["History", "Keys"]) {
    await page.getByRole("navigation").getByRole("link", { name }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  }
  await page.goto(signing.place);
  for (const { name } of [menu, policies]) await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "Promote the chosen together" }).click();
  await page.getByLabel("Reason").fill("Without scripts");
  await page.getByRole("button", { name: "Show what it touches" }).click();
  expect(await page.locator("pre.command").first().innerText()).toMatch(
    /^npm run -s site -- promote compliance@\S+ navigation@\S+ --expect \d+ --why 'Without scripts'$/,
  );
  await page.getByText("This needs JavaScript").waitFor();
  await plain.close();
});

test("the history names every press, with its reason", async () => {
  await visit.page.goto(`${signing.place}/history`);
  const history = await visit.page.locator("main").innerText();
  for (const title of [
    "Freeze",
    "Thaw",
    "Start a canary",
    "Change the share",
    "Stop the canary",
    "Promote the canary",
    "Promote",
  ])
    expect(history).toContain(`Pressed: ${title}`);
});
