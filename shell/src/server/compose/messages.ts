import type { DataDocuments } from "@site/contracts/data-documents";
import type { PackageName } from "@site/contracts/package-name";
import type { ReleaseSet } from "@site/contracts/release-set";
import type { SiteConfig } from "@site/contracts/site-config";
import type { Effort, EncodedBody } from "../page/encoded-page.ts";
import type { MissingLocale, RemoteFailure } from "../page/render-fragments.ts";
import type { LivePage } from "../page/site-state.ts";
import type { LoadedRelease } from "../release/release-files.ts";

/** What the thread is started with. */
export interface ComposeSettings {
  site: SiteConfig;
  /** Whether every page is compressed as well as can be, in the quiet after a flip. */
  workAhead: boolean;
}

/** What is to be composed. A package the thread knows already is its label alone. */
export interface ComposeOrder {
  run: number;
  set: ReleaseSet;
  /** What the pages say they are of: the set, and the format in which this server writes it. */
  build: string;
  packages: readonly (readonly [PackageName, LoadedRelease | string])[];
  data: DataDocuments;
}

/** A body on its way: bytes come over as plain arrays. */
export interface WrittenBody extends Omit<EncodedBody, "br"> {
  br: Uint8Array;
}

/** A body that is what the run before sent is `"same"`. */
export interface WrittenPage extends Omit<LivePage, PagePart> {
  key: string;
  document: WrittenBody | "same";
  payload: WrittenBody | "same";
}

export type PagePart = "document" | "payload";

export type ComposeReport =
  | { kind: "page"; run: number; page: WrittenPage }
  | { kind: "composed"; run: number; paths: readonly string[]; failures: readonly RemoteFailure[]; missingLocales: readonly MissingLocale[] }
  | { kind: "failed"; run: number; problem: string }
  /** A body that was made smaller, after its run was composed. */
  | { kind: "packed"; run: number; key: string; part: PagePart; br: Uint8Array; effort: Effort };
