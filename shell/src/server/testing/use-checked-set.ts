import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { afterAll, beforeAll } from "vitest";
import { createRenderPool, type RenderPool } from "../composition/render/render-pool.ts";
import { openSites, type SiteWithData } from "../data/open-sites.ts";
import { findProblems } from "../release-checks/check-set.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { fewPages } from "./few-pages.ts";
import { createFixtureBench, type FixtureBench } from "./fixture-bench.ts";
import { type FixtureOptions, fixturePackages } from "./fixture-release.ts";
import { rememberBeside } from "./remember-beside.ts";

/** A set of good releases that a test file's candidates are checked beside, and what checks them. */
export interface CheckedSetScene {
  bench: FixtureBench;
  pool: RenderPool;
  sites: readonly SiteWithData[];
  /** The releases of all packages. */
  beside: ReadonlyMap<PackageName, LoadedRelease>;
  /** Checks another release of a package, written with these options, together with what is live. */
  check(name: PackageName, options?: FixtureOptions, around?: Around): Promise<ReleaseProblem[]>;
}

interface Around {
  /** What is live; {@link CheckedSetScene.beside} unless it is given. */
  live?: ReadonlyMap<PackageName, LoadedRelease>;
  /** The sites that the set would serve; the first one unless it is given. */
  at?: readonly SiteWithData[];
  /** What renders the candidate; the set's pool unless it is given. What is live is remembered. */
  own?: RenderPool;
}

/** The versions of shared libraries that the set's releases name. */
export const sharedVersions = { react: "^19.3.1", jotai: "^3.0.1" };

/** Makes the set before the tests of a file, whose shell has few pages unless other options are given. */
export function useCheckedSet(shell: FixtureOptions = fewPages): () => CheckedSetScene {
  let scene: CheckedSetScene | undefined;
  beforeAll(async () => {
    const bench = await createFixtureBench();
    const pool = createRenderPool();
    const sites = await openSites(bench.root, (error) => {
      throw error;
    });
    const beside = new Map<PackageName, LoadedRelease>();
    for (const name of fixturePackages)
      beside.set(name, await bench.load(name, { shared: sharedVersions, ...(name === "shell" && shell) }));
    const remembering = rememberBeside(pool, beside, bench.root);
    scene = {
      bench,
      pool,
      sites,
      beside,
      async check(name, options = {}, { live = beside, at = sites.slice(0, 1), own = remembering } = {}) {
        const candidate = await bench.load(name, {
          shared: { react: sharedVersions.react },
          ...(name === "shell" && shell),
          ...options,
        });
        const mixed: RenderPool = {
          ...own,
          render: (release, ...asked) => (release === candidate ? own : remembering).render(release, ...asked),
        };
        return findProblems(new Map([[name, candidate]]), live, { sites: at, pool: mixed, live });
      },
    };
  });
  afterAll(async () => {
    scene?.pool.close();
    await scene?.bench.remove();
  });
  return () => {
    if (!scene) throw new Error("The set is made before the first test.");
    return scene;
  };
}
