import { toProblem } from "@site/contracts/errors";
import type { DataStore } from "../data/data-store.ts";
import type { Reconciler } from "../live/reconciler.ts";
import type { Continuity } from "./continuity.ts";
import { restorePages, type RestoreOptions } from "./restore-pages.ts";

/** Writes the live set to disk after each change, for the next start. */
export function rememberPages(
  data: Pick<DataStore, "ofOperator">,
  { continuity, live, configuration, log }: Omit<RestoreOptions, "store">,
): void {
  continuity.start({
    capture() {
      const state = live.state();
      const composedAt = live.composedAt();
      const canary = live.canary();
      return {
        documents: data.ofOperator(),
        pages:
          state && composedAt !== undefined
            ? { state, composedAt, configuration, ...(canary && { canary }) }
            : undefined,
      };
    },
    onProblem: (error) =>
      log.error(
        { problem: toProblem(error) },
        "the live pages cannot be remembered; a restart would compose them anew",
      ),
    onRecovered: () => log.info("the live pages are remembered again"),
  });
}

export interface StartOptions extends Omit<RestoreOptions, "continuity"> {
  continuity: Continuity | undefined;
  reconciler: Pick<Reconciler, "start" | "resume">;
  /** Whether saved pages are only reused where they are equal to those of the current set, never served before it is composed: while the site is developed. */
  isExact: boolean;
}

/**
 * Restores the pages from before the restart; without them, composes the set of the release store.
 * @throws the error of the composition when there are no pages to restore either
 */
export async function startPages({ continuity, reconciler, isExact, ...options }: StartOptions): Promise<void> {
  const saved = continuity?.saved?.pages;
  if (isExact && saved?.configuration === options.configuration) options.live.reuse(saved.state);
  const restored = continuity && !isExact ? { continuity, ...options } : undefined;
  if (restored && (await restorePages(restored))) reconciler.resume();
  else
    await reconciler.start().catch(async (error: unknown) => {
      // When the set cannot be composed, restore pages of another configuration too.
      if (!restored || !(await restorePages(restored, true))) throw error;
      options.log.error({ problem: toProblem(error) }, "the site could not be composed");
      reconciler.resume();
    });
  continuity?.forget();
  continuity?.note();
}
