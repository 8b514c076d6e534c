import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { findMessageLine } from "./find-message-line.ts";
import type { SourceLine } from "./find-source-line.ts";

/** A message that no code of its package names, at its line. */
export interface UnusedMessage extends SourceLine {
  id: string;
}

/**
 * The messages that no text in the sources of a package can be the id of. A text that ends where an id goes on, and a template with an expression inside,
 * may be each id that fits: ids that are made of less than that are not known.
 * @param root the folder of the package
 */
export function listUnusedMessages(root: string, ids: Iterable<string>): UnusedMessage[] {
  const texts = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of globSync("src/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.*"] })) {
    new Visitor({
      Literal: ({ value }) => void (typeof value === "string" && texts.add(value)),
      TemplateLiteral({ quasis }) {
        const parts = quasis.map(({ value }) => value.cooked ?? "");
        if (parts.some((part) => part !== "")) patterns.push(new RegExp(`^${parts.map(escape).join(".*")}$`, "s"));
      },
    }).visit(parseSync(file, readFileSync(join(root, file), "utf8")).program);
  }
  const beginnings = [...texts].filter((text) => /[._-]$/.test(text));
  const isUsed = (id: string): boolean =>
    texts.has(id) || patterns.some((one) => one.test(id)) || beginnings.some((text) => id.startsWith(text));
  return [...ids].flatMap((id) => {
    const line = isUsed(id) ? undefined : findMessageLine(root, id);
    return line ? [{ id, ...line }] : [];
  });
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
