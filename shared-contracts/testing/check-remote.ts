import { findExposes } from "../build/generate-entries.ts";
import { toRemoteRoot } from "../build/workspace-packages.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { type CheckedSet, type ReleaseProblem, runAlone, runTogether } from "../release-checks/release-check.ts";
import { listUnusedMessages, type UnusedMessage } from "../release-checks/list-unused-messages.ts";
import { releaseChecks } from "../release-checks/release-checks.ts";
import { type BuiltRemote, loadBuiltRemote } from "./built-remote.ts";
import { readOwnLibraries } from "./read-own-libraries.ts";
import { renderEverywhere } from "./render-everywhere.ts";

/**
 * A set of one remote, rendered on every page of the fake site.
 * @param live the manifests that the remote goes live beside, and the one that it replaces, where they are known
 */
export async function toSetOfOne(built: BuiltRemote, live: CheckedSet["before"] = new Map()): Promise<CheckedSet> {
  const { name } = built.checked.release;
  const alone = new Map([[name, built.checked]]);
  return {
    candidates: alone,
    releases: new Map([...live, ...alone]),
    before: live,
    replaced: new Map([...live].filter(([one]) => one === name)),
    serverContract: live.get("shell")?.release.contract,
    contractLibraries: readOwnLibraries(),
    renderings: await renderEverywhere(built),
    emptySlots: [],
    largePages: [],
    deadLinks: [],
    sharedIds: [],
  };
}

/** The islands of a remote's sources that were not rendered: they are not in its release. */
export function findUnrendered({ renderings }: CheckedSet, root: string): string[] {
  const rendered = new Set(renderings.map(({ expose }) => expose));
  return findExposes(root).filter((key) => !rendered.has(key));
}

/** What the release checks find in one remote. */
export interface RemoteCheck {
  /** `lobby@1.0.0-0123456789ab` */
  label: string;
  /** Each check of the list, with what it found. */
  checks: readonly { name: string; demands: string; problems: readonly ReleaseProblem[] }[];
  /** Messages that no code names: bytes for nothing, and no reason to refuse the release. */
  unusedMessages: readonly UnusedMessage[];
}

/**
 * Runs the release checks on a remote's release, which is built before when it is not of its sources.
 * @param live what a site serves, for the checks that compare the release with it
 * @throws SiteError `BUILD_FAILED`
 */
export async function checkRemote(
  name: PackageName,
  root = toRemoteRoot(name),
  live?: CheckedSet["before"],
): Promise<RemoteCheck> {
  const built = await loadBuiltRemote(name, root);
  try {
    const set = await toSetOfOne(built, live);
    const checks = releaseChecks.map((check) => ({
      name: check.name,
      demands: check.demands,
      problems: check.needs === "alone" ? runAlone(check, built.checked) : runTogether(check, set),
    }));
    const { description } = built.checked;
    const ids = new Set(description?.ok ? Object.values(description.messages).flat() : []);
    return { label: built.checked.label, checks, unusedMessages: listUnusedMessages(root, ids) };
  } finally {
    built.remote.close();
  }
}
