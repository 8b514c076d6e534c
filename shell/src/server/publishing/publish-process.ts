import { setPriority } from "node:os";
import { join } from "node:path";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { openSites } from "../data/open-sites.ts";
import { openReleaseStore } from "../releases/open-store.ts";
import type { PublishAnswer, PublishTask } from "./admit-upload.ts";
import { publishReleases } from "./publish.ts";

/** Niceness: pages of visitors come first. */
const priority = 10;

/**
 * The process that checks an uploaded release and admits it, with the key of the release check. The server that started it never
 * reads that key, and does not wait in its own thread.
 */
async function publish({
  name,
  folder,
  signatures,
  places,
  checkKey,
  rootDigest,
}: PublishTask): Promise<PublishAnswer> {
  try {
    const store = await openReleaseStore(places, { signs: true, checkKey, rootDigest });
    const sites = await openSites(places.storeDir, (error) => console.error(error.message));
    await publishReleases(new Map([[name, folder]]), {
      store,
      sites,
      rendersDir: join(places.stateDir, "renders"),
      signatures: new Map([[name, signatures]]),
    });
    await store.close();
    return { ok: true };
  } catch (error) {
    if (!isSiteError(error)) console.error(error);
    return { ok: false, code: isSiteError(error) ? error.code : "UNEXPECTED", detail: toProblem(error) };
  }
}

process.once("message", (task: PublishTask) => {
  setPriority(priority);
  void publish(task).then((answer) => process.send?.(answer, () => process.disconnect()));
});
// The server that started it has ended.
process.on("disconnect", () => process.exit());
