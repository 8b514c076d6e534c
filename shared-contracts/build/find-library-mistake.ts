import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import type { SourcePosition } from "../release-checks/to-source-place.ts";
import { toLibrary } from "../release-checks/to-library.ts";
import { toPosition } from "../release-checks/to-position.ts";
import { findImportMeta, findTopLevelAwaits } from "./find-code-mistakes.ts";

/** Code of a library that the bundler turns into what no server file can have. */
export interface LibraryMistake extends SourcePosition {
  library: string;
  /** What the library does, as the end of a sentence. */
  problem: string;
  /** Whether the server file has it also when the library is imported only in the browser. */
  isEverywhere: boolean;
}

const ofFile = "which would be a file beside its code, such as a worker or WebAssembly, and a release has no such file";

/**
 * The first file of a library, among the sources of a server file, that waits while it is loaded or has a file beside it. The error of such a server file
 * names code of the bundler, and no library.
 * @param sources paths from the folder of the package
 */
export function findLibraryMistake(root: string, sources: readonly string[]): LibraryMistake | undefined {
  for (const file of sources) {
    const library = toLibrary(file);
    if (library === undefined || library === "@site/contracts" || !existsSync(join(root, file))) continue;
    const source = readFileSync(join(root, file), "utf8");
    const found = /\bawait\b|\bimport\.meta\b|\.wasm["']/.test(source) ? findMistake(file, source) : undefined;
    if (found) return { file, library, ...toPosition(source, found.at), ...found };
  }
  return undefined;
}

function findMistake(file: string, source: string): { at: number; problem: string; isEverywhere: boolean } | undefined {
  const { program, module, errors } = parseSync(file, source);
  if (errors.length > 0) return undefined;
  const [wasm] = module.staticImports.filter(({ moduleRequest }) => moduleRequest.value.endsWith(".wasm"));
  if (wasm) return { at: wasm.start, problem: `it imports ${wasm.moduleRequest.value}, ${ofFile}`, isEverywhere: true };
  const [address] = findImportMeta(program, source);
  if (address) return { at: address.at, problem: `it uses import.meta, ${ofFile}`, isEverywhere: true };
  const [wait] = findTopLevelAwaits(program);
  return wait && { at: wait.at, problem: "it waits while it is loaded", isEverywhere: false };
}
