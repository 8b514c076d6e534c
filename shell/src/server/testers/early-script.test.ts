import { runInNewContext } from "node:vm";
import { repairedEvent } from "@site/contracts/host/repaired-event";
import { expect, test } from "vitest";
import { earlyEventsName } from "../../layout/tester-facts.ts";
import { earlyScript } from "./early-script.ts";

/** A window that has run the script. */
function run() {
  const page = new EventTarget();
  const window: Record<string, unknown> = {};
  runInNewContext(earlyScript, {
    window,
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
  const take = window[earlyEventsName];
  return { page, take: (): unknown => (typeof take === "function" ? take() : undefined) };
}

test("what happens in a tester's page before the overlay's script runs is kept for it, in its order, and once", () => {
  const { page, take } = run();
  const happened = ["site:route:changed", repairedEvent, "error", "site:remote:failed"].map((type) => new Event(type));
  for (const event of [...happened, new Event("click")]) page.dispatchEvent(event);
  expect(take()).toEqual(happened);
  page.dispatchEvent(new Event("error"));
  expect(take()).toEqual([]);
});

test("a page whose overlay never comes keeps 200 events, and not each of a long visit", () => {
  const { page, take } = run();
  for (let times = 0; times < 300; times += 1) page.dispatchEvent(new Event("site:toast:closed"));
  expect(take()).toHaveLength(200);
});
