import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

/**
 * Makes one classic script of TypeScript files in a folder: their types are taken out, and what they import of each other is in
 * scope, so each file stands after those it imports from.
 */
export function toBrowserScript(folder: string, ...files: string[]): string {
  const parts = files.map((file) => {
    const source = stripTypeScriptTypes(readFileSync(join(folder, file), "utf8"));
    return source.replaceAll(/^import [^;]*;$/gm, "").replaceAll(/^export (?=const|let|function|async|class)/gm, "");
  });
  return `"use strict";(() => {\n${parts.join("\n")}\n})();\n`;
}
