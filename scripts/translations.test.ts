import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { workspaceRoot } from "./docs/markdown-files.ts";

/** Messages that are the same word in both languages, or have no word of their own. */
const sameInBoth = ["navigation.menu.open", "navigation.menu.label", "shell.region.ok"];

const messagesSchema = v.record(v.string(), v.string());
const translations = globSync("*/messages/*.json", { cwd: workspaceRoot }).filter((file) => !file.endsWith("/en.json"));

test.each(translations)("B288 no message of %s is the English one", (file) => {
  const english = read(join(dirname(file), "en.json"));
  const untranslated = Object.entries(read(file)).filter(
    ([id, text]) => text === english[id] && hasWords(text) && !sameInBoth.includes(id),
  );
  expect(untranslated).toEqual([]);
});

test("there are translations to look at", () => {
  expect(translations.length).toBeGreaterThan(5);
});

function read(file: string): Record<string, string> {
  return v.parse(messagesSchema, JSON.parse(readFileSync(join(workspaceRoot, file), "utf8")));
}

/** Whether anything is to be translated beside the places for values. */
function hasWords(text: string): boolean {
  return /\p{Letter}/u.test(text.replaceAll(/\{\w+[^{}]*\}/g, ""));
}
