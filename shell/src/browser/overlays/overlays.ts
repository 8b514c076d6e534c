import type { EventBus } from "@site/contracts/event-bus";
import type { Modals } from "../modal/modals.ts";

export interface Overlays {
  /**
   * The modals of this page, fetched when they are first wanted.
   * @throws when their code does not come; the next call tries again
   */
  modals(): Promise<Modals>;
}

/** What the page shows above itself, as far as every page carries it: the code comes when it is wanted. */
export function createOverlays(bus: EventBus): Overlays {
  const modals = once(() =>
    import(/* webpackChunkName: "modals" */ "../modal/site-modals.ts").then(({ createSiteModals }) => createSiteModals(bus)));
  return { modals };
}

/** Loads something once; a failure is not kept. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
