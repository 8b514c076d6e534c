import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import { type OpenBrowser, openBrowser, type Visit } from "../harness/open-browser.ts";
import { copyStartedStore } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import type { Variant } from "../releases/release-variant.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { expectFit, narrow, press, takePicture } from "./console-visit.ts";
import { type SigningConsole, startSigningConsole, untilDone } from "./signing-operator.ts";

let signing: SigningConsole;
let storeDir = "";
let browser: OpenBrowser;
let candidate: Variant;
let place = "";
const tokens = { viewer: "", ana: "", ben: "" };

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  candidate = await admitVariant(storeDir, "compliance", { mark: "candidate" });
  await countersignVariants(storeDir, [candidate]);
  [signing, browser] = await Promise.all([startSigningConsole(storeDir), openBrowser()]);
  place = signing.place;
  tokens.viewer = await signing.makeToken("viewer", "Vera");
  tokens.ana = await signing.makeToken("operator", "Ana");
  tokens.ben = await signing.makeToken("operator", "Ben");
});
afterAll(async () => {
  await browser?.close();
  await signing?.site.stop();
  await removeStore(storeDir);
});

/** What a page of the site has of the release: its mark. */
const readPage = async (): Promise<string> => (await fetch(`${signing.site.origin}/privacy-policy/`)).text();

/** Milliseconds for a test that reaches everything by the tabulator key: on a busy machine each step of it takes a while. */
const byKeyboardMs = 180_000;

test(
  "an operator promotes, sees it live, rolls back and undoes it, by keyboard, with the key of the browser",
  async () => {
    const visit = await browser.visit({ viewport: narrow });
    const { page } = visit;
    await signing.signIn(visit, tokens.ana);

    await page.goto(`${place}/prepare?kind=promote&with=${candidate.label}`);
    await page.getByLabel("Reason").fill("The lawyers agree");
    await page.keyboard.press("Enter");
    await page.getByText("This browser has no key.").waitFor();
    await takePicture(visit, "no-key");
    expect(await page.locator("pre.command").innerText()).toContain(`promote ${candidate.label}`);

    await signing.getKey(visit);

    await press(visit, page.getByRole("link", { name: "Releases", exact: true }));
    await press(visit, page.getByRole("link", { name: candidate.label, exact: true }));
    await press(visit, page.getByRole("link", { name: /^Promote/ }));
    await page.getByLabel("Reason").fill('The lawyers agree, "finally" \\ über 5 %');
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Promote now" }).waitFor();
    await expectFit(visit, "sign");
    expect(await readPage()).not.toContain("candidate");
    await page.setViewportSize(narrow);
    await press(visit, page.getByRole("button", { name: "Promote now" }));
    await untilDone(visit);
    await takePicture(visit, "signed");
    expect(await page.locator("main").innerText()).toMatch(/Ana, browser[^]*The lawyers agree, "finally" \\ über 5 %/);
    expect(await readPage()).toContain("candidate");

    await press(visit, page.getByRole("link", { name: "What is live" }));
    await press(visit, page.getByRole("link", { name: "Roll back compliance" }));
    await page.getByLabel("Reason").fill("A wrong sentence");
    await page.keyboard.press("Enter");
    await press(visit, page.getByRole("button", { name: "Roll back now" }));
    await untilDone(visit);
    expect(await readPage()).not.toContain("candidate");

    await press(visit, page.getByRole("link", { name: /^Undo revision/ }));
    expect(await page.getByLabel("Reason").inputValue()).toMatch(/^Undo of revision \d+$/);
    await press(visit, page.getByRole("button", { name: "Show what it touches" }));
    await press(visit, page.getByRole("button", { name: "Roll back now" }));
    await untilDone(visit);
    expect(await readPage()).toContain("candidate");

    await page.goto(`${place}/keys`);
    expect(await page.locator("main").innerText()).toMatch(/signed\s+What\s+rollback to revision \d+ as revision \d+/);

    // A key that is removed cannot be brought back: no single press does that.
    const remove = page.getByRole("button", { name: "Remove it for good" });
    await page.getByText("this browser signs what you prepare here").waitFor();
    expect(await remove.isVisible()).toBe(false);
    await press(visit, page.getByText("Remove it from this browser").filter({ visible: true }));
    await page.getByText("An owner of the trust list has to admit the next one.").filter({ visible: true }).waitFor();
    await press(visit, remove.filter({ visible: true }));
    await page.getByText("This browser has no key.").waitFor();
    await press(visit, page.getByRole("button", { name: "Make a key" }));
    await page.getByText("signs nothing yet").waitFor();
    expect(await remove.isVisible()).toBe(false);
    await visit.close();
  },
  byKeyboardMs,
);

describe("a second operator", () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await browser.visit();
    await signing.signIn(visit, tokens.ben);
    await signing.getKey(visit);
  });
  afterAll(() => visit.close());

  test("a second operator's confirmation is refused after something else went live, and changes nothing", async () => {
    const { page } = visit;
    await expectFit(visit, "key");
    await page.goto(`${place}/prepare?kind=pin&name=content`);
    await page.getByLabel("Reason").fill("Nothing changes before the weekend");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Pin now" }).waitFor();
    await signing.run("freeze", "--why", "An incident");
    const frozen = await signing.run("status");
    await press(visit, page.getByRole("button", { name: "Pin now" }));
    await page.getByRole("heading", { level: 1, name: "Not done" }).waitFor();
    expect(await page.locator("main").innerText()).toMatch(/another operator was first[^]*freeze[^]*An incident/);
    await expectFit(visit, "conflict");
    expect(await signing.run("status")).toBe(frozen);
  });

  test("a press more than ten minutes after the page was read leads by keyboard to a way to prepare it again", async () => {
    const { page } = visit;
    await page.goto(`${place}/prepare?kind=thaw`);
    await page.getByLabel("Reason").fill("Over");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Thaw now" }).waitFor();
    await page.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 11 * 60_000;
    });
    await press(visit, page.getByRole("button", { name: "Thaw now" }));
    await page.getByText("It was prepared more than ten minutes ago").waitFor();
    expect(await page.locator("#sign-here :focus").innerText()).toContain("more than ten minutes ago");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Thaw now" }).waitFor();
    expect(await page.getByText("more than ten minutes ago").isVisible()).toBe(false);
  });

  test("the browser signs nothing but what the page shows", async () => {
    const { page } = visit;
    // Before the page's own script runs, as a fault of the server would do.
    await page.addInitScript(() => {
      document.addEventListener("readystatechange", () => {
        const reason = [...document.querySelectorAll("dt")].find((term) => term.textContent === "Reason");
        if (reason?.nextElementSibling) reason.nextElementSibling.textContent = "Another reason";
      });
    });
    await page.goto(`${place}/prepare?kind=thaw`);
    await page.getByLabel("Reason").fill("Over");
    await page.keyboard.press("Enter");
    await page.getByText("What would be signed is not what this page shows.").waitFor();
    expect(await page.getByRole("button", { name: "Thaw now" }).isVisible()).toBe(false);
  });
});

describe("in a browser that keeps the pages that are left", () => {
  let keeping: OpenBrowser;
  let visit: Visit;
  beforeAll(async () => {
    keeping = openBrowser({ keepsPages: true });
    visit = await keeping.visit();
    await signing.signIn(visit, await signing.makeToken("operator", "Cara"));
    await signing.getKey(visit);
  });
  afterAll(async () => {
    await visit.close();
    await keeping.close();
  });

  /** Goes back, without waiting for a load: a kept page has none. */
  const goBack = (): Promise<unknown> => visit.page.goBack({ waitUntil: "commit" });

  test("an operator who goes back after a press sees what would be done now, and no button that does nothing", async () => {
    const { page } = visit;
    await page.goto(`${place}/prepare?kind=pin&name=download`);
    await page.getByLabel("Reason").fill("Nothing changes before the weekend");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Pin now" }).click();
    await untilDone(visit);
    const revision = /^Since revision (\d+)/m.exec(await page.locator("main").innerText())?.[1];
    await goBack();
    await page.getByText(`From revision ${Number(revision) + 1}. Nothing was changed yet.`).waitFor();
    expect(await page.getByRole("button", { name: "Pin now" }).isEnabled()).toBe(true);
  });

  test("a key that was retired is said to have ended, with a way to another one that an owner can admit", async () => {
    const { page } = visit;
    await page.goto(`${place}/keys`);
    const card = page.locator("#key-here");
    // The browser looks for its key after the page was loaded.
    const revoke = await card.getByText(/keys revoke [0-9a-f]{12} --why \S/).innerText();
    const [lost = ""] = /[0-9a-f]{12}/.exec(revoke) ?? [];
    await signing.run("keys", "retire", lost);
    await waitUntil(
      async () => {
        await page.reload();
        return card.getByText("signs nothing any more").isVisible();
      },
      { what: "the key to be retired" },
    );
    expect(await card.innerText()).not.toContain("keys add");
    await press(visit, card.locator("button:visible"));
    await press(visit, card.getByRole("button", { name: "Make a key" }));
    await card.locator("pre:visible").waitFor();
    expect(await card.innerText()).not.toContain(lost);
  });

  test("what was read is not shown by going back after the sign-out", async () => {
    const { page } = visit;
    await page.context().clearCookies();
    await signing.signIn(visit, tokens.viewer);
    await page.getByRole("link", { name: "Keys", exact: true }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    for (const from of ["the page of keys", "what is live"]) {
      await goBack();
      await page.getByLabel("Token").waitFor();
      expect([from, await page.getByRole("heading", { level: 1 }).innerText()]).toEqual([from, "Sign in"]);
    }
  });
});

test("a viewer reads, and is offered and given no action; a page of the site has no key and no script of the console", async () => {
  const visit = await browser.visit();
  const { page } = visit;
  await signing.signIn(visit, tokens.viewer);
  expect(await page.locator("a[href*=prepare]").count()).toBe(0);
  await page.goto(`${place}/prepare?kind=freeze`);
  await page.getByRole("heading", { name: "Not with this token" }).waitFor();
  await page.goto(`${place}/keys`);
  expect(await page.locator("#key-here").count()).toBe(0);
  await page.goto(signing.site.origin);
  const stored = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(stored).not.toContain("console");
  await visit.close();
});
