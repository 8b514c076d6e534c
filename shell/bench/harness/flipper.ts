import type { PackageName } from "@site/contracts/names/package-name";
import { promote } from "../../src/server/publishing/promote.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { publishEdited } from "./edit-release.ts";
import type { BenchResources } from "./bench-resources.ts";
import type { ServedSite } from "./serve-site.ts";

/** A remote on every page, so that its promote changes as much as one of a single remote can. */
export const everywhere: PackageName = "navigation";

export interface Flipper {
  /** Makes the next version live. Returns when that call began and ended. */
  flip(): Promise<{ began: number; ended: number }>;
}

interface FlipperOptions {
  store: ReleaseStore;
  /** The version built from the sources. */
  built: string;
  /** Number of versions that are promoted in turn. */
  count: number;
}

/** Publishes the versions that are promoted in turn. */
export async function createFlipper(
  resources: BenchResources,
  { storeDir }: ServedSite,
  { store, built, count }: FlipperOptions,
): Promise<Flipper> {
  const versions: string[] = [];
  for (let edition = 1; edition <= count; edition += 1) {
    const text = `Language selector ${edition} of ${count}`;
    versions.push(await publishEdited(resources, storeDir, everywhere, built, "Language Selector", text));
  }
  let turn = 0;
  return {
    async flip() {
      const began = performance.now();
      await promote(store, { [everywhere]: versions[turn % count] ?? built }, { why: "measuring" });
      turn += 1;
      return { began, ended: performance.now() };
    },
  };
}
