import { InvalidArgumentError } from "commander";
import { packageNames } from "@site/contracts/build/workspace-packages";
import type { PackageName } from "@site/contracts/names/package-name";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { assertNotRestored } from "../../src/server/publishing/promote.ts";
import { readBuiltVersion } from "../workspace/built-versions.ts";
import { parseStoredName } from "../command-line/package-argument.ts";
import { resolveVersion } from "./resolve-version.ts";

/** The packages named as `name` or `name@version`, each once, with the text after the `@`. @throws InvalidArgumentError */
export function parseReleaseLabels(given: readonly string[]): Map<string, string | undefined> {
  const labels = new Map<string, string | undefined>();
  for (const label of given) {
    const cut = label.indexOf("@");
    const name = cut === -1 ? label : label.slice(0, cut);
    const version = cut === -1 ? undefined : label.slice(cut + 1);
    if (name === "")
      throw new InvalidArgumentError(
        `"${label}" names no package: write its name, or its name, @ and how a version begins.`,
      );
    if (version === "")
      throw new InvalidArgumentError(
        `${label} names no version: write ${name} alone for the one that was built last, or ${name}@ and how a version begins.`,
      );
    if (labels.has(name)) throw new InvalidArgumentError(`${name} is named twice.`);
    labels.set(name, version);
  }
  return labels;
}

/**
 * The versions that labels name: a version of the store by its prefix, or without one the version that was built last.
 * @throws SiteError `PACKAGE_UNKNOWN`, `RELEASE_*`; `CHANNEL_ROLLED_BACK` and `CHANNEL_FORKED` for a release that a restored store lacks
 * @throws InvalidArgumentError for a name without version of a package that another workspace builds
 */
export async function findVersions(
  store: Pick<ReleaseStore, "versions" | "current">,
  labels: ReadonlyMap<string, string | undefined>,
): Promise<SetVersions> {
  const changes: Record<PackageName, string> = {};
  for (const [name, version] of labels) changes[name] = await findVersion(store, name, version);
  return changes;
}

async function findVersion(
  store: Pick<ReleaseStore, "versions" | "current">,
  name: string,
  given: string | undefined,
): Promise<string> {
  const stored = await parseStoredName(name, store);
  const known = await store.versions(stored);
  if (given !== undefined) return resolveIn(store, stored, given, known);
  if (!packageNames.includes(stored))
    throw new InvalidArgumentError(
      `${stored} is built elsewhere, and a name alone is for the version that was built last here. Write ${stored}@${known.at(-1)}, which is its newest, or ${stored}@ and how another version begins.`,
    );
  return resolveIn(store, stored, readBuiltVersion(stored), known);
}

/** A store that was put back to an earlier state lacks releases, and publishing them again would not help: that is reported in place of a missing release. */
async function resolveIn(
  store: Pick<ReleaseStore, "current">,
  name: string,
  given: string,
  known: readonly string[],
): Promise<string> {
  try {
    return resolveVersion(name, given, known);
  } catch (error) {
    await assertNotRestored(store);
    throw error;
  }
}
