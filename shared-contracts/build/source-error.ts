import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseJson } from "../src/documents/parse-json.ts";
import { toProblem } from "../src/errors/errors.ts";
import type { Position } from "../src/islands/thrown-at.ts";
import type { BundlerError } from "./bundler-errors.ts";
import { adviseMissingModule } from "./advise-missing-module.ts";
import { adviseStyleError } from "./advise-style-error.ts";
import { findImport, findRequester } from "./find-import.ts";
import { findRefusedFile } from "./find-import-mistakes.ts";
import { readSyntaxError, type SourceError } from "./read-syntax-error.ts";
import { toLibrary } from "../release-checks/to-library.ts";
import { toPosition } from "../release-checks/to-position.ts";

/**
 * An error of the bundler with its place in the sources. The bundler names lines of compiled code, and of generated files.
 * @param root the folder of the package
 * @returns undefined for an error about which only the bundler's text is known
 */
export function toSourceError(root: string, { message, moduleName = "" }: BundlerError): SourceError | undefined {
  const manifest = readManifestError(root, message);
  if (manifest) return manifest;
  const file = moduleName.replace(/^\.\//, "").split("?")[0] ?? "";
  if (file === "" || !existsSync(join(root, file))) return undefined;
  const source = readFileSync(join(root, file), "utf8");
  return (
    readOwn(message) ??
    readMissingModule(message, file, { source, root }) ??
    readMissingEntry(message, file, source) ??
    readMissingExport(message, file, source) ??
    readSyntaxError(message, file, source) ??
    readLibraryStyle(message, file, root) ??
    readStyleError(message, file, source) ??
    readMessageError(message, file, source) ??
    readDataError(message, file, source)
  );
}

/** An error as a sentence that begins with its place. */
export function formatSourceError({ file, line, column, problem, change }: SourceError): string {
  return `${[file, line, column].filter((part) => part !== undefined).join(":")}: ${problem} ${change}`;
}

/** An error of this preset's own loaders, which is complete. */
function readOwn(message: string): SourceError | undefined {
  const [, file, line, column, problem, change] =
    /× (\S+?):(\d+)(?::(\d+))?: (.+?\.) ([A-Z].+\.)$/m.exec(message) ?? [];
  return file === undefined || problem === undefined || change === undefined
    ? undefined
    : { file, line: Number(line), ...(column !== undefined && { column: Number(column) }), problem, change };
}

/** A mistake in a `package.json`, which the bundler names once for each module, as if it was at that place of the module. */
function readManifestError(root: string, message: string): SourceError | undefined {
  const path = /JSON parse error: .+ in '(.+[\\/]package\.json)'/.exec(message)?.[1];
  if (path === undefined || !existsSync(path)) return undefined;
  try {
    parseJson(readFileSync(path, "utf8"));
    // It was mended meanwhile.
    return undefined;
  } catch (error) {
    return toJsonError(relative(root, path), toProblem(error));
  }
}

function readMissingModule(
  message: string,
  file: string,
  { source, root }: { source: string; root: string },
): SourceError | undefined {
  const from = /Module not found: Can't resolve '([^']+)'/.exec(message)?.[1];
  if (from === undefined) return undefined;
  return {
    file,
    ...findImport(source, file, { from }),
    problem: `${from} is imported, and is not there.`,
    change: adviseMissingModule(root, file, from),
  };
}

/** An import of a missing entry of a package: the bundler names neither the request nor the place. */
function readMissingEntry(message: string, file: string, source: string): SourceError | undefined {
  const [, entry, manifest = ""] =
    /Package subpath '\.\/([^']+)' is not defined by "exports" in (.+)package\.json/.exec(message) ?? [];
  const name = /(?:^|[\\/])node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]$/.exec(manifest)?.[1]?.replace("\\", "/");
  if (entry === undefined || name === undefined) return undefined;
  const from = `${name}/${entry}`;
  return {
    file,
    ...findImport(source, file, { from }),
    problem: `${from} is imported, and ${name} has no such entry.`,
    change: 'Correct the name: the entries are in "exports" of its package.json.',
  };
}

function readMissingExport(message: string, file: string, source: string): SourceError | undefined {
  const [, name, from, others] =
    /export '([^']+)' .*was not found in '([^']+)'(?: \(possible exports: ([^)]+)\))?/.exec(message) ?? [];
  if (name === undefined || from === undefined) return undefined;
  return {
    file,
    ...findImport(source, file, { from, name }),
    problem: `${from} exports no ${name}${others === undefined ? "." : `, but ${others}.`}`,
    change: "Import a name that it exports.",
  };
}

/** A style sheet of a library, by an entry that has another name than the file. */
function readLibraryStyle(message: string, file: string, root: string): SourceError | undefined {
  const library = toLibrary(file);
  if (library === undefined || !file.endsWith(".css") || !message.includes("Module parse failed")) return undefined;
  let request = library;
  const importer = findRequester(root, (text) => {
    const isWanted = text.startsWith(`${library}/`) && text.includes("css");
    if (isWanted) request = text;
    return isWanted;
  });
  const refused = findRefusedFile(file);
  return refused && { file, ...importer, problem: `${request} is ${refused.what}.`, change: refused.change(request) };
}

function readStyleError(message: string, file: string, source: string): SourceError | undefined {
  if (!file.endsWith(".css")) return undefined;
  const [, first, second, third] = /\((\d+):(\d+)\) (?:.*\.css )?(.+)$/m.exec(message) ?? [];
  const [, text, row, at] = /× Error: (.+)\n[\s│]*at .+\.css:(\d+):(\d+)$/m.exec(message) ?? [];
  const [line, column, said = ""] = first === undefined ? [row, at, text] : [first, second, third];
  if (line !== undefined)
    return {
      file,
      line: Number(line),
      column: Number(column),
      problem: toSentence(said),
      change: adviseStyleError(source.split("\n")[Number(line) - 1]),
    };
  const from = /NotFound\("([^"]+)"\)/.exec(message)?.[1];
  if (from === undefined) return undefined;
  return {
    file,
    ...findText(source, from),
    problem: `${from} is named, and is not there.`,
    change: "Correct the path, or add the file.",
  };
}

function readMessageError(message: string, file: string, source: string): SourceError | undefined {
  if (!file.endsWith(".json")) return undefined;
  const [, said, id] = /(the message (\S+) is .+)$/m.exec(message) ?? [];
  if (said !== undefined)
    return { file, ...findText(source, `"${id}"`), problem: toSentence(said), change: "Correct the message." };
  if (/Error: the file is no object of ids and texts$/m.test(message))
    return { file, problem: "it is no object of ids and texts.", change: "Write one." };
  const broken = /SyntaxError: (.+)$/m.exec(message)?.[1];
  return broken === undefined ? undefined : toJsonError(file, broken);
}

/** A file that code imports as data. */
function readDataError(message: string, file: string, source: string): SourceError | undefined {
  if (!file.endsWith(".json") || !message.includes("× JSON parse error: ")) return undefined;
  try {
    parseJson(source);
    // It was mended meanwhile.
    return undefined;
  } catch (error) {
    return toJsonError(file, toProblem(error));
  }
}

/** A mistake in JSON as {@link parseJson} says it. */
function toJsonError(file: string, said: string): SourceError {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(said) ?? [];
  return {
    file,
    ...(line !== undefined && { line: Number(line), column: Number(column) }),
    problem: toSentence(`it is no JSON: ${said.replace(/(?: in JSON at position \d+)? \(line.*/, "")}`),
    change: "Correct the file.",
  };
}

function findText(source: string, text: string): Partial<Position> {
  const at = source.indexOf(text);
  return at < 0 ? {} : toPosition(source, at);
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
