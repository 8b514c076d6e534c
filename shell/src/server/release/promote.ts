import { SiteError } from "@site/contracts/errors";
import { type PackageName, packageNames } from "@site/contracts/package-name";
import type { SetVersions } from "@site/contracts/release-set";
import { checkSet } from "./gate.ts";
import type { ReleaseStore, RevisionRecord } from "./release-store.ts";

/** Who moves a channel, and why: it stays in the history. */
export interface RevisionNote {
  by: string;
  why: string;
}

/**
 * Makes the given versions live, with everybody else's as they are.
 * @param expected the revision the operator looked at; the present one when left out
 * @throws SiteError `REVISION_CONFLICT` when somebody else was first, `RELEASE_NOT_FOUND` for a version not in the store,
 * `RELEASE_*` for one that does not verify
 */
export async function promote(
  store: ReleaseStore,
  changes: Partial<SetVersions>,
  note: RevisionNote,
  expected?: number,
): Promise<RevisionRecord> {
  const current = await store.current();
  const versions = toSetVersions({ ...current?.set.versions, ...changes });
  checkSet(new Map(await Promise.all(packageNames.map(async (name) => [name, await store.load(name, versions[name])] as const))));
  return store.advance(expected ?? current?.set.revision ?? 0, versions, note);
}

/**
 * Makes an earlier set live again, as a new revision: of one package its version before the present one, of all of them
 * the set before, or that of a named revision.
 * @throws SiteError `ROLLBACK_IMPOSSIBLE` when there is nothing to go back to
 */
export async function rollback(
  store: ReleaseStore,
  target: { package?: PackageName; revision?: number },
  note: RevisionNote,
): Promise<RevisionRecord> {
  const history = await store.history();
  const current = history.at(-1);
  const earlier = history.findLast(({ set }) => {
    if (target.revision !== undefined) return set.revision === target.revision;
    if (target.package !== undefined) return set.versions[target.package] !== current?.set.versions[target.package];
    return set.id !== current?.set.id;
  });
  if (!current || !earlier) {
    throw new SiteError("ROLLBACK_IMPOSSIBLE", { what: target.package ?? (target.revision === undefined ? "the set" : `revision ${target.revision}`) });
  }
  const { versions } = earlier.set;
  const changes = target.package === undefined ? versions : { [target.package]: versions[target.package] };
  return promote(store, changes, note, current.set.revision);
}

/** What differs between two sets: package, before, after. */
export function toDifference(before: SetVersions | undefined, after: SetVersions): { name: PackageName; before: string | undefined; after: string }[] {
  return packageNames
    .filter((name) => before?.[name] !== after[name])
    .map((name) => ({ name, before: before?.[name], after: after[name] }));
}

function toSetVersions(versions: Partial<SetVersions>): SetVersions {
  const version = (name: PackageName): string => {
    const found = versions[name];
    if (found === undefined) throw new SiteError("RELEASE_NOT_FOUND", { release: `${name}@(none)` });
    return found;
  };
  return {
    shell: version("shell"),
    navigation: version("navigation"),
    download: version("download"),
    "support-chat": version("support-chat"),
    content: version("content"),
    compliance: version("compliance"),
  };
}
