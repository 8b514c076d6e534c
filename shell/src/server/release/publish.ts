import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/package-name";
import { parseRelease, type Release } from "@site/contracts/release";
import type { LoadedPackages } from "../page/render-fragments.ts";
import { findProblems, type SiteWithData } from "../release-checks/check-set.ts";
import { refuse } from "../release-checks/refusal.ts";
import { createRenderPool } from "../render/render-pool.ts";
import { type LoadedRelease, loadRelease, parseJson, readRequired } from "./release-files.ts";
import type { ReleaseStore } from "./release-store.ts";
import type { KeyRing } from "./signing.ts";

export interface PublishOptions {
  store: ReleaseStore;
  keys: KeyRing;
  /** Every site that the releases would serve, each with its own data. */
  sites: readonly SiteWithData[];
  /** A folder beside the store, on the same disk. */
  staging: string;
  /** Is told of the releases before they are checked. */
  onCheck?(label: string): void;
}

/**
 * Signs built packages with their teams' keys and admits them, when the release checks find nothing: in none of them, and
 * not in the set they make with what is live. All are checked before the first is admitted.
 * @param folders the `dist` folder of each package
 * @throws ReleaseRefusal with everything that is wrong, SiteError for what cannot be read or signed
 */
export async function publishReleases(folders: ReadonlyMap<PackageName, string>, options: PublishOptions): Promise<Map<PackageName, Release>> {
  const { store, keys, staging } = options;
  const aside = await mkdtemp(join(staging, "publish-"));
  // A check has time: it must not refuse a release because its machine is busy.
  const pool = createRenderPool({ deadline: 10_000, firstDeadline: 30_000 });
  try {
    const candidates = new Map<PackageName, LoadedRelease>();
    for (const [name, folder] of folders) {
      candidates.set(name, await signAside(name, folder, join(aside, name), keys));
    }
    const live = await loadLive(store);
    options.onCheck?.([...candidates.values()].map(({ label }) => label).join(", "));
    refuse(await findProblems(candidates, live, { sites: options.sites, pool, live }));
    for (const [name, { release }] of candidates) await store.admit(name, release.version, join(aside, name));
    return new Map([...candidates].map(([name, { release }]) => [name, release]));
  } finally {
    pool.close();
    await rm(aside, { recursive: true, force: true });
  }
}

/** Copies a built package aside, signs it there and verifies it as the store will. */
async function signAside(name: PackageName, dist: string, aside: string, keys: KeyRing): Promise<LoadedRelease> {
  const document = await readRequired(dist, "release.json", name);
  const release = parseRelease(parseJson(document, name), name);
  if (release.name !== name) throw new SiteError("RELEASE_NAME_FOREIGN", { release: dist, actual: release.name, expected: name });
  for (const file of ["release.json", ...Object.keys(release.files)]) {
    await mkdir(dirname(join(aside, file)), { recursive: true });
    await writeFile(join(aside, file), await readRequired(dist, file, name));
  }
  await writeFile(join(aside, "release.sig"), keys.sign(name, document));
  return loadRelease(aside, name, keys);
}

/** The releases that are live; none before the first set. */
async function loadLive(store: ReleaseStore): Promise<LoadedPackages> {
  const current = await store.current();
  return new Map(await Promise.all(Object.entries(current?.set.versions ?? {}).map(async ([name, version]) => [name, await store.load(name, version)] as const)));
}
