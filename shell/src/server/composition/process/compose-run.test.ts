import * as v from "valibot";
import { expect, test } from "vitest";
import { createFixturePage } from "../../testing/fixture-page.ts";
import { type OrderReport, reportSchema } from "./compose-messages.ts";
import { createComposeRun } from "./compose-run.ts";

const { pageId: _pageId, ...written } = createFixturePage();

/** What the process reports of a page, parsed as its parent does. */
function page(key: string): OrderReport {
  const report = v.parse(reportSchema, { kind: "page", run: 1, key, page: written });
  if (report.kind !== "page") throw new Error("It is a page.");
  return report;
}
const end: OrderReport = { kind: "composed", run: 1, failures: [], missingLocales: [] };

async function report(...reports: OrderReport[]) {
  const run = createComposeRun(1, ["en|none|/", "en|none|/contact/"]);
  for (const one of reports) run.take(one);
  return { run, outcome: await run.outcome };
}

test("an order ends well when each of its pages has arrived once, in any order", async () => {
  const { run, outcome } = await report(page("en|none|/contact/"), page("en|none|/"), end);
  expect(outcome).toEqual(end);
  expect([...run.pages.keys()].toSorted()).toEqual(["en|none|/", "en|none|/contact/"]);
});

test.each([
  ["leaves out a page", [page("en|none|/"), end], "left out pages"],
  ["sends a page that was not ordered", [page("en|none|/other/"), end], "sent en|none|/other/"],
  ["sends a page twice", [page("en|none|/"), page("en|none|/"), end], "sent en|none|/, which was not asked for"],
  ["says that it failed", [{ kind: "failed", run: 1, problem: "out of memory" }, end], "out of memory"],
] satisfies [string, OrderReport[], string][])(
  "an order fails when the process %s",
  async (_what, reports, problem) => {
    const { outcome } = await report(...reports);
    expect(outcome).toMatchObject({ code: "COMPOSE_FAILED", details: { problem: expect.stringContaining(problem) } });
  },
);

test("the process is given the fragments that are live, and is told of no other", () => {
  const run = createComposeRun(1, [], new Map([["known", Buffer.from("a")]]));
  expect(run.findLive(["known", "unknown"])).toEqual([["known", Buffer.from("a")]]);
});
