import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import type { ServedRevision, ServerList } from "../storage/server-list.ts";

let bench: FixtureBench;
beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll();
});
afterEach(() => bench.remove());

/** The list of a store's servers, with one that serves a revision and told its time a moment ago. */
function list(live: number | null, at = new Date()): ServerList {
  const served: ServedRevision = { server: "web-1", site: "GGPPH", live, lag: null, at: at.toISOString() };
  return {
    list: () => Promise.resolve([served]),
    announce: () => Promise.resolve(),
    withdraw: () => Promise.resolve(),
    watch: () => undefined,
  };
}

async function advance(servers: ServerList, now = new Date()): Promise<number> {
  const content = (await bench.admit("content", { server: toServerSource("next") })).version;
  const store = bench.reopen({ servers, now: () => now });
  const versions = { ...(await bench.store.current())?.set.versions, content };
  await store.countersign(await store.toSet(versions), { sites: ["GGPPH"], checks: [] });
  return (await store.advance(1, versions, { why: "a test" })).set.revision;
}

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

describe("a record is not signed", () => {
  test("with a clock that is so far ahead of the servers' that they would refuse it", async () => {
    await expect(advance(list(1), inMinutes(60))).rejects.toThrow(/60 minutes ahead.*time server/);
    expect(await bench.store.revision()).toBe(1);
  });

  test("in a store that is behind a revision which a server serves", async () => {
    await expect(advance(list(44))).rejects.toThrow(/newest revision of the store is 1.*web-1 serves 44/);
    expect(await bench.store.revision()).toBe(1);
  });
});

test("a record is signed with a clock that servers tolerate, also when a server tells a time that is older", async () => {
  expect(await advance(list(1, inMinutes(-0.2)), inMinutes(4))).toBe(2);
});

test("a record is signed before the first server shows anything", async () => {
  expect(await advance(list(null))).toBe(2);
});
