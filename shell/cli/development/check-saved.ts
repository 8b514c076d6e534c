// Builds the packages of its arguments as releases and checks them as a publish would, while the site is developed. Findings are reported to the
// process that started this one.
import { setPriority } from "node:os";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import type { PackageName } from "@site/contracts/names/package-name";
import { toBuildProblems, toFolder } from "../../development/build-problems.ts";
import { findDataProblems } from "../../development/find-data-problems.ts";
import type { Problem } from "../../development/problem.ts";
import { createCheckPool } from "../../src/server/composition/render/check-pool.ts";
import { findProblems } from "../../src/server/release-checks/check-set.ts";
import { ReleaseRefusal } from "../../src/server/release-checks/refusal.ts";
import { rememberRenders } from "../../src/server/release-checks/remember-renders.ts";
import type { LoadedRelease } from "../../src/server/releases/loaded-release.ts";
import { readRelease } from "../../src/server/releases/release-files.ts";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { buildStale, findStale } from "../workspace/build-packages.ts";
import { findShownProblems, openShown } from "./find-shown-problems.ts";
import { dataFolder, toPackageRoot, workspaceRoot } from "../workspace/workspace.ts";

/** A lower priority than that of the processes that the developer waits for. */
const lowPriority = 10;

/** Checks whose failure removes an island from the page: its slot shows an error, so the reason is reported before a release is built. */
const keepsFromPage = new Set(["renders", "html"]);

/** The findings for which a publish would be refused. */
async function checkBuilt(names: readonly PackageName[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const name of names) {
    try {
      await buildStale([name]);
    } catch (error) {
      problems.push(...toBuildProblems(error, workspaceRoot, toFolder(name)));
    }
  }
  if (problems.length > 0) return problems;
  const { environment, live, sites } = await openShown();
  // The live releases are builds of development, which are larger than releases: where a release of a package was built, the checks use it as the
  // rest of the set.
  const stale = findStale(packageNames);
  const built = new Map<PackageName, LoadedRelease>();
  for (const name of packageNames)
    if (!stale.includes(name)) built.set(name, await readRelease(join(toPackageRoot(name), "dist"), name));
  const candidates = new Map([...built].filter(([name]) => names.includes(name)));
  const pool = createCheckPool();
  const remembering = rememberRenders(pool, join(environment.places.stateDir, "renders"), ({ release }) =>
    candidates.has(release.name),
  );
  try {
    const found = await findProblems(candidates, new Map([...live, ...built]), {
      sites,
      pool: remembering,
      sourceRoots: new Map(names.map((name) => [name, toPackageRoot(name)])),
    });
    await remembering.save(found.length === 0);
    return toProblems(found);
  } finally {
    pool.close();
  }
}

function toProblems(found: readonly ReleaseProblem[]): Problem[] {
  return found.length === 0 ? [] : toBuildProblems(new ReleaseRefusal(found), workspaceRoot, undefined);
}

function report(problems: readonly Problem[]): Promise<void> {
  return new Promise((resolve) => void process.send?.({ problems }, () => resolve()));
}

// An unreadable document is reported already, with its place. Saving it starts this check again.
if (findDataProblems(dataFolder, workspaceRoot).length > 0) process.exit();
const names = packageNames.filter((name) => process.argv.includes(name));
const toError = (error: unknown): Problem[] => toBuildProblems(error, workspaceRoot, undefined);
const roots = new Map(names.map((name) => [name, toPackageRoot(name)]));
const failed = await findShownProblems(roots, (check) => keepsFromPage.has(check)).then(toProblems, toError);
await report(failed);
setPriority(lowPriority);
const refused = await checkBuilt(names).catch(toError);
await report(refused);
process.disconnect?.();
