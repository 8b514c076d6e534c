import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { findCodeMistakes } from "./find-code-mistakes.ts";
import { findMissingClasses } from "./find-missing-classes.ts";
import { findMissingMessages, mayAskForMessage } from "./find-missing-messages.ts";
import { listModuleNames } from "./module-names.ts";
import { parseJson } from "../src/documents/parse-json.ts";

/** The parts of a loader's context that this one reads. */
interface Loaded {
  resourcePath: string;
  /** The folder of the package. */
  rootContext: string;
  addDependency(file: string): void;
  addContextDependency(folder: string): void;
  getOptions(): { isRemote: boolean };
}

/**
 * Returns code unchanged. The build fails, with file and line, for a class of a CSS Module that has no rule there, for a message that is in no language, and
 * for other code that no release may contain.
 */
export default function checkCode(this: Loaded, source: string): string {
  const path = relative(this.rootContext, this.resourcePath);
  // In the workspace the contract's sources are read too, which the shell's libraries are made of.
  const isOfRemote = this.getOptions().isRemote && !path.startsWith("..");
  const mistakes = findCodeMistakes(this.resourcePath, source, isOfRemote);
  const problems = [
    ...mistakes.map(({ line, column, problem, change }) => `${path}:${line}:${column}: ${problem} ${change}`),
    ...(source.includes(".module.css") ? findClassProblems(this, source) : []),
    ...(isOfRemote && mayAskForMessage.test(source) ? findMessageProblems(this, source) : []),
  ];
  if (problems.length > 0) throw Object.assign(new Error(problems.join(" ")), { stack: undefined });
  return source;
}

function findClassProblems(loaded: Loaded, source: string): string[] {
  const toFile = (module: string): string => join(dirname(loaded.resourcePath), module.split("?")[0] ?? "");
  const known = new Map<string, ReadonlySet<string> | undefined>();
  const readNames = (module: string): ReadonlySet<string> | undefined => {
    if (!known.has(module)) known.set(module, readModuleNames(toFile(module)));
    return known.get(module);
  };
  const missing = findMissingClasses(loaded.resourcePath, source, readNames);
  for (const module of known.keys()) loaded.addDependency(toFile(module));
  const toPath = (file: string): string => relative(loaded.rootContext, file);
  return missing.map(
    ({ line, module, name, nearest }) =>
      `${toPath(loaded.resourcePath)}:${line}: ${toPath(toFile(module))} has no class ${name}. ${nearest === undefined ? "Correct the name" : `Write ${nearest}, which is the nearest`}, or write a rule for it.`,
  );
}

/** The names of a CSS Module; undefined when it is missing or invalid, which the bundler reports better. */
function readModuleNames(file: string): ReadonlySet<string> | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return listModuleNames(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function findMessageProblems(loaded: Loaded, source: string): string[] {
  const { rootContext: root, resourcePath } = loaded;
  const files = globSync("messages/*.json", { cwd: root }).toSorted();
  const known = readIds(files.map((file) => join(root, file)));
  loaded.addContextDependency(join(root, "messages"));
  for (const file of files) loaded.addDependency(join(root, file));
  // message-loader reports a file that cannot be parsed, with the place.
  if (known === undefined) return [];
  const written = files.join(" and ") || "messages/en.json, which is not there";
  return findMissingMessages(resourcePath, source, known).map(
    ({ line, column, id, nearest }) =>
      `${relative(root, resourcePath)}:${line}:${column}: there is no message ${id} in ${written}. ${nearest === undefined ? "Write" : `Correct the id, of which ${nearest} is the nearest, or write`} the message there.`,
  );
}

/** The ids in files of messages; undefined when one of them is invalid. */
function readIds(files: readonly string[]): ReadonlySet<string> | undefined {
  try {
    return new Set(files.flatMap((file) => Object.keys(Object(parseJson(readFileSync(file, "utf8"))))));
  } catch {
    return undefined;
  }
}
