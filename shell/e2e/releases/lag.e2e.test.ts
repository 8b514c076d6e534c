import { rename } from "node:fs/promises";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { toStoredPath } from "../harness/stored-file.ts";
import { removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchRevision } from "./answers.ts";
import { untilComposed } from "./readiness.ts";
import type { Variant } from "./release-variant.ts";
import { openStore } from "./site-command.ts";

const readySchema = v.object({
  ready: v.boolean(),
  revision: v.number(),
  desired: v.nullable(v.number()),
  lag: v.nullable(v.object({ since: v.pipe(v.string(), v.isoTimestamp()), why: v.string() })),
});

let site: RunningSite;
let variant: Variant;

beforeAll(async () => {
  const storeDir = await copyStartedStore("GGPPH");
  variant = await admitVariant(storeDir, "shell", { mark: "later" });
  await countersignVariants(storeDir, [variant]);
  site = await startSite("GGPPH", { storeDir, env: { METRICS_PORT: "0" } });
  await untilComposed(site);
});
afterAll(async () => {
  await site?.stop();
  await removeStore(site.storeDir);
});

test("a shell that cannot be loaded is promoted: the live pages stay, the lag is told, and it ends by itself", async () => {
  const store = await openStore(site.storeDir);
  const before = await ready();
  expect(before).toMatchObject({ status: 200, ready: true, desired: before.revision, lag: null });
  expect(await gauges()).toEqual({ desired: before.revision, live: before.revision, isStale: false });

  const { release } = await store.load(variant.name, variant.version);
  const file = toStoredPath(site.storeDir, release, release.serverEntry);
  await rename(file, `${file}.away`);
  const began = Date.now();
  const current = await store.current();
  if (!current) throw new Error("Nothing is live.");
  // Three revisions, so that the server falls behind by more than one.
  for (const step of [0, 1, 2]) {
    await store.advance(
      before.revision + step,
      { ...current.set.versions, shell: variant.version },
      { why: "promoted where it could be loaded" },
    );
  }
  const desired = before.revision + 3;
  await waitUntil(
    async () => (await ready()).lag?.why === "RELEASE_FILE_MISSING" && (await ready()).desired === desired,
    { what: "the lag to be told" },
  );
  const lagging = await ready();
  expect(lagging).toMatchObject({ status: 200, ready: true, revision: before.revision, desired });
  expect(Date.parse(lagging.lag?.since ?? "")).toBeGreaterThanOrEqual(began - 1000);
  expect(await gauges()).toEqual({ desired, live: before.revision, isStale: true });
  expect(await fetchRevision(site)).toBe(before.revision);

  await rename(`${file}.away`, file);
  await waitUntil(async () => (await ready()).revision === desired, {
    what: "the server to catch up by itself",
    within: 40_000,
  });
  expect(await ready()).toMatchObject({ status: 200, ready: true, revision: desired, desired, lag: null });
  expect(await gauges()).toEqual({ desired, live: desired, isStale: false });
  expect(await fetchRevision(site)).toBe(desired);
});

async function ready(): Promise<v.InferOutput<typeof readySchema> & { status: number }> {
  const response = await fetch(`${site.origin}/readyz`);
  return { status: response.status, ...v.parse(readySchema, await response.json()) };
}

async function gauges(): Promise<{ desired: number; live: number; isStale: boolean }> {
  const text = await site.readMetrics();
  const read = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  return {
    desired: read("site_revision_desired"),
    live: read("site_revision_live"),
    isStale: read("site_revision_stale_seconds") > 0,
  };
}
