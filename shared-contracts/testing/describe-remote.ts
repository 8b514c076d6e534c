import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatProblems } from "../release-checks/format-problems.ts";
import { type CheckedSet, runAlone, runTogether } from "../release-checks/release-check.ts";
import { releaseChecks } from "../release-checks/release-checks.ts";
import { toRemoteRoot } from "../build/workspace-packages.ts";
import { findExposes } from "../build/generate-entries.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { type BuiltRemote, loadBuiltRemote } from "./built-remote.ts";
import { renderEverywhere } from "./render-everywhere.ts";

/**
 * The release checks, each as a test, on the release a remote's build makes and the pages of the fake site. The store
 * runs the same list with the whole set and every site's own data, and only that result counts; that islands hydrate their
 * HTML is checked in a browser (`workbench/hydrate-remotes.e2e.test.ts`).
 */
export function describeRemote(name: PackageName): void {
  describe(`The remote ${name}`, () => {
    let remote: BuiltRemote;
    let set: CheckedSet;
    beforeAll(async () => {
      remote = await loadBuiltRemote(name);
      const alone = new Map([[name, remote.checked]]);
      set = {
        candidates: alone,
        releases: alone,
        renderings: await renderEverywhere(remote),
        emptySlots: [],
        largePages: [],
      };
    }, 60_000);
    afterAll(() => remote.remote.close());

    for (const check of releaseChecks) {
      test(`${check.name}: ${check.demands}`, () => {
        const problems = check.needs === "alone" ? runAlone(check, remote.checked) : runTogether(check, set);
        expect(formatProblems(problems)).toBe("");
      });
    }

    test("Every island of the sources is in the release, and was rendered.", () => {
      const rendered = new Set(set.renderings.map(({ expose }) => expose));
      expect(findExposes(toRemoteRoot(name)).filter((key) => !rendered.has(key))).toEqual([]);
    });
  });
}
