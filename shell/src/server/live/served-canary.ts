import { isDeepStrictEqual } from "node:util";
import type { FastifyBaseLogger } from "fastify";
import { SiteError, toProblem } from "@site/contracts/errors";
import type { Composer } from "../composition/process/composer.ts";
import type { DataStore } from "../data/data-store.ts";
import type { SiteState } from "../pages/site-state.ts";
import { listCanaryReleases } from "../publishing/channel-rules.ts";
import { type Canary, toSmallerShare } from "../releases/channels.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import type { FailureReport } from "./failure-report.ts";
import type { LiveCanary, RestoredCanary } from "./live-site.ts";
import { hasCanaryEnded } from "./overtaken.ts";
import type { SetReleases } from "./set-releases.ts";

/** The canary that is served beside the stable set, and the share of the visitors who get it. */
export interface ServedCanary {
  /** Undefined while there is no canary, or it cannot be composed without failures. */
  current(): LiveCanary | undefined;
  /** Serves the canary of a record beside a stable set. @returns false when this has to be retried */
  serve(wanted: Canary | undefined, stable: SiteState): Promise<boolean>;
  /** Serves the canary from before the start. The files of its releases are loaded with its next composition. */
  restore(restored: RestoredCanary | undefined): void;
  /** Stops serving the canary: all visitors get the stable set. */
  end(): void;
  /** @see LiveSite.holdCanary */
  hold(refused: ReadonlySet<string>, stable: SiteState): void;
}

export interface ServedCanaryOptions {
  store: Pick<ReleaseStore, "current">;
  data: Pick<DataStore, "documents">;
  composer: Pick<Composer, "compose">;
  releases: Pick<SetReleases, "load">;
  log: FastifyBaseLogger;
  reportFailures: FailureReport["reportFailures"];
  /** The sets that are served, whose releases are loaded already. */
  listServed(): SiteState[];
  /** Called when another canary is served, or another share of the visitors gets it. */
  onChange(stable: SiteState, canary: LiveCanary | undefined): void;
}

export function createServedCanary({
  store,
  data,
  composer,
  releases,
  log,
  reportFailures,
  listServed,
  onChange,
}: ServedCanaryOptions): ServedCanary {
  let canary: LiveCanary | undefined;
  /** The id of the canary's set with a release that would be refused now: its share does not grow. */
  let heldSet: string | undefined;

  return {
    current: () => canary,
    /**
     * Composes the canary after the stable set, with which it shares all pages that are equal. A canary with a release that is refused, or with
     * an island that cannot be rendered, is not served: its visitors get the stable set until a retry succeeds.
     */
    async serve(wanted, stable) {
      if (!wanted) return true;
      const { set, percent, first, steps } = wanted;
      const share = { percent, first, ...(steps && { steps }) };
      const served = canary?.state.set.id === set.id ? canary : undefined;
      const before = served?.state;
      try {
        const packages = await releases.load(set, listServed());
        if (packages.size < Object.keys(set.versions).length) throw new SiteError("CANARY_NOT_SERVED", { set: set.id });
        const { state, composed, failures } = await composer.compose(set, packages, data.documents(), before, stable);
        reportFailures(failures);
        if (failures.length > 0) throw new SiteError("CANARY_NOT_SERVED", { set: set.id });
        if (composed.length > 0 && (await hasCanaryEnded(store, set))) return true;
        canary = { state, share: served && heldSet === set.id ? toSmallerShare(share, served.share) : share };
        if (state.set.id !== before?.set.id || composed.length > 0)
          log.info({ revision: set.revision, set: set.id, percent, composed: composed.length }, "the canary is served");
        onChange(stable, canary);
        return true;
      } catch (error) {
        // Pages of the same set that were composed earlier stay. Their share may shrink as the record says, and never grows.
        canary = served && { state: served.state, share: toSmallerShare(share, served.share) };
        onChange(stable, canary);
        log.error(
          { set: set.id, problem: toProblem(error) },
          before
            ? "the canary cannot be composed; its earlier pages stay"
            : "the canary is not served; all visitors get the stable set",
        );
        return false;
      }
    },
    restore(restored) {
      canary = restored && { share: restored.share, state: { ...restored.state, packages: new Map() } };
    },
    end() {
      canary = undefined;
    },
    hold(refused, stable) {
      if (!canary) return;
      const { id, versions } = canary.state.set;
      const isRefused = listCanaryReleases(stable.set.versions, versions).some((label) => refused.has(label));
      const share = toSmallerShare(canary.share, canary.share);
      heldSet = isRefused ? id : undefined;
      if (!isRefused || isDeepStrictEqual(share, canary.share)) return;
      canary = { state: canary.state, share };
      onChange(stable, canary);
    },
  };
}
