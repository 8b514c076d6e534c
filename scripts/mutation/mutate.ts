// Changes the code of a module in small ways, one at a time, and runs the tests that cover it. A change for which no test fails survives;
// docs/mutation.md lists survivors, with the reason why each is acceptable.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { mutatedModules } from "./modules.ts";
import { type ModuleOutcome, parseOutcomes, toDocument, toOutcome, wantedScore } from "./outcome.ts";

const root = join(import.meta.dirname, "../..");
const results = join(import.meta.dirname, "results.json");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, files: { type: "string" } },
});
const unknown = positionals.filter((name) => !mutatedModules.some((module) => module.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no module ${unknown.join(", ")}. There are: ${mutatedModules.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(1);
}

const outcomes: ModuleOutcome[] = [];
for (const module of mutatedModules.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  process.env["MUTATION_TESTS"] = module.tests.join(" ");
  const mutants = await new Stryker({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "vitest.mutation.config.ts", related: false },
    mutate: values.files === undefined ? [...module.mutate, "!**/*.test.ts"] : [values.files],
    concurrency: 1,
    tempDirName: ".build/mutation",
    // Stryker's handling of a tsconfig.json needs an older compiler, and tests do not read ours.
    tsconfigFile: "none.json",
    reporters: ["clear-text"],
    clearTextReporter: { logTests: false, allowColor: false, reportTests: false, reportScoreTable: true },
  }).runMutationTest();
  outcomes.push(toOutcome(module.name, mutants, (file) => readFileSync(file, "utf8"), root));
  // After each module, so that the results are stored when a later module takes too long.
  if (values.write) write();
}
for (const { name, killed, mutants } of outcomes)
  console.log(`${name}: ${killed} of ${mutants} changes were noticed, ${((100 * killed) / mutants).toFixed(1)} %`);
process.exit(outcomes.every(({ killed, mutants }) => killed >= wantedScore * mutants) ? 0 : 1);

/** Writes the results, and keeps those of other modules from earlier runs. */
function write(): void {
  const kept = existsSync(results) ? parseOutcomes(readFileSync(results, "utf8")) : [];
  const all = mutatedModules.flatMap(
    ({ name }) => outcomes.find((one) => one.name === name) ?? kept.find((one) => one.name === name) ?? [],
  );
  writeFileSync(results, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(join(root, "docs/mutation.md"), toDocument(all));
}
