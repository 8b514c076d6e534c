import type { PackageName } from "@site/contracts/names/package-name";
import { readRelease } from "../src/server/releases/release-files.ts";
import type { ReleaseStore } from "../src/server/releases/release-store.ts";

/** The entry in place of the checks in the verdict over a set of development, which goes live before it is checked. */
const uncheckedNote = "a build of development, which was not checked";

/**
 * Makes built packages live in a store of development at once. They are checked afterwards.
 * @param folders the release of each package
 * @returns the new revision; undefined when all of it is live already
 * @throws SiteError for what cannot be read or signed
 */
export async function releaseSaved(
  store: ReleaseStore,
  siteId: string,
  folders: ReadonlyMap<PackageName, string>,
): Promise<number | undefined> {
  const live = await store.current();
  const saved = await Promise.all([...folders].map(([name, folder]) => readRelease(folder, name)));
  const changed = saved.filter(({ release }) => live?.set.versions[release.name] !== release.version);
  if (changed.length === 0) return undefined;
  await Promise.all(changed.map((release) => store.admit(release)));
  const versions = {
    ...live?.set.versions,
    ...Object.fromEntries(changed.map(({ release }) => [release.name, release.version])),
  };
  const set = await store.toSet(versions);
  if (!(await store.isChecked(set))) await store.countersign(set, { sites: [siteId], checks: [uncheckedNote] });
  return (await store.advance(await store.revision(), versions, { why: "saved" })).set.revision;
}
