import { setPriority } from "node:os";
import { join } from "node:path";
import { isSiteError, toCode, toProblem } from "@site/contracts/errors";
import { openSites, type SiteWithData } from "../data/open-sites.ts";
import { checkWholeSet } from "../release-checks/check-whole-set.ts";
import { openReleaseStore } from "../releases/stores/open-store.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import type { PublishAnswer, PublishTask, UncheckedSet } from "./admit-upload.ts";
import { loadPackages, loadReadable } from "./load-packages.ts";
import { publishReleases } from "./publish.ts";
import { readBase } from "./read-base.ts";

/** Niceness: pages of visitors come first. */
const priority = 10;

/**
 * The process that checks an uploaded release and admits it, or checks a set of admitted ones, with the key of the release check. The server that
 * started it never reads that key, and does not wait in its own thread.
 */
async function publish(task: PublishTask): Promise<PublishAnswer> {
  const { places, checkKey, rootDigest } = task;
  try {
    const store = await openReleaseStore(places, { signs: true, checkKey, rootDigest });
    const sites = await openSites(places.storeDir, (error) => console.error(error.message));
    const rendersDir = join(places.stateDir, "renders");
    if ("versions" in task) await checkAdmitted(task, { store, sites, rendersDir });
    else
      await publishReleases(new Map([[task.name, task.folder]]), {
        store,
        sites,
        rendersDir,
        signatures: new Map([[task.name, task.signatures]]),
      });
    await store.close();
    return { ok: true };
  } catch (error) {
    if (!isSiteError(error)) console.error(error);
    return { ok: false, code: toCode(error), detail: toProblem(error) };
  }
}

interface CheckParts {
  store: ReleaseStore;
  sites: readonly SiteWithData[];
  rendersDir: string;
}

async function checkAdmitted({ versions }: UncheckedSet, { store, ...rest }: CheckParts): Promise<void> {
  const set = await store.toSet(versions);
  if (await store.isChecked(set)) return;
  const { before } = await readBase(store);
  const live = await loadReadable(store, before?.set.versions ?? {});
  await store.countersign(set, await checkWholeSet(await loadPackages(store, versions), live, rest));
}

process.once("message", (task: PublishTask) => {
  setPriority(priority);
  void publish(task).then((answer) => process.send?.(answer, () => process.disconnect()));
});
// The server that started it has ended.
process.on("disconnect", () => process.exit());
