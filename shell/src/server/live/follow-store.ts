import { toCode, toProblem } from "@site/contracts/errors";
import type { FastifyBaseLogger } from "fastify";
import type { ReleaseStore } from "../releases/release-store.ts";
import type { LiveSite } from "./live-site.ts";
import { createReconciler, type Reconciler } from "./reconciler.ts";

const consequences = {
  read: "the release store could not be read; the live set stays",
  apply: "the site could not be refreshed; the live set stays",
};

/** Makes each newer revision of the store live. A problem is a line in the log, and so is the end of one of the store. */
export function followStore(store: ReleaseStore, live: LiveSite, log: FastifyBaseLogger): Reconciler {
  return createReconciler({
    readDesired: async () => (await store.current())?.set.revision,
    readLive: () => live.state()?.set.revision,
    apply: () => live.refresh(),
    onProblem: (error, what) => log.error({ code: toCode(error), problem: toProblem(error) }, consequences[what]),
    onReadAgain: (seconds) => log.info({ seconds: Math.round(seconds) }, "the release store is read again"),
  });
}
