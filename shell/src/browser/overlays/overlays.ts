import type { EventBus } from "@site/contracts/events/event-bus";
import type { SiteEvents } from "@site/contracts/events/events";
import type { PageState } from "@site/contracts/pages/payload";
import { inTime } from "../in-time.ts";
import type { Modals } from "../modal/modals.ts";
import type { RegionNotices } from "../region/region-notices.ts";
import type { OverlayRequest } from "./overlay-requests.ts";
import { showPlainly } from "./plain-note.ts";

// Literal names: from this list the build reads which events the shell's release receives.
const requests = [
  "toast:requested",
  "toast:updated",
  "toast:removed",
  "toast:cleared",
  "modal:requested",
  "modal:close-requested",
] as const satisfies readonly OverlayRequest[];

export interface Overlays {
  /**
   * The modals of this page. The first call fetches their code.
   * @throws when the code does not load; the next call retries
   */
  modals(): Promise<Modals>;
  /** The notices about a visitor's region, which few visitors need: in the same file. @throws as above */
  regions(state: PageState): Promise<RegionNotices>;
}

/**
 * The part of toasts and modals that every page has: it listens for requests, and fetches the rest of the code at the first. Requests that
 * cannot be drawn because the code did not load are shown as plain text.
 */
export function createOverlays(bus: EventBus, locale: { code: string; languageTag: string }): Overlays {
  const modals = once(() =>
    import(/* webpackChunkName: "modals" */ "../modal/site-modals.ts").then(({ createSiteModals }) =>
      createSiteModals(bus),
    ),
  );
  const regions = once(async (state: PageState) => {
    const [{ createRegionNotices }, shown] = await Promise.all([
      import(/* webpackChunkName: "modals" */ "../region/region-notices.ts"),
      modals(),
    ]);
    return createRegionNotices({ bus, site: state.site, locale: state.locale.code, modals: shown });
  });
  const drawn = once(() =>
    import(/* webpackChunkName: "overlays" */ "./draw-overlays.tsx").then(({ drawOverlays }) =>
      drawOverlays({ bus, locale, modals }),
    ),
  );

  async function take<N extends OverlayRequest>(name: N, detail: SiteEvents[N]): Promise<void> {
    try {
      (await inTime(drawn()))[name](detail);
    } catch (error) {
      console.error(error);
      showPlainly(detail);
    }
  }

  for (const name of requests) bus.on(name, (detail) => void take(name, detail));
  return { modals, regions };
}

/** Caches the result of `load`; a failure is not cached. */
function once<A extends unknown[], T>(load: (...options: A) => Promise<T>): (...options: A) => Promise<T> {
  let loaded: Promise<T> | undefined;
  return (...options) => {
    loaded ??= load(...options).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
