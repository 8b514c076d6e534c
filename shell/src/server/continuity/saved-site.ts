import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { Digest } from "@site/contracts/releases/digest";
import type { SiteState } from "../pages/site-state.ts";
import type { CanaryShare } from "../releases/channels.ts";

/** A composed set without the files of its releases, which the release library has. */
export type SavedState = Omit<SiteState, "packages">;

/** The part of a live site that is written to disk: all but the files of its releases. */
export interface SavedPages {
  state: SavedState;
  /** The canary and the visitors who get it. */
  canary?: { state: SavedState; share: CanaryShare };
  /** When the oldest of the pages were composed: UTC, ISO 8601. */
  composedAt: string;
  /** The digest of the site's configuration that they were composed with. */
  configuration: Digest;
}

export interface SavedSite {
  /** Undefined before the first set was live. */
  pages: SavedPages | undefined;
  /** The operator's data documents in force. */
  documents: Partial<DataDocuments>;
}

/** Pages that are handled between two yields to requests: about a millisecond. */
export const pagesAtOnce = 8;
