import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatProblems } from "../release-checks/format-problems.ts";
import { type CheckedSet, runAlone, runTogether } from "../release-checks/release-check.ts";
import { releaseChecks } from "../release-checks/release-checks.ts";
import { toRemoteRoot } from "../build/workspace-packages.ts";
import type { PackageName } from "../src/names/package-name.ts";
import { type BuiltRemote, loadBuiltRemote } from "./built-remote.ts";
import { findUnrendered, toSetOfOne } from "./check-remote.ts";

/**
 * The release checks, each as a test, on the release a remote's build makes and the pages of the fake site. The store
 * runs the same list with the whole set and every site's own data, and only that result counts. It renders as a server does, without a browser: what effects
 * and handlers do, such as throwing, it does not see. `site-remote dev` shows that in the open page, and in the shell's workspace
 * `workbench/hydrate-remotes.e2e.test.ts` hydrates each island in a browser.
 * @param options the remote's folder, when it is not `remote-<name>` of this workspace
 */
export function describeRemote(name: PackageName, { root = toRemoteRoot(name) }: { root?: string } = {}): void {
  describe(`The remote ${name}`, () => {
    let remote: BuiltRemote;
    let set: CheckedSet;
    /** Absent when the remote could not be built: of that, its own error says enough. */
    let close: (() => void) | undefined;
    beforeAll(async () => {
      remote = await loadBuiltRemote(name, root);
      close = () => remote.remote.close();
      set = await toSetOfOne(remote);
    }, 60_000);
    afterAll(() => close?.());

    for (const check of releaseChecks) {
      test(`${check.name}: ${check.demands}`, () => {
        const problems = check.needs === "alone" ? runAlone(check, remote.checked) : runTogether(check, set);
        expect(formatProblems(problems)).toBe("");
      });
    }

    test("Every island of the sources is in the release, and was rendered.", () => {
      expect(findUnrendered(set, root)).toEqual([]);
    });
  });
}
