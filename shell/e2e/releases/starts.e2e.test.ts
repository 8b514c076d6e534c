import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { admitVariant, countersignVariants } from "../faults/admit-variant.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { openStore, runCommand } from "./site-command.ts";

let storeDir = "";
const built = { navigation: "", content: "" };

/**
 * A store in which another navigation and another content are live than the ones that are built, which were never live. The built navigation is not
 * in the store. The built content is, as a start leaves it that ended before its promote.
 */
beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  const store = await openStore(storeDir);
  const versions = { ...(await store.current())?.set.versions };
  const older = [
    await admitVariant(storeDir, "navigation", { mark: "older" }),
    await admitVariant(storeDir, "content", { mark: "older" }),
  ];
  await countersignVariants(storeDir, older);
  // As if nothing was ever live: the channel is empty, and nothing remembers it.
  await rm(join(storeDir, "channels/stable"), { recursive: true });
  for (const memory of ["seen", "continuity"]) await rm(join(`${storeDir}.state`, memory), { recursive: true });
  for (const { name, version } of older) {
    if (name === "navigation" || name === "content") built[name] = versions[name] ?? "";
    versions[name] = version;
  }
  const releases = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  const { error } = await runCommand(storeDir, "promote", ...releases, "--why", "the sets before");
  expect(error).toBeUndefined();
  await (await openStore(storeDir)).remove("navigation", built.navigation);
});
afterAll(() => removeStore(storeDir));

test(
  "two servers that start with new builds at once both come up, and what is built is promoted once, also what an earlier start published before it was killed",
  { timeout: 240_000 },
  async () => {
    const started = await Promise.allSettled([startSite("GGPPH", { storeDir }), startSite("GGPCOM", { storeDir })]);
    const sites = started.flatMap((one): RunningSite[] => (one.status === "fulfilled" ? [one.value] : []));
    for (const site of sites) await site.stop();
    expect(started.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))).toEqual([]);
    const revisions = (await (await openStore(storeDir)).history()).map(({ set: { versions } }) => versions);
    expect(revisions).toHaveLength(2);
    expect(revisions.at(-1)).toMatchObject(built);
  },
);
