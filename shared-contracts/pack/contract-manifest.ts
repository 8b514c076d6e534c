import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { teamEntries } from "./team-entries.ts";

/** The folder of the contract in this workspace. */
export const contractsRoot = join(import.meta.dirname, "..");

/** One entry of `exports` or `imports`: a file, or a file for each condition. */
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

/** The versions of the catalog of `pnpm-workspace.yaml`, by package. */
export function readCatalog(): ReadonlyMap<string, string> {
  const text = readFileSync(join(contractsRoot, "../pnpm-workspace.yaml"), "utf8");
  return new Map(
    [...text.matchAll(/^ {2}"?([@a-z][\w@./-]*)"?: (\d\S*)$/gm)].map(([, name = "", version = ""]) => [name, version]),
  );
}

/** The version of the catalog for a package. @throws Error when it has none */
export function toPinned(catalog: ReadonlyMap<string, string>, name: string): string {
  const version = catalog.get(name);
  if (version === undefined) throw new Error(`The catalog of pnpm-workspace.yaml has no version of ${name}.`);
  return version;
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

/** The path of a source file when it is compiled. */
export function toCompiled(file: string, ending: ".js" | ".d.ts"): string {
  return file.replace(/\.tsx?$/, ending);
}
