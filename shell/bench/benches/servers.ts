import type { PackageName } from "@site/contracts/names/package-name";
import { promote, rollback } from "../../src/server/publishing/promote.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { serveSite, toMachine } from "../../src/server/testing/nats-sites.ts";
import { runSite, runSiteIn, writeEdited } from "../harness/edit-release.ts";
import { tell } from "../harness/figures.ts";
import type { Bench } from "../harness/bench-resources.ts";
import { openStore } from "../harness/serve-site.ts";
import { waitForQuiet } from "../harness/wait-for-quiet.ts";
import { readTag, waitForFlip } from "../harness/watch-page.ts";

/** A remote on every page. */
const everywhere: PackageName = "navigation";
const releases = 10;

/** The time until several servers show a release that one operator promoted. */
export const servers: Bench = {
  name: "servers",
  about: "a promote on three servers, whose store is in a cluster of three NATS nodes, until all show it",
  async run(resources) {
    const storeDir = await openStore(resources);
    const nats = await startNatsServers({ folder: await resources.folder(), count: 3 });
    resources.defer(() => nats.stop());
    resources.say("copying the store into the cluster");
    await runSite(resources, storeDir, "store", "copy", storeDir, nats.url, "--replicas", "3");
    const sites = await Promise.all(
      ["a", "b", "c"].map(async (name) =>
        serveSite(name, { ...(await toMachine({ root: storeDir }, name, nats.url)), WORK_AHEAD: "0" }),
      ),
    );
    resources.defer(() => Promise.all(sites.map((site) => site.stop())));
    const copies = `${storeDir}.copy`;
    const operator = { trustDir: `${storeDir}.trust`, keysDir: `${storeDir}.keys`, stateDir: `${storeDir}.operator` };
    const store = await openReleaseStore(
      toStorePlaces(copies, { ...operator, nats: { servers: nats.url.split(","), name: "site" } }),
      { signs: true },
    );
    resources.defer(() => store.close());
    const loaded = await store.load(everywhere, (await store.current())?.set.versions[everywhere] ?? "");

    /** Runs a verb of the command as an operator of the cluster. */
    const operate = (...words: string[]): Promise<string> =>
      runSiteIn(
        resources,
        {
          STORE: nats.url,
          STORE_DIR: copies,
          TRUST_DIR: operator.trustDir,
          KEYS_DIR: operator.keysDir,
          STATE_DIR: operator.stateDir,
        },
        ...words,
      );
    const waitForAll = async (): Promise<void> => {
      for (const { child } of sites) await waitForQuiet(child.pid ?? 0);
    };
    /** Milliseconds until the first and until the last server shows the result of `move`. */
    async function time(move: () => Promise<unknown>): Promise<{ first: number; last: number }> {
      const before = await Promise.all(sites.map(({ origin }) => readTag(origin)));
      const began = performance.now();
      const [, ...shown] = await Promise.all([
        move(),
        ...sites.map(({ origin }, index) => waitForFlip(origin, before[index] ?? "")),
      ]);
      return { first: Math.min(...shown) - began, last: Math.max(...shown) - began };
    }

    resources.say(`publishing and promoting ${releases} releases of ${everywhere}`);
    const versions: string[] = [];
    const published: { first: number; last: number }[] = [];
    for (let turn = 1; turn <= releases; turn += 1) {
      const folder = await resources.folder();
      const version = await writeEdited(loaded, folder, loaded.release.serverEntry, (text) =>
        text.replaceAll("Language Selector", `Choose language ${turn}`),
      );
      await operate("publish", everywhere, "--from", folder);
      await waitForAll();
      published.push(await time(() => promote(store, { [everywhere]: version }, { why: "measuring" })));
      versions.push(version);
    }
    const back: { first: number; last: number }[] = [];
    for (let turn = 0; turn < releases; turn += 1) {
      await waitForAll();
      back.push(await time(() => rollback(store, {}, { why: "measuring" })));
      await waitForAll();
      await promote(store, { [everywhere]: versions.at(-1) ?? "" }, { why: "forward again" });
    }
    const again: { first: number; last: number }[] = [];
    for (const version of versions) {
      await waitForAll();
      again.push(await time(() => promote(store, { [everywhere]: version }, { why: "measuring" })));
    }
    const commands: number[] = [];
    for (const version of versions.slice(0, resources.rounds)) {
      await waitForAll();
      const began = performance.now();
      await operate("promote", `${everywhere}@${version}`, "--why", "measuring");
      commands.push(performance.now() - began);
    }
    const toLast = (times: typeof again): number[] => times.map(({ last }) => last);
    return {
      figures: [
        tell("promote of what was just published until all three servers show it", "ms", toLast(published), {
          goal: "1 s",
        }),
        tell("rollback to the set before until all three servers show it", "ms", toLast(back), { goal: "1 s" }),
        tell("promote of an older release until all three servers show it", "ms", toLast(again), {
          goal: "1 s",
        }),
        tell(
          "from the first server that shows it to the last",
          "ms",
          [...published, ...back, ...again].map(({ first, last }) => last - first),
        ),
        tell("the command, from its start until all servers said that they serve it", "ms", commands),
      ],
      notes: [
        `Each release changes a text of ${everywhere}, which is on every page. Times are from the call of the promote.`,
        "Three servers, three NATS nodes and the operator share the processors of this machine; each server composes for itself.",
        "Best compression and pictures are off: they begin five seconds after the last promote, and each measurement would wait for them.",
      ],
    };
  },
};
