import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { teamEntries } from "./team-entries.ts";

/** The folder of the contract in this workspace. */
export const contractsRoot = join(import.meta.dirname, "..");

/** An entry of `exports` or `imports`: a file, or a file for each condition. */
const targetSchema = v.union([v.string(), v.record(v.string(), v.string())]);
type Target = v.InferOutput<typeof targetSchema>;

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  description: v.string(),
  exports: v.record(v.string(), targetSchema),
  imports: v.record(v.string(), targetSchema),
  dependencies: v.record(v.string(), v.string()),
});

/** The `package.json` of the contract in this workspace. */
export type ContractManifest = v.InferOutput<typeof manifestSchema>;

export function readContractManifest(): ContractManifest {
  return v.parse(manifestSchema, JSON.parse(readFileSync(join(contractsRoot, "package.json"), "utf8")));
}

/** The source files of the team's entries, by entry. */
export function listEntryFiles({ exports }: ContractManifest): Map<string, Target> {
  return new Map(
    teamEntries.map((entry) => {
      const target = exports[entry];
      if (target === undefined) throw new Error(`shared-contracts/package.json does not export ${entry}.`);
      return [entry, target];
    }),
  );
}

/** The files of a target. */
export function listFilesOf(target: Target): string[] {
  return typeof target === "string" ? [target] : Object.values(target);
}

/** The path of a source file after compilation. */
export function toCompiled(file: string, ending: ".js" | ".d.ts"): string {
  return file.replace(/\.tsx?$/, ending);
}
