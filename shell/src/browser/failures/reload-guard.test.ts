import { expect, test } from "vitest";
import { createReloadGuard, type ReloadGuard } from "./reload-guard.ts";

function setUp(): { guard(): ReloadGuard; entries: Map<string, string>; pass(milliseconds: number): void } {
  let now = 1_700_000_000_000;
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
  return {
    // Each document has one of its own.
    guard: () =>
      createReloadGuard(
        () => storage,
        () => now,
      ),
    entries,
    pass(milliseconds) {
      now += milliseconds;
    },
  };
}

test("B190 a second failure of a path within ten seconds does not load again; later failures and other paths do", () => {
  const { guard, pass } = setUp();
  expect(guard().mayLoad("/contact/")).toBe(true);
  expect(guard().mayLoad("/contact/")).toBe(false);
  expect(guard().mayLoad("/about-us/")).toBe(true);
  pass(9999);
  expect(guard().mayLoad("/contact/")).toBe(false);
  pass(1);
  expect(guard().mayLoad("/contact/")).toBe(true);
  expect(guard().mayLoad("/contact/")).toBe(false);
});

test("B190 a clock that was set back, or garbage in storage, does not keep a page from loading", () => {
  const { guard, entries, pass } = setUp();
  guard().mayLoad("/contact/");
  pass(-3_600_000);
  expect(guard().mayLoad("/contact/")).toBe(true);
  for (const key of entries.keys()) entries.set(key, "garbage");
  expect(guard().mayLoad("/contact/")).toBe(true);
});

test("B190 where storage is denied every load is allowed", () => {
  const guard = createReloadGuard(
    () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
    () => 0,
  );
  expect([guard.mayLoad("/contact/"), guard.mayLoad("/contact/")]).toEqual([true, true]);
});
