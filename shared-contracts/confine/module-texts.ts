import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { moduleExtension } from "./module-extension.ts";

/** The code of a confined process: the text of its modules by address, and the address of the entry module. */
export interface ModuleTexts {
  first: string;
  modules: Record<string, string>;
}

/** The script that starts such a process. */
export const bootText = readFileSync(join(import.meta.dirname, "boot-confined.mjs"), "utf8");

const root = join(import.meta.dirname, "..");

/**
 * Reads modules of this package for a process that may read none. Removing their types here costs a millisecond; a process
 * that has to do it itself starts 30 ms later and takes 17 MB more.
 * @param files paths from this package's folder without `.ts`, the first of which is run
 */
export function readModuleTexts(files: readonly string[]): ModuleTexts {
  const texts = files.map((file): [string, string] => {
    const text = readFileSync(join(root, `${file}${moduleExtension}`), "utf8");
    return [toAddress(file), moduleExtension === ".ts" ? stripTypeScriptTypes(text) : text];
  });
  return { first: toAddress(files[0] ?? ""), modules: Object.fromEntries(texts) };
}

function toAddress(file: string): string {
  return `confined:/${file}${moduleExtension}`;
}
