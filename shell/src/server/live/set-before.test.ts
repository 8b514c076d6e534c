import { describe, expect, test } from "vitest";
import type { LivePage, SiteState } from "../pages/site-state.ts";
import { maxChanged } from "./prepared-set.ts";
import { createSetBefore } from "./set-before.ts";

/** A set with `own` pages of its own, beside pages that are given. */
function toState(id: string, own: number, shared: Iterable<[string, LivePage]> = []): SiteState {
  const pages = Array.from({ length: own }, (_, index) => [`${id} ${index}`, {}] as const);
  // Only what the set before looks at.
  return {
    set: { id },
    pages: new Map([...shared, ...pages]),
    packages: new Map([["content", {}]]),
  } as unknown as SiteState;
}

describe("The set before", () => {
  test("is found by its id alone, with its pages and without the files of its releases.", () => {
    const before = toState("before", 3);
    const setBefore = createSetBefore();
    setBefore.keep(before, toState("next", 3));
    expect(setBefore.find({ ...before.set })).toEqual({ ...before, packages: new Map() });
    expect(setBefore.find(toState("another", 0).set)).toBeUndefined();
  });

  test("is kept while it differs in as many pages as may wait, however many are the same.", () => {
    const shared = toState("shared", 3 * maxChanged).pages;
    const setBefore = createSetBefore();
    const most = toState("most", maxChanged, shared);
    setBefore.keep(most, toState("next", 1, shared));
    expect(setBefore.find(most.set)).toBeDefined();
    const tooMany = toState("too many", maxChanged + 1, shared);
    setBefore.keep(tooMany, toState("next", 1, shared));
    expect(setBefore.find(tooMany.set)).toBeUndefined();
    expect(setBefore.find(most.set)).toBeUndefined();
  });
});
