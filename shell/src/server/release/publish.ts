import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DataDocuments } from "@site/contracts/data-documents";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/package-name";
import { parseRelease, type Release } from "@site/contracts/release";
import type { SiteConfig } from "@site/contracts/site-config";
import type { LoadedPackages } from "../page/render-fragments.ts";
import { createRenderPool } from "../render/render-pool.ts";
import { checkRelease } from "./gate.ts";
import { type LoadedRelease, loadRelease, parseJson, readRequired } from "./release-files.ts";
import type { ReleaseStore } from "./release-store.ts";
import type { KeyRing } from "./signing.ts";

export interface PublishOptions {
  store: ReleaseStore;
  keys: KeyRing;
  sites: readonly SiteConfig[];
  data: DataDocuments;
  /** A folder beside the store, on the same disk. */
  staging: string;
  /** Is told of each release before it is checked. */
  onCheck?(label: string): void;
}

/**
 * Signs built packages with their teams' keys and admits them, after the gate. All or none of those given are checked
 * before the first is admitted.
 * @param folders the `dist` folder of each package
 * @throws SiteError with the reason of the first refusal
 */
export async function publishReleases(folders: ReadonlyMap<PackageName, string>, options: PublishOptions): Promise<Map<PackageName, Release>> {
  const { store, keys, staging } = options;
  const aside = await mkdtemp(join(staging, "publish-"));
  // A gate is in no hurry: it must not refuse a release because its machine is busy.
  const pool = createRenderPool({ deadline: 10_000, firstDeadline: 30_000 });
  try {
    const candidates = new Map<PackageName, LoadedRelease>();
    for (const [name, folder] of folders) {
      candidates.set(name, await signAside(name, folder, join(aside, name), keys));
    }
    const beside = await loadBeside(store, candidates);
    for (const candidate of candidates.values()) {
      options.onCheck?.(candidate.label);
      await checkRelease(candidate, { sites: options.sites, data: options.data, pool, beside });
    }
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

/** What a candidate would stand beside: the other candidates, and the live releases of everybody else. */
async function loadBeside(store: ReleaseStore, candidates: ReadonlyMap<PackageName, LoadedRelease>): Promise<LoadedPackages> {
  const current = await store.current();
  const beside = new Map(candidates);
  for (const [name, version] of Object.entries(current?.set.versions ?? {})) {
    if (!beside.has(name)) beside.set(name, await store.load(name, version));
  }
  return beside;
}
