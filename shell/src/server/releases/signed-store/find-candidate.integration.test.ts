import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";

let bench: FixtureBench;
let live: Readonly<Record<string, string>>;

beforeEach(async () => {
  bench = await createFixtureBench();
  live = await bench.releaseAll();
});
afterEach(() => bench.remove());

const next = { server: toServerSource("the next release") };

test("the candidate is the live set with the release that was published last", async () => {
  const fixture = await bench.write("content", next);
  await bench.take(fixture);
  expect(await bench.serverStore.findCandidate()).toMatchObject({
    revision: 1,
    versions: { ...live, content: fixture.version },
  });
});

test("there is no candidate before a publish, for a release that was not checked beside what is live, or after its promote", async () => {
  expect(await bench.serverStore.findCandidate()).toBeUndefined();
  const { version } = await bench.admit("content", next);
  expect(await bench.serverStore.findCandidate()).toBeUndefined();
  await bench.advance({ ...live, content: version });
  expect(await bench.serverStore.findCandidate()).toBeUndefined();
});

test("a store tells of a set that was checked, once, and not of what was there before", async () => {
  const stop = new AbortController();
  const told = vi.fn();
  bench.serverStore.watchChecked(told, stop.signal);
  // The watch reads the log first; what is checked until then counts as there before.
  await vi.waitFor(async () => {
    if (told.mock.calls.length === 0)
      await bench.take(await bench.write("content", { server: toServerSource(crypto.randomUUID()) }));
    expect(told).toHaveBeenCalled();
  });
  const before = told.mock.calls.length;
  await bench.take(await bench.write("content", next));
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(before + 1));
  stop.abort();
});
