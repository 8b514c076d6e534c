import { SiteError } from "@site/contracts/errors";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import { createEarlierArtwork } from "./earlier-artwork.ts";

const felt = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"></svg>`;
const key = "content/felt.1a2b3c4d";
const unreadable = new SiteError("STORE_CORRUPT", { path: "a disk that is away" });

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll({ content: { files: { "browser/images/felt.1a2b3c4d.svg": felt } } });
});
afterAll(() => bench.remove());

/** The store of a server that started just now, with one call that fails the first time: of `load`, the call for the release with the artwork. */
function openFailing(call: "current" | "load" | "history"): ReleaseStore {
  const store = bench.reopen();
  if (call !== "load") return { ...store, [call]: vi.fn(store[call]).mockRejectedValueOnce(unreadable) };
  let isReadable = false;
  return {
    ...store,
    async load(name, version) {
      if (name !== "content" || isReadable) return store.load(name, version);
      isReadable = true;
      throw unreadable;
    },
  };
}

test.each(["current", "load", "history"] as const)(
  "artwork is found once the store can be read again, under the same revision: %s failed",
  async (call) => {
    const artwork = createEarlierArtwork(openFailing(call), { retryMs: 0 });
    await artwork.find(key).catch(() => undefined);
    expect((await artwork.find(key))?.toString()).toBe(felt);
  },
);

test("artwork that may stand in a release which cannot be read now is an error, and not unknown", async () => {
  const artwork = createEarlierArtwork(openFailing("load"), { retryMs: 60_000 });
  const missing = "content/none.1a2b3c4d";
  await expect(artwork.find(missing)).rejects.toBe(unreadable);
  // Until the next attempt, the store is not read for each request.
  await expect(artwork.find(missing)).rejects.toBe(unreadable);
});

test("a record that cannot be read now is read again", async () => {
  const store = bench.reopen();
  const history = vi.fn(store.history).mockImplementationOnce(async (options) => {
    options?.onUnreadable?.(1, unreadable);
    return [];
  });
  const artwork = createEarlierArtwork({ ...store, history }, { retryMs: 0 });
  await expect(artwork.find(key)).rejects.toBe(unreadable);
  expect((await artwork.find(key))?.toString()).toBe(felt);
});

test("a release that was removed from the store is not looked for again", async () => {
  const store = bench.reopen();
  const history = vi.fn(store.history);
  const load = vi.fn(store.load).mockRejectedValue(new SiteError("RELEASE_NOT_FOUND", { release: "content@1.0.0" }));
  const artwork = createEarlierArtwork({ ...store, history, load }, { retryMs: 0 });
  for (let request = 0; request < 3; request += 1) expect(await artwork.find(key)).toBeUndefined();
  expect(history).toHaveBeenCalledTimes(1);
});

test("concurrent requests read the index once", async () => {
  const store = bench.reopen();
  const history = vi.fn(store.history);
  const current = vi.fn(store.current);
  const artwork = createEarlierArtwork({ ...store, history, current });
  const found = await Promise.all(Array.from({ length: 20 }, () => artwork.find(key)));
  expect(found.filter((svg) => svg !== undefined)).toHaveLength(20);
  expect([history.mock.calls.length, current.mock.calls.length]).toEqual([1, 1]);
});
