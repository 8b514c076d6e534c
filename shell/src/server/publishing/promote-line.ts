import type { RevisionRecord } from "../releases/release-store.ts";

/** The version of each package in a set. */
type Versions = Readonly<Record<string, string>>;

/** A change of one package's version at a revision; the version is `undefined` when the package left the set. */
export interface LineStep {
  revision: number;
  name: string;
  version: string | undefined;
}

/** The target of a rollback. */
export interface RollbackTarget {
  /** The package to roll back; by default the whole set. */
  package?: string;
  /** The revision to restore; by default the previous one on the line. */
  revision?: number;
}

export interface RollbackPlan {
  /** The revision whose versions are restored. */
  to: number;
  versions: Versions;
}

/**
 * The line of promotes: the steps that led to the live set, oldest first, without those that were rolled back. A rollback
 * removes steps and adds none, so the next rollback goes further back and never restores what was rolled back. A rollback to a
 * revision that is not on the line adds its versions like a promote. The versions of pinned packages, which a rollback leaves, become steps of
 * its target. A record without an action counts as a promote.
 */
export function toLine(records: readonly RevisionRecord[]): LineStep[] {
  return records.reduce<LineStep[]>((line, record) => {
    const { versions, revision } = record.set;
    const { action } = record;
    if (action?.kind !== "rollback") return [...line, ...toSteps(toVersions(line), versions, revision)];
    const restored = cutLine(line, action.to, action.package);
    // Versions that differ from the target are of pinned packages: they become steps of the target.
    const held = toSteps(toVersions(restored), versions, action.to);
    const isOnLine = line.some((step) => step.revision === action.to);
    return held.length === 0 || isOnLine
      ? [...restored, ...held]
      : [...line, ...toSteps(toVersions(line), versions, revision)];
  }, []);
}

/** The versions at the end of a line. */
export function toVersions(line: readonly LineStep[]): Versions {
  const versions: Record<string, string> = {};
  for (const { name, version } of line) {
    if (version === undefined) delete versions[name];
    else versions[name] = version;
  }
  return versions;
}

/** The plan of a rollback; undefined when there is no earlier set to restore. */
export function findRollback(records: readonly RevisionRecord[], target: RollbackTarget): RollbackPlan | undefined {
  const live = records.at(-1)?.set.versions;
  if (!live) return undefined;
  if (target.revision !== undefined) return planNamed(records, live, target.revision, target.package);
  const line = toLine(records);
  const last = line.findLast(({ name }) => target.package === undefined || name === target.package);
  const steps = line.filter(({ name }) => target.package === undefined || name === target.package);
  const to = steps.findLast(({ revision }) => revision !== last?.revision)?.revision;
  if (to === undefined) return undefined;
  return { to, versions: toVersions(cutLine(line, to, target.package)) };
}

function planNamed(
  records: readonly RevisionRecord[],
  live: Versions,
  to: number,
  name: string | undefined,
): RollbackPlan | undefined {
  const named = records.find(({ set }) => set.revision === to)?.set.versions;
  if (!named) return undefined;
  if (name === undefined) return { to, versions: named };
  const version = Object.entries(named).find(([key]) => key === name)?.[1];
  return version === undefined ? undefined : { to, versions: { ...live, [name]: version } };
}

/** The line without the steps after a revision: of one package, or of all. */
function cutLine(line: readonly LineStep[], to: number, name: string | undefined): LineStep[] {
  return line.filter((step) => step.revision <= to || (name !== undefined && step.name !== name));
}

function toSteps(before: Versions, after: Versions, revision: number): LineStep[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => before[name] !== after[name]).map((name) => ({ revision, name, version: after[name] }));
}
