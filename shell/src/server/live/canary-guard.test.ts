import Fastify from "fastify";
import { expect, test } from "vitest";
import type { ReleaseSet, SetVersions } from "@site/contracts/releases/release-set";
import type { RevisionRecord } from "../releases/release-store.ts";
import { toNetwork } from "../testing/tell-beacon.ts";
import { createCanaryGuard } from "./canary-guard.ts";

const stable = { shell: "1.0.0-a", content: "1.0.0-a" };
const canary = { ...stable, content: "1.0.0-b" };
const toSet = (revision: number, versions: SetVersions): ReleaseSet => ({
  revision,
  id: JSON.stringify(versions),
  versions,
  digests: {},
});

/** A guard over a channel with the canary, and how often it was returned. */
function setUp() {
  let record: RevisionRecord;
  let returned = 0;
  let revision = 1;
  function start(): void {
    const beside = { set: toSet(revision, canary), since: "", percent: 50, first: 0 };
    record = { set: toSet(revision, stable), at: "", by: "ada", why: "", channels: { canary: beside } };
    revision += 1;
  }
  start();
  const guard = createCanaryGuard({
    store: {
      current: () => Promise.resolve(record),
      returnCanary() {
        returned += 1;
        record = { set: toSet(revision, stable), at: "", by: "web-1", why: "" };
        return Promise.resolve(record);
      },
    },
    openKey: () => Promise.resolve({ keyId: "00", sign: () => Promise.resolve("00") }),
    log: Fastify().log,
    onReturn: () => undefined,
    onReturned: () => undefined,
  });
  /** Visitors of both sets, in turn. Those of the canary meet a fault of content. */
  function visit(): void {
    for (let index = 0; index < 60; index += 1)
      for (const arm of ["stable", "canary"] as const)
        guard.take({
          arm,
          address: toNetwork(index),
          outcomes: [{ remote: "content", version: "", hasError: arm === "canary", kinds: new Set(), problems: [] }],
        });
  }
  return { guard, start, visit, returned: () => returned };
}

test("B303 a canary of the same releases that starts before this server has read the record of its return is returned again", async () => {
  const { guard, start, visit, returned } = setUp();
  guard.follow(stable, canary);
  visit();
  await expect.poll(returned).toBe(1);
  // The operator starts it once more. The server reads the newest record alone, and the one between was never live here.
  start();
  guard.follow(stable, canary);
  visit();
  await expect.poll(returned).toBe(2);
});

test("B303 what visitors tell of a canary after its return returns nothing", async () => {
  const { guard, visit, returned } = setUp();
  guard.follow(stable, canary);
  visit();
  await expect.poll(returned).toBe(1);
  visit();
  guard.follow(stable, undefined);
  visit();
  await new Promise((resolve) => setImmediate(resolve));
  expect(returned()).toBe(1);
});
