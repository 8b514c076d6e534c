import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { copyStore, removeStore } from "../harness/template-store.ts";
import { writeVariant } from "./release-variant.ts";
import { openStore, publish, runCommand } from "./site-command.ts";

const stores: string[] = [];
afterEach(async () => {
  for (const storeDir of stores.splice(0)) await removeStore(storeDir);
});

/**
 * A store in which another navigation is live than the one that is built, which was never live.
 * @param keepBuilt whether the built one is in the store all the same, as a start leaves it that died before its promote
 */
async function prepareNewBuild({ keepBuilt }: { keepBuilt: boolean }): Promise<{ storeDir: string; built: string }> {
  const storeDir = await copyStore();
  stores.push(storeDir);
  const versions = (await (await openStore(storeDir)).current())?.set.versions;
  const built = versions?.["navigation"];
  if (built === undefined) throw new Error("Everything that is built should be live.");
  const older = await writeVariant(storeDir, "navigation", { mark: "older" });
  await publish(storeDir, older);
  // As if nothing was ever live: the channel is empty, and nothing remembers it.
  await rm(join(storeDir, "channels/stable"), { recursive: true });
  await rm(`${storeDir}.state`, { recursive: true, force: true });
  const releases = Object.entries({ ...versions, navigation: older.version }).map(
    ([name, version]) => `${name}@${version}`,
  );
  const { error } = await runCommand(storeDir, "promote", ...releases, "--why", "the sets before");
  expect(error).toBeUndefined();
  if (!keepBuilt) await (await openStore(storeDir)).remove("navigation", built);
  return { storeDir, built };
}

async function readRevisions(storeDir: string): Promise<(string | undefined)[]> {
  return (await (await openStore(storeDir)).history()).map(({ set }) => set.versions["navigation"]);
}

test(
  "a start promotes a build that an earlier start published before it was killed",
  { timeout: 180_000 },
  async () => {
    const { storeDir, built } = await prepareNewBuild({ keepBuilt: true });
    await (await startSite("GGPPH", { storeDir })).stop();
    expect((await readRevisions(storeDir)).at(-1)).toBe(built);
    // And once only.
    await (await startSite("GGPPH", { storeDir })).stop();
    expect(await readRevisions(storeDir)).toHaveLength(2);
  },
);

test(
  "two servers that start with a new build at once both come up, and it is promoted once",
  { timeout: 240_000 },
  async () => {
    const { storeDir, built } = await prepareNewBuild({ keepBuilt: false });
    const started = await Promise.allSettled([startSite("GGPPH", { storeDir }), startSite("GGPCOM", { storeDir })]);
    const sites = started.flatMap((one): RunningSite[] => (one.status === "fulfilled" ? [one.value] : []));
    for (const site of sites) await site.stop();
    expect(started.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))).toEqual([]);
    const revisions = await readRevisions(storeDir);
    expect({ count: revisions.length, live: revisions.at(-1) }).toEqual({ count: 2, live: built });
  },
);
