import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { CssSyntaxError } from "postcss";
import { findMissingClasses } from "./find-missing-classes.ts";
import { listModuleNames } from "./module-names.ts";

/** What a loader is called with, as far as this one reads it. */
interface Loaded {
  resourcePath: string;
  /** The folder of the package. */
  rootContext: string;
  addDependency(file: string): void;
}

/** Leaves code as it is. A class that it takes of a CSS Module and that has no rule there fails the build, with file and line. */
export default function checkClasses(this: Loaded, source: string): string {
  if (!source.includes(".module.css")) return source;
  const toFile = (module: string): string => join(dirname(this.resourcePath), module.split("?")[0] ?? "");
  const known = new Map<string, ReadonlySet<string> | undefined>();
  const readNames = (module: string): ReadonlySet<string> | undefined => {
    if (!known.has(module)) known.set(module, readModuleNames(toFile(module)));
    return known.get(module);
  };
  const missing = findMissingClasses(this.resourcePath, source, readNames);
  for (const module of known.keys()) this.addDependency(toFile(module));
  const toPath = (file: string): string => relative(this.rootContext, file);
  const problems = missing.map(
    ({ line, module, name, nearest }) =>
      `${toPath(this.resourcePath)}:${line}: ${toPath(toFile(module))} has no class ${name}. ${nearest === undefined ? "Correct the name" : `Write ${nearest}, which is the nearest`}, or write a rule for it.`,
  );
  if (problems.length > 0) throw Object.assign(new Error(problems.join(" ")), { stack: undefined });
  return source;
}

/** The names of a module; undefined where it is not there or is no CSS, of which the bundler says more. */
function readModuleNames(file: string): ReadonlySet<string> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return listModuleNames(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof CssSyntaxError) return undefined;
    throw error;
  }
}
