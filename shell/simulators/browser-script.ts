import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

/**
 * Makes one classic script of TypeScript files: their types are taken out, and what they import of each other is in
 * scope, so each file stands after those it imports from. That is all a vendor's single file needs of a bundler.
 */
export function toBrowserScript(...files: string[]): string {
  const parts = files.map((file) => {
    const source = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, file), "utf8"));
    return source.replaceAll(/^import [^;]*;$/gm, "").replaceAll(/^export (?=const|let|function|async|class)/gm, "");
  });
  return `"use strict";(() => {\n${parts.join("\n")}\n})();\n`;
}
