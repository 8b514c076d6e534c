import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Front, startFront } from "../../development/front.ts";
import { findBrowser } from "../harness/shared-browsers.ts";
import { jotai, toDocument } from "./saved-page.ts";

/**
 * What the island's source is before a save: the steps of a guide, with a note in an inner component, a menu, a hand of cards and a stake, and odds at a table
 * whose one seat is next to itself.
 */
const source = `
function Note() {
  const [text, setText] = useState("");
  return h("label", null, "Note", h("input", { value: text, onChange: (event) => setText(event.target.value) }), h("output", null, text));
}
function deal(cards, action) {
  if (action !== "deal") throw new Error("there is no action " + action);
  return cards + 1;
}
function Hand() {
  const [cards, dispatch] = useReducer(deal, 2);
  return h("button", { onClick: () => dispatch("deal") }, "Cards: " + cards);
}
const stakeAtom = atom(10);
const potAtom = atom((get) => get(stakeAtom) * 3);
function Stake() {
  const [stake, setStake] = useAtom(stakeAtom);
  const [pot] = useAtom(potAtom);
  return h("button", { onClick: () => setStake((before) => before * 2) }, "Stake: " + stake + " of " + pot);
}
function Odds() {
  const [odds, setOdds] = useState(7);
  const [seat] = useState(() => { const first = {}; first.next = first; return first; });
  return h("button", { onClick: () => setOdds(NaN) }, "Odds: " + odds + (seat.next === seat ? " at a table" : ""));
}
function Guide() {
  const [step, setStep] = useState(1);
  const [isOpen, setOpen] = useState(false);
  return h("div", null,
    h("p", null, "Step " + step),
    h("button", { onClick: () => setStep(step + 1) }, "Next"),
    h("button", { onClick: () => setOpen(!isOpen) }, "Add a note"),
    isOpen ? h(Note) : null,
    h(Hand),
    h(Stake),
    h(Odds),
    h("button", { popoverTarget: "menu" }, "Menu"),
    h("div", { id: "menu", popover: "auto" }, "An entry"));
}`;

let saved = source;
let site: Server;
let front: Front;
let page: Page;
let turn = 0;
/** How many of the next requests the site answers with 503, as while it composes a page. */
let refusals = 0;
/** The same for documents alone: an open page that asks is answered. */
let documentRefusals = 0;
/** What the modules of a page wait for: until they are there, its document is not read to the end. */
let heldModules: Promise<void> | undefined;

beforeAll(async () => {
  site = createServer(async ({ headers, url = "/" }, response) => {
    if (url.startsWith("/jotai/")) {
      await heldModules;
      return void response
        .writeHead(200, { "content-type": "text/javascript" })
        .end(readFileSync(join(jotai, url.slice("/jotai/".length))));
    }
    const isDocument = headers["sec-fetch-dest"] === "document";
    if (refusals > 0 || (isDocument && documentRefusals > 0)) {
      refusals = Math.max(0, refusals - 1);
      if (isDocument) documentRefusals = Math.max(0, documentRefusals - 1);
      return void response.writeHead(503, { "content-type": "text/plain" }).end("not yet");
    }
    response.writeHead(200, { "content-type": "text/html" }).end(toDocument(saved));
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  front = await startFront(0);
  front.serve(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`);
  const browser = await findBrowser({ isShellEnough: true, args: [] });
  page = await browser.newPage();
});
afterAll(async () => {
  await page.close();
  site.close();
});

// One tab for all, which forgets what it keeps of the test before.
beforeEach(async () => {
  saved = source;
  if (page.url() !== "about:blank") await page.evaluate(() => sessionStorage.clear());
  await page.goto(front.address);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Step 2").waitFor();
});

/** Saves the island with a change, and waits until the open page is the saved one. */
async function save(from: string, to: string): Promise<void> {
  expect(saved).toContain(from);
  saved = saved.replace(from, to);
  turn += 1;
  const loaded = page.waitForEvent("load");
  front.tell({ turn, problems: [] });
  await loaded;
}

/** Asks for a modal as a remote does. One button of the third has a function. */
async function requestModal(title: string): Promise<void> {
  await page.evaluate((text) => {
    const actions = [
      { label: "Close" },
      ...(text === "With a function" ? [{ label: "Go on", click: () => undefined }] : []),
    ];
    dispatchEvent(new CustomEvent("site:modal:requested", { detail: { title: text, actions } }));
  }, title);
  await page.locator("dialog:modal").filter({ hasText: title }).waitFor();
}

describe("An engineer who saves a component", () => {
  test("finds a hydrated island in the state that it had, with the saved text.", async () => {
    await save(`"Step "`, `"Saved step "`);
    await page.getByText("Saved step 2").waitFor();
  });

  test("sees the saved text although the site answers 503 at first.", async () => {
    refusals = 2;
    await save(`"Step "`, `"Saved step "`);
    await page.getByText("Saved step 2").waitFor();
  });

  test("finds the earlier state also when the saved page is answered with 503 at first.", async () => {
    documentRefusals = 1;
    await save(`"Step "`, `"Saved step "`);
    await page.getByText("Saved step 2").waitFor();
    expect(documentRefusals).toBe(0);
  });

  test("finds the earlier state when a page is saved again while it still loads.", async () => {
    const held = Promise.withResolvers<void>();
    heldModules = held.promise;
    const asked = page.waitForRequest(/\/jotai\//);
    saved = saved.replace(`"Step "`, `"Saved step "`);
    front.tell({ turn: (turn += 1), problems: [] });
    await asked;
    heldModules = undefined;
    const again = page.waitForRequest((request) => request.isNavigationRequest());
    await save(`"Saved step "`, `"Step saved again "`);
    await again;
    held.resolve();
    await page.getByText("Step saved again 2").waitFor();
  });

  test("finds the earlier state when a page is saved again before React has rendered that state.", async () => {
    // React renders what was set in a task of a message channel.
    await page.addInitScript(() => {
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = new Proxy(postMessage, {
        apply: (post, port, message) => (window.name === "busy" ? undefined : Reflect.apply(post, port, message)),
      });
    });
    await page.evaluate(() => void (window.name = "busy"));
    await save(`"Step "`, `"Saved step "`);
    await page.locator("[data-island][data-live]").waitFor({ state: "attached" });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.getByText("Saved step 2").count()).toBe(0);
    await page.evaluate(() => void (window.name = ""));
    await save(`"Saved step "`, `"Step saved again "`);
    await page.getByText("Step saved again 2").waitFor();
  });

  test("finds the state of a component that a visitor opened, also in other markup.", async () => {
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByLabel("Note").fill("to check");
    await save(`isOpen ? h(Note) : null`, `h("section", null, isOpen ? h(Note) : null)`);
    await page.locator("section output").filter({ hasText: "to check" }).waitFor();
    await page.getByText("Step 2").waitFor();
  });

  test("sees another first value that was saved, and keeps the other states.", async () => {
    await page.getByRole("button", { name: "Add a note" }).click();
    await save("useState(1)", "useState(7)");
    await page.getByLabel("Note").waitFor();
    await page.getByText("Step 7").waitFor();
  });

  test("finds the earlier state once a component that threw is mended.", async () => {
    await save("const [isOpen", `if (typeof window === "object") throw new Error("boom"); const [isOpen`);
    // A component that throws leaves its island empty. An engineer looks at that before mending it.
    await page.locator("[data-island][data-live]").waitFor({ state: "attached" });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await save(`if (typeof window === "object") throw new Error("boom"); `, "");
    await page.getByText("Step 2").waitFor();
  });

  test("begins anew where a component has other states than before.", async () => {
    await page.getByRole("button", { name: "Add a note" }).click();
    await save("const [isOpen", "const [] = useState(0); const [isOpen");
    await page.getByText("Step 1").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Step 2").waitFor();
    expect(await page.getByLabel("Note").count()).toBe(0);
  });

  test("finds the state of a reducer that it had, which need not know any other action.", async () => {
    await page.getByRole("button", { name: "Cards: 2" }).click();
    await save(`"Cards: "`, `"Saved cards: "`);
    await page.getByRole("button", { name: "Saved cards: 3" }).click();
    await page.getByRole("button", { name: "Saved cards: 4" }).waitFor();
  });

  test("finds states anew that JSON cannot keep, and the others as they were.", async () => {
    await page.getByRole("button", { name: "Odds: 7 at a table" }).click();
    await page.getByRole("button", { name: "Odds: NaN" }).waitFor();
    await save(`"Odds: "`, `"Saved odds: "`);
    await page.getByText("Step 2").waitFor();
    await page.getByRole("button", { name: "Saved odds: 7 at a table" }).waitFor();
  });

  test("finds an atom's value that it had, and what is derived from it.", async () => {
    await page.getByRole("button", { name: "Stake: 10 of 30" }).click();
    await save(`"Stake: "`, `"Saved stake: "`);
    await page.getByRole("button", { name: "Saved stake: 20 of 60" }).click();
    await page.getByRole("button", { name: "Saved stake: 40 of 120" }).waitFor();
  });

  test("sees another first value of an atom that was saved.", async () => {
    await page.getByRole("button", { name: "Stake: 10" }).click();
    await save("atom(10)", "atom(15)");
    await page.getByRole("button", { name: "Stake: 15" }).waitFor();
    await page.getByText("Step 2").waitFor();
  });

  test("finds the modals that the shell drew, in their order, without one that was closed or that has a function.", async () => {
    for (const title of ["First", "Closed", "With a function", "Last"]) await requestModal(title);
    // The event that a dialog was closed is a task of its own, which is run after this one.
    await page.evaluate(async () => {
      const closed = [...document.querySelectorAll("dialog")].find((dialog) => dialog.textContent === "Closed");
      await new Promise((resolve) => {
        closed?.addEventListener("close", resolve, { once: true });
        closed?.close();
      });
    });
    await save(`"Step "`, `"Saved step "`);
    const modals = page.locator("dialog:modal");
    await modals.nth(1).waitFor();
    expect(await modals.allTextContents()).toEqual(["First", "Last"]);
  });

  test("finds a modal also when a page is saved again before the shell has drawn that modal.", async () => {
    await requestModal("First");
    // The shell draws what is asked for once it listens.
    await page.addInitScript(() =>
      addEventListener(
        "site:route:changed",
        (event) => window.name === "undrawn" && event.stopImmediatePropagation(),
        true,
      ),
    );
    await page.evaluate(() => void (window.name = "undrawn"));
    await save(`"Step "`, `"Saved step "`);
    await page.getByText("Saved step 2").waitFor();
    await page.evaluate(() => void (window.name = ""));
    await save(`"Saved step "`, `"Step saved again "`);
    await page.locator("dialog:modal").filter({ hasText: "First" }).waitFor();
  });

  test("finds an open menu open, and the focus on the control that had it.", async () => {
    await page.getByRole("button", { name: "Menu" }).click();
    await save(`"An entry"`, `"A saved entry"`);
    await page.locator("#menu:popover-open").filter({ hasText: "A saved entry" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Menu");
  });
});
