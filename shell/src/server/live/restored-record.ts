import type { LivePage, SiteState } from "../pages/site-state.ts";
import type { RestoredPages } from "./live-site.ts";

/** Records which live pages are from before the start, and when the oldest live pages were composed. */
export interface RestoredRecord {
  /** Records that all pages of a state are from before the start. @param composedAt UTC, ISO 8601 */
  noteRestored(state: SiteState, composedAt: string): void;
  /** Records a composition. After one without failures no page counts as restored; after a partial one, the restored pages in its state still do. */
  noteComposed(state: SiteState, isWhole: boolean): void;
  restored(): RestoredPages | undefined;
  composedAt(): string | undefined;
}

export function createRestoredRecord(): RestoredRecord {
  let restored: { composedAt: string; pages: ReadonlySet<LivePage> } | undefined;
  let composedAt: string | undefined;
  return {
    noteRestored({ pages }, at) {
      restored = { composedAt: at, pages: new Set(pages.values()) };
      composedAt = at;
    },
    noteComposed({ pages }, isWhole) {
      const staying = isWhole ? [] : [...pages.values()].filter((page) => restored?.pages.has(page));
      restored = restored && staying.length > 0 ? { ...restored, pages: new Set(staying) } : undefined;
      composedAt = restored?.composedAt ?? new Date().toISOString();
    },
    restored: () => restored && { composedAt: restored.composedAt, pages: restored.pages.size },
    composedAt: () => composedAt,
  };
}
