import type { PageKey } from "../pages/page-key.ts";
import type { LivePage, SiteState } from "../pages/site-state.ts";
import type { CanaryShare } from "../releases/channels.ts";
import type { FailingRelease } from "./failing-remotes.ts";

/** The served set and its canary, as other parts of the server read them. */
export interface LiveSite {
  /** The stable set; undefined before the first set was composed. */
  state(): SiteState | undefined;
  /** The canary beside it; undefined while there is none, or it cannot be composed without failures. */
  canary(): LiveCanary | undefined;
  /** The releases of the stable set of which islands cannot be rendered now. */
  failing(): readonly FailingRelease[];
  /**
   * Keeps the canary at its present share, although the record may name larger ones, while one of its own releases would be refused now.
   * @param refused labels of such releases, such as `content@1.0.0-3f2a`
   */
  holdCanary(refused: ReadonlySet<string>): void;
  /** A page of a set, by default of the stable one. */
  findPage(key: PageKey, state?: SiteState): LivePage | undefined;
  /** Makes pages from before the start live, unless a set is live already. The files of their releases are loaded afterwards. */
  restore(state: Unloaded, composedAt: string, canary?: RestoredCanary): void;
  /** Takes pages from before the start for reuse: those that are equal in the first set are not composed again. They are not live before that set. */
  reuse(state: Unloaded): void;
  /** The live pages that were composed before the start; undefined once all were composed anew. */
  restored(): RestoredPages | undefined;
  /** When the oldest of the live pages were composed: UTC, ISO 8601. */
  composedAt(): string | undefined;
  /**
   * Composes the store's current set with the current data and makes it live. Calls during a run lead to one more run after it.
   * @returns false when a part of the set failed, so that the caller should try again
   * @throws SiteError `STORE_EMPTY`, `STORE_TIMEOUT`, or why the shell does not verify or the set cannot be composed
   */
  refresh(): Promise<boolean>;
  /** Composes the set that a publish made ready, so that its promote finds its pages composed. Never rejects. */
  prepare(): Promise<void>;
}

/** A composed set without the files of its releases. */
export type Unloaded = Omit<SiteState, "packages">;

/** The set that a share of the visitors gets. */
export interface LiveCanary {
  state: SiteState;
  share: CanaryShare;
}

/** The canary from before the start. */
export interface RestoredCanary {
  state: Unloaded;
  share: CanaryShare;
}

export interface RestoredPages {
  /** When they were composed: UTC, ISO 8601. */
  composedAt: string;
  pages: number;
}
