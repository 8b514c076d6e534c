import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { compare } from "../harness/figures.ts";
import { type Bench, interleave, type BenchResources } from "../harness/bench-resources.ts";
import { openStore } from "../harness/serve-site.ts";
import { startWarm } from "../harness/warm-start.ts";

const fewRevisions = 2;
const manyRevisions = 2000;

/** The cost of a long history at a start. */
export const history: Bench = {
  name: "history",
  about: `start of a server with ${manyRevisions} revisions against ${fewRevisions}`,
  async run(resources) {
    const many = await openStoreWith(resources, manyRevisions);
    const few = await openStoreWith(resources, fewRevisions);
    resources.say("starting with a long history and with a short one");
    const { ours, floor } = await interleave(resources.rounds, {
      ours: () => startWarm(resources, many),
      floor: () => startWarm(resources, few),
    });
    return {
      figures: [compare(`warm start to the first page, ${manyRevisions} revisions`, "ms", ours, floor, "at most 1.2x")],
      notes: [`The floor is the same start with ${fewRevisions} revisions of the same set.`],
    };
  },
};

/** A store at a given revision, with all built packages live. */
async function openStoreWith(resources: BenchResources, revisions: number): Promise<string> {
  const storeDir = await openStore(resources);
  const store = await openReleaseStore(toStorePlaces(storeDir), { signs: true });
  const current = await store.current();
  if (!current) throw new Error("Nothing is live in the store.");
  resources.say(`making ${revisions} revisions`);
  for (let revision = current.set.revision; revision < revisions; revision += 1) {
    await store.advance(revision, current.set.versions, { why: "measuring" });
  }
  return storeDir;
}
