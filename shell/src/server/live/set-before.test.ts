import { describe, expect, test, vi } from "vitest";
import { pagesAtOnce } from "../pages/in-portions.ts";
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
  test("is found by its id alone, with its pages and without the files of its releases.", async () => {
    const before = toState("before", 3);
    const setBefore = createSetBefore();
    await setBefore.keep(before, toState("next", 3));
    expect(setBefore.find({ ...before.set })).toEqual({ ...before, packages: new Map() });
    expect(setBefore.find(toState("another", 0).set)).toBeUndefined();
  });

  test("is kept while it differs in as many pages as may wait, however many are the same.", async () => {
    const shared = toState("shared", 3 * maxChanged).pages;
    const setBefore = createSetBefore();
    const most = toState("most", maxChanged, shared);
    await setBefore.keep(most, toState("next", 1, shared));
    expect(setBefore.find(most.set)).toBeDefined();
    const tooMany = toState("too many", maxChanged + 1, shared);
    await setBefore.keep(tooMany, toState("next", 1, shared));
    expect(setBefore.find(tooMany.set)).toBeUndefined();
    expect(setBefore.find(most.set)).toBeUndefined();
  });

  test("is kept at once, and no flip waits until its pages are compared.", async () => {
    const read = new Set<string>();
    const large = toState("large", 3 * maxChanged);
    const pages = new Map(large.pages);
    const next = toState("next", 1, pages);
    vi.spyOn(next.pages, "get").mockImplementation((key) => (read.add(key), pages.get(key)));
    const setBefore = createSetBefore();
    const compared = setBefore.keep(large, next);
    expect(setBefore.find(large.set)).toBeDefined();
    expect(read.size).toBeLessThanOrEqual(pagesAtOnce);
    await compared;
    expect(read.size).toBe(pages.size);
    expect(setBefore.find(large.set)).toBeDefined();
  });

  test("is not dropped for the one before it, whose pages are compared meanwhile.", async () => {
    const setBefore = createSetBefore();
    const [tooMany, small] = [toState("too many", maxChanged + 1), toState("small", 1)];
    await Promise.all([setBefore.keep(tooMany, small), setBefore.keep(small, toState("next", 1))]);
    expect(setBefore.find(small.set)).toBeDefined();
  });
});
