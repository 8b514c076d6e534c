// Records the surface of the released version, with which later versions are compared. Refuses what the version policy refuses.
import { writeFileSync } from "node:fs";
import { findBreaks } from "./compare-surfaces.ts";
import { findPolicyProblems, findReleaseProblems } from "./semver-policy.ts";
import { hasRecordedSurface, readRecordedSurface, readSurface, recordFile } from "./surface.ts";

const now = await readSurface();
const problems = hasRecordedSurface() ? findProblems() : [];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else {
  writeFileSync(recordFile, `${JSON.stringify(now, null, 2)}\n`);
  console.log(`recorded the surface of ${now.version}`);
}

function findProblems(): string[] {
  const before = readRecordedSurface();
  return [...findPolicyProblems(before, now, findBreaks(before, now)), ...findReleaseProblems(before, now)];
}
