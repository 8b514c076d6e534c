import { describe, expect, test } from "vitest";
import type { HeadFragment } from "../../src/head-fragment.ts";
import type { ServerEntry } from "../../src/server-entry.ts";
import type { Vendor } from "../../src/vendor.ts";
import { findHeadProblems } from "./find-head-problems.ts";

const toEntry = (vendors: Vendor[] | undefined, fragment?: HeadFragment): ServerEntry => ({
  describe: () => [],
  head: vendors && { vendors },
  render: () => ({ html: "", headFragment: fragment, readsVisitor: false }),
});
const document = { head: { script: "browser/head.js", vendors: ["analytics" as const] } };

describe("a remote's head fragment", () => {
  test("is fine when there is none, and when it asks for what its document names", () => {
    expect(findHeadProblems({}, toEntry(undefined))).toEqual([]);
    expect(findHeadProblems(document, toEntry(["analytics"]))).toEqual([]);
    expect(findHeadProblems(document, toEntry(["analytics"], { vendors: ["analytics"], settings: { id: 1 } }))).toEqual([]);
  });

  test("is not when only one of document and server has it, or they name others", () => {
    expect(findHeadProblems(document, toEntry(undefined))).toHaveLength(1);
    expect(findHeadProblems({}, toEntry([]))).toHaveLength(1);
    expect(findHeadProblems(document, toEntry(["consent"]))).toEqual(["The document and the server name different third parties."]);
  });

  test("is not when it asks for a third party its document does not name", () => {
    expect(findHeadProblems(document, toEntry(["analytics"], { vendors: ["chat"], settings: {} }))).toEqual(["The fragment asks for chat, which the document does not name."]);
  });

  test("is not when its settings are more than a page should carry", () => {
    expect(findHeadProblems(document, toEntry(["analytics"], { vendors: [], settings: { text: "x".repeat(3000) } }))).toEqual(["The fragment is none: expected at most 2048 characters."]);
  });
});
