import type { PackageName } from "@site/contracts/names/package-name";
import { createRenderPool } from "../../src/server/composition/render/render-pool.ts";
import { openSites } from "../../src/server/data/open-sites.ts";
import { findProblems } from "../../src/server/release-checks/check-set.ts";
import type { LoadedPackages } from "../../src/server/releases/loaded-release.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/open-store.ts";

/** Milliseconds that the release checks of a live package take beside the packages that are live with it. */
export async function measureGate(storeDir: string, name: PackageName): Promise<number> {
  const store = await openReleaseStore(toStorePlaces(storeDir), { signs: false });
  const current = await store.current();
  if (!current) throw new Error("Nothing is live in the store.");
  const packages: LoadedPackages = new Map(
    await Promise.all(
      Object.entries(current.set.versions).map(
        async ([one, version]) => [one, await store.load(one, version)] as const,
      ),
    ),
  );
  const sites = await openSites(storeDir, () => undefined);
  const pool = createRenderPool({ deadline: 10_000, firstDeadline: 30_000 });
  try {
    const began = performance.now();
    await findProblems(
      new Map([...packages].filter(([one]) => one === name)),
      new Map([...packages].filter(([one]) => one !== name)),
      { sites, pool, live: packages, isPublish: true },
    );
    return performance.now() - began;
  } finally {
    pool.close();
    await store.close();
  }
}
