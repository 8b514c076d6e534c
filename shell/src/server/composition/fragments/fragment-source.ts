import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { IslandName } from "@site/contracts/names/island-name";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Layout } from "@site/contracts/pages/layout";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { LoadedPackages } from "../../releases/loaded-release.ts";
import type { RenderPool } from "../render/render-pool.ts";
import type { FragmentMemory } from "./fragment-memory.ts";

export interface RemoteFailure {
  island: IslandName;
  version: string;
  page: string;
  problem: string;
  /** Places in the release's server file where it threw, innermost first, such as `content@1.0.0-3f2a9c0d11aa/server/entry.cjs:12:34`. */
  at?: string[];
}

/** A package that was rendered in another language than the page's (B184). */
export interface MissingLocale {
  remote: PackageName;
  version: string;
  locale: string;
}

/** A slot to render. */
export interface PendingSlot {
  plan: PagePlan;
  island: IslandName;
  variant: string;
  id: string;
}

export interface FragmentSource {
  packages: LoadedPackages;
  /** The layout of the shell's release in `packages`. It needs no routes but those that fallbacks link to. */
  layout: Pick<Layout, "frame" | "heads" | "routes">;
  site: SiteConfig;
  data: DataDocuments;
  pool: RenderPool;
  memory: FragmentMemory;
  /** Whether to accept HTML that could reach outside of its slot. Only for the release checks, which check it themselves and do not serve it. */
  takesAnyHtml?: boolean;
  onFailure(failure: RemoteFailure): void;
  onMissingLocale?(missing: MissingLocale): void;
}
