// Checks the remote that a team develops, as it is shown, with the live set of the deployed site. Findings are reported to the process that started
// this one with the remote's name and folder.
import { setPriority } from "node:os";
import { isPackageName } from "@site/contracts/names/package-name";
import { listTogetherChecks } from "@site/contracts/release-checks/release-checks";
import { toBuildProblems } from "../../development/build-problems.ts";
import { ReleaseRefusal } from "../../src/server/release-checks/refusal.ts";
import { findShownProblems } from "./find-shown-problems.ts";

/** A lower priority than that of the processes that the developer waits for. */
const lowPriority = 10;

/** Checks of sizes: a build of development is larger than a release. */
const sizes = new Set(["slot-size", "page-size"]);

const [, , name, folder] = process.argv;
if (!isPackageName(name) || folder === undefined) throw new Error("Name a remote and its folder.");
setPriority(lowPriority);
const held = new Set(listTogetherChecks().flatMap((check) => (sizes.has(check.name) ? [] : [check.name])));
const problems = await findShownProblems(new Map([[name, folder]]), (check) => held.has(check)).then(
  (found) => (found.length === 0 ? [] : toBuildProblems(new ReleaseRefusal(found), folder, "", () => "")),
  (error: unknown) => toBuildProblems(error, folder, ""),
);
await new Promise<void>((resolve) => void process.send?.({ problems }, () => resolve()));
process.disconnect?.();
