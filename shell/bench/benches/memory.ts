import { setTimeout as sleep } from "node:timers/promises";
import type { PackageName } from "@site/contracts/names/package-name";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { promote } from "../../src/server/publishing/promote.ts";
import { budget } from "../harness/budgets.ts";
import { publishEdited } from "../harness/edit-release.ts";
import { type Figure, tell } from "../harness/figures.ts";
import { load, loadGenerator } from "../harness/load.ts";
import { readTreeCpu, readTreeMemory, type TreeMemory } from "../harness/process-tree.ts";
import type { Bench } from "../harness/bench-resources.ts";
import { listPaths, openStore, serveSite, waitUntilSmallest } from "../harness/serve-site.ts";
import { readTag, waitForFlip } from "../harness/watch-page.ts";

/** A remote on every page, so that its promote changes as much as one of a single remote can. */
const everywhere: PackageName = "navigation";

/** Numbers of promotes after which memory is read. */
const looks = [40, 100];

/** Seconds of idle time after the start, and after the last promote, within which temporary memory can be released. */
const idleSeconds = 30;

/** Seconds under load; memory is read each second, and the maximum counts. */
const loadSeconds = 10;

/** The memory of all processes of the server with the pages of the site. */
export const memory: Bench = {
  name: "memory",
  about: "memory of all processes: idle, under load, after 40 and after 100 promotes of one remote",
  async run(resources) {
    const storeDir = await openStore(resources);
    const store = await openReleaseStore(toStorePlaces(storeDir), { signs: true });
    const live = (await store.current())?.set.versions[everywhere] ?? "";
    const edited = await publishEdited(resources, storeDir, everywhere, live, "Language Selector", "Language selector");
    const site = await serveSite(resources, { storeDir });
    // After a start, pages are compressed and pictures drawn in the background, which takes a slow machine longer than the idle time.
    await waitUntilSmallest(resources, site);
    resources.say(`waiting ${idleSeconds} s`);
    const idle = await rest(site.pid);

    resources.say("loading a mix of all pages");
    const mix = (await listPaths(site.origin)).flatMap((path) =>
      ["br", "br", "br", "gzip"].map((encoding) => ({ path, encoding })),
    );
    const loaded = await watch(site.pid, () => load(resources, site.origin, mix, loadSeconds));

    const stages: [string, TreeMemory & Partial<Rested>][] = [
      [`idle, ${idleSeconds} s after start`, idle],
      ["under load, the most", loaded.most],
    ];
    for (let turn = 1; turn <= Math.max(...looks); turn += 1) {
      const before = await readTag(site.origin);
      await Promise.all([
        waitForFlip(site.origin, before),
        promote(store, { [everywhere]: turn % 2 === 1 ? edited : live }, { why: "measuring" }),
      ]);
      if (!looks.includes(turn)) continue;
      stages.push([`right after ${turn} promotes`, readTreeMemory(site.pid)]);
      resources.say(`${turn} promotes done; waiting ${idleSeconds} s`);
      stages.push([`${idleSeconds} s after ${turn} promotes`, await rest(site.pid)]);
    }
    return {
      figures: [
        ...stages.flatMap(([when, found]) => toFigures(when, found)),
        tell("requests that failed under load", "count", loaded.result.failed, {
          goal: "0",
          budget: budget.failedRequests,
        }),
      ],
      notes: [
        "All processes are counted: memory of their own, and each mapped file, such as Node itself, once. `pss` is the sum of their proportional set sizes, which is lower: files are shared with every other Node process of the machine.",
        `${loadGenerator} on all pages, 3 br to 1 gzip. Promotes alternate between two versions of ${everywhere}, which is on every page.`,
      ],
    };
  },
};

/** The memory of a server after a rest, and its work in the last second. */
interface Rested extends TreeMemory {
  /** Milliseconds of processor time. */
  atWork: number;
}

async function rest(pid: number): Promise<Rested> {
  await sleep((idleSeconds - 1) * 1000);
  const before = readTreeCpu(pid);
  await sleep(1000);
  return { ...readTreeMemory(pid), atWork: readTreeCpu(pid) - before };
}

function toFigures(when: string, { total, pss, parts, atWork }: TreeMemory & Partial<Rested>): Figure[] {
  return [
    tell(`${when}: all processes`, "MB", total, { goal: "200 MB" }),
    tell(`${when}: pss`, "MB", pss),
    ...parts.map(({ name, count, own }) => tell(`  of which ${count} x ${name}, their own`, "MB", own)),
    ...(atWork === undefined
      ? []
      : [tell("  processor time in the second before: near 0, or it was not idle yet", "ms", atWork)]),
  ];
}

/** Runs an action, and reads the server's memory each second meanwhile. */
async function watch<T>(pid: number, action: () => Promise<T>): Promise<{ result: T; most: TreeMemory }> {
  let most = readTreeMemory(pid);
  const timer = setInterval(() => {
    const now = readTreeMemory(pid);
    if (now.total > most.total) most = now;
  }, 1000);
  try {
    return { result: await action(), most };
  } finally {
    clearInterval(timer);
  }
}
