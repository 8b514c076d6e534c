import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EcmaScriptModule, parseSync } from "oxc-parser";
import type { Position } from "../src/islands/thrown-at.ts";
import type { SourcePosition } from "../release-checks/to-source-place.ts";
import { toPosition } from "../release-checks/to-position.ts";

/** The position at which a file of a package imports or re-exports from another module. Compiled code has other lines. */
export function findImport(
  source: string,
  file: string,
  { from, name }: { from: string; name?: string },
): Position | undefined {
  const { module } = parseSync(file, source);
  const at =
    (name === undefined ? undefined : findName(module, from, name)) ??
    findRequest(module, source, (text) => text === from);
  return at === undefined ? undefined : toPosition(source, at);
}

/** The first file of a package's sources that imports a module, or an entry of a library, with the place. */
export function findImporter(root: string, from: string): SourcePosition | undefined {
  return findRequester(root, (text) => text === from || text.startsWith(`${from}/`));
}

/** The first file of a package's sources that imports what is wanted, with the place. */
export function findRequester(root: string, isWanted: (request: string) => boolean): SourcePosition | undefined {
  for (const file of globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.*"] }).toSorted()) {
    const source = readFileSync(join(root, file), "utf8");
    const at = findRequest(parseSync(file, source).module, source, isWanted);
    if (at !== undefined) return { file, ...toPosition(source, at) };
  }
  return undefined;
}

function findName({ staticImports, staticExports }: EcmaScriptModule, from: string, name: string): number | undefined {
  const entries = [
    ...staticImports.flatMap((one) => (one.moduleRequest.value === from ? one.entries : [])),
    ...staticExports.flatMap((one) => one.entries.filter(({ moduleRequest }) => moduleRequest?.value === from)),
  ];
  const found = entries.find(
    ({ importName }) => importName.name === name || (name === "default" && importName.kind === "Default"),
  );
  return found && (found.importName.start ?? ("localName" in found ? (found.localName.start ?? undefined) : undefined));
}

function findRequest(
  { staticImports, staticExports, dynamicImports }: EcmaScriptModule,
  source: string,
  isWanted: (text: string) => boolean,
): number | undefined {
  const requests = [
    ...staticImports.map(({ start, moduleRequest }) => ({ start, text: moduleRequest.value })),
    ...staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ start, text: moduleRequest.value }] : [])),
    ),
    ...dynamicImports.map(({ start, moduleRequest }) => ({
      start,
      text: source.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    })),
  ];
  return requests.find(({ text }) => isWanted(text))?.start;
}
