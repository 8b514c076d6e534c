import { dirname } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Release } from "@site/contracts/releases/release";
import { listTogetherChecks } from "@site/contracts/release-checks/release-checks";
import { findProblems } from "../release-checks/check-set.ts";
import type { SiteWithData } from "../data/open-sites.ts";
import { openPageMemory } from "../release-checks/page-memory.ts";
import { rememberRenders } from "../release-checks/remember-renders.ts";
import { refuse } from "../release-checks/refusal.ts";
import { createCheckPool } from "../composition/render/check-pool.ts";
import { isComplete } from "./check-complete.ts";
import { loadReadable } from "./load-packages.ts";
import { readBase } from "./read-base.ts";
import { readRelease } from "../releases/release-files.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { Envelope } from "@site/contracts/signing/signed-document";
import type { ReleaseStore } from "../releases/release-store.ts";

export interface PublishOptions {
  store: ReleaseStore;
  /** All sites that the releases would serve, each with its own data. */
  sites: readonly SiteWithData[];
  /** The folder that caches the HTML of live releases between publishes, and the packages of each page. Without it, all pages are rendered again. */
  rendersDir?: string | undefined;
  /** Whether releases may remove parts of their surface without an announcement: in a store that only follows its sources. */
  takesRemovals?: boolean | undefined;
  /** Signatures that teams made elsewhere, by package. Without them this machine's keys sign. */
  signatures?: ReadonlyMap<PackageName, Envelope["signatures"]> | undefined;
  /** Called with the label of the releases before they are checked. */
  onCheck?(label: string): void;
}

/**
 * Admits built packages, signed by their teams, when the release checks find no problem in them or in the live set with these
 * releases. All are checked before the first is admitted. The verdict over that set is signed as well, so that a promote need
 * not check it again.
 * @param folders the `dist` folder of each package
 * @throws ReleaseRefusal with every problem, SiteError for a package that cannot be read or signed
 */
export async function publishReleases(
  folders: ReadonlyMap<PackageName, string>,
  { store, sites, rendersDir, takesRemovals, signatures, onCheck }: PublishOptions,
): Promise<Map<PackageName, Release>> {
  const pool = createCheckPool();
  try {
    const candidates = new Map<PackageName, LoadedRelease>();
    for (const [name, folder] of folders) candidates.set(name, await readRelease(folder, name));
    const { before } = await readBase(store);
    const live = await loadReadable(store, before?.set.versions ?? {});
    onCheck?.([...candidates.values()].map(({ label }) => label).join(", "));
    const remembering =
      rendersDir === undefined
        ? undefined
        : rememberRenders(pool, rendersDir, ({ release, digest }) => candidates.get(release.name)?.digest === digest);
    const pages = rendersDir === undefined ? undefined : openPageMemory(rendersDir);
    // The sources are beside `dist`, unless the release was built on another machine.
    const sourceRoots = new Map([...folders].map(([name, folder]) => [name, dirname(folder)]));
    const problems = await findProblems(candidates, live, {
      sites,
      pool: remembering ?? pool,
      live,
      pages,
      isPublish: takesRemovals !== true,
      sourceRoots,
    });
    await remembering?.save(problems.length === 0);
    refuse(problems);
    await pages?.save();
    for (const [name, candidate] of candidates) await store.admit(candidate, signatures?.get(name));
    const packages = new Map([...live, ...candidates]);
    if (isComplete(packages)) {
      const set = await store.toSet(
        Object.fromEntries([...packages].map(([name, { release }]) => [name, release.version])),
      );
      await store.countersign(set, {
        sites: sites.map(({ site }) => site.siteId),
        checks: listTogetherChecks().map(({ name }) => name),
      });
    }
    return new Map([...candidates].map(([name, { release }]) => [name, release]));
  } finally {
    pool.close();
  }
}
