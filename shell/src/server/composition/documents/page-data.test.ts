import { expect, test } from "vitest";
import type { Fragment } from "../fragments/fragment.ts";
import { listSheets } from "./page-data.ts";

const sheet = { url: "/_release/content/1/badge.css", integrity: "sha384-", text: ".badge{}" };
const touched: Fragment["live"] = { hydrate: "interaction", data: [], vendors: [] };
const seen: Fragment["live"] = { hydrate: "visible", data: [], vendors: [] };

test.each([
  ["waits for a touch, which needs an element", touched],
  ["never hydrates", undefined],
])("a page has no style sheet of an island that shows nothing and %s", (_why, live) => {
  expect(listSheets([{ html: "", live, styles: [sheet] }])).toEqual([]);
  expect(listSheets([{ html: "<p>Record</p>", live, styles: [sheet] }])).toEqual([sheet]);
});

test.each([
  ["when it comes into view", seen],
  ["for a word in the address", { ...touched, hydrateOnQuery: "auto=1" }],
])("a page has the style sheet of an island that shows nothing and hydrates %s", (_when, live) => {
  expect(listSheets([{ html: "", live, styles: [sheet] }])).toEqual([sheet]);
});
