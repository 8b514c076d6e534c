import { setTimeout as sleep } from "node:timers/promises";
import type { PackageName } from "@site/contracts/names/package-name";
import { promote } from "../../src/server/publishing/promote.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { publishEdited } from "../harness/edit-release.ts";
import { tell, toPercentile } from "../harness/figures.ts";
import type { Bench } from "../harness/bench-resources.ts";
import { openStore, serveSite } from "../harness/serve-site.ts";
import { readTag, waitForFlip } from "../harness/watch-page.ts";

/** A remote on every page. */
const everywhere: PackageName = "navigation";
const releases = 100;

/** Milliseconds between a publish and its promote: no command that promotes starts faster. */
const pauseMs = 500;

/** The time of a publish, and the time from a promote until the release is live. */
export const publish: Bench = {
  name: "publish",
  about: "publish of one remote with all checks of all sites, and the promote of what was published to visible",
  async run(resources) {
    const storeDir = await openStore(resources);
    const store = await openReleaseStore(toStorePlaces(storeDir), { signs: true });
    const built = (await store.current())?.set.versions[everywhere] ?? "";
    const publishNext = (text: string): Promise<string> =>
      publishEdited(resources, storeDir, everywhere, built, "Language Selector", text);
    const publishing: number[] = [];
    for (let round = 1; round <= resources.rounds; round += 1) {
      const began = performance.now();
      await publishNext(`Choose language ${round}`);
      publishing.push(performance.now() - began);
    }
    const { origin } = await serveSite(resources, { storeDir });
    const fromCall: number[] = [];
    resources.say(`publishing and promoting ${releases} releases of ${everywhere}`);
    for (let turn = 1; turn <= releases; turn += 1) {
      const version = await publishNext(`Language selector ${turn} of ${releases}`);
      await sleep(pauseMs);
      const before = await readTag(origin);
      const called = performance.now();
      await promote(store, { [everywhere]: version }, { why: "measuring" });
      fromCall.push((await waitForFlip(origin, before)) - called);
    }
    return {
      figures: [
        tell("publish of one remote, all checks of all sites", "ms", publishing, { goal: "2.5 s" }),
        tell(
          "promote of what was just published to visible, p99 of 100, from its call",
          "ms",
          toPercentile(fromCall, 99),
          { goal: "0.4 s" },
        ),
        tell("promote of what was just published to visible, all", "ms", fromCall),
      ],
      notes: [
        `Each release changes a text of ${everywhere}, which is on every page, and was never seen before. A server composes what a publish made ready ahead of its promote.`,
        "Publishes are timed on a machine that serves nothing.",
        `${pauseMs} ms lie between the publish and the promote: the command that promotes takes longer to start.`,
      ],
    };
  },
};
