import { expect, test } from "vitest";
import { type Finding, FindingList } from "./finding.ts";

const shift: Finding = { invariant: "layout shift", page: "/contact/?a=1", at: 12.4, what: "0.1000 by\n  <p>" };
const missing: Finding = { invariant: "failed request", page: "/", at: 3, what: "404 GET /no-such-page/" };

function createList(...findings: Finding[]): FindingList {
  const list = new FindingList();
  for (const finding of findings) list.add(finding);
  return list;
}

test("a finding that was not announced is one line with its invariant, page, time and what happened, once", () => {
  const list = createList(shift, missing);
  expect(list.takeFaults()).toEqual([
    "layout shift, /contact/?a=1, 12 ms: 0.1000 by <p>",
    "failed request, /, 3 ms: 404 GET /no-such-page/",
  ]);
  expect(list.takeFaults()).toEqual([]);
});

test("an announcement covers findings of its invariant that match, before and after it, and no other", () => {
  const list = createList(shift, missing);
  list.expect("failed request", /^404 .*\/no-such-page\/$/);
  list.add(missing);
  expect(list.takeFaults()).toEqual(["layout shift, /contact/?a=1, 12 ms: 0.1000 by <p>"]);
  expect(list.listUnmet()).toEqual([]);
});

test("a permitted finding may happen or not", () => {
  const list = createList(shift);
  list.permit("layout shift", /<p>/);
  list.permit("focus", /<button/);
  expect([...list.takeFaults(), ...list.listUnmet()]).toEqual([]);
});

test("an announced finding that does not happen is a fault", () => {
  const list = createList(missing);
  list.expect("console error", /late/);
  list.expect("console error", /404/);
  expect(list.takeFaults()).toHaveLength(1);
  expect(list.listUnmet()).toEqual([
    "console error: announced as /late/, and did not happen",
    "console error: announced as /404/, and did not happen",
  ]);
});
