import type { SiteConfig } from "@site/contracts/site/site-config";
import type { ListedToken } from "../access/token-list.ts";
import type { DataStore } from "../data/data-store.ts";
import type { HealthCounts } from "../health/release-health.ts";
import type { LiveSite } from "../live/live-site.ts";
import type { ReconcilerStatus } from "../live/reconciler.ts";
import type { ReleaseStore } from "../releases/release-store.ts";
import type { OverriddenSets } from "../testers/overridden-sets.ts";

/** What the console reads. It changes nothing. */
export interface ConsoleSources {
  site: SiteConfig;
  data: Pick<DataStore, "documents">;
  store: ReleaseStore;
  live: Pick<LiveSite, "state" | "canary" | "failing">;
  /** Composes sets that are not served, to compare them. */
  sets: Pick<OverriddenSets, "find">;
  health: Pick<HealthCounts, "list">;
  /** What this server serves, and why that is not the newest. */
  status(): ReconcilerStatus;
}

/** Who reads the console. */
export type Reader = Pick<ListedToken, "owner" | "role">;
