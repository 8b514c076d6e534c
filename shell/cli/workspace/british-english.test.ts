import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "./workspace.ts";

/** Where English copy stands. */
const folders = [
  "shell/messages",
  "shell/data",
  "shell/sites",
  "shell/src/layout",
  ...["navigation", "download", "support-chat", "content", "compliance"].map((name) => `remote-${name}/messages`),
  "remote-content/src/content",
  "remote-content/src/content/en",
  "remote-compliance/src/content",
  "remote-compliance/src/content/en",
  "remote-compliance/src/policies",
];
const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(workspaceRoot, folder))
      .filter((name) => /(?<!\.test)\.(ts|json|md)$/.test(name) && name !== "pt-br.json")
      .map((name) => `${folder}/${name}`),
  ),
  "remote-compliance/src/site-cookies.ts",
  "remote-content/src/content/welcome-bonus.ts",
];

/** Spellings of American English, where the specification and the copy write British. */
const american =
  /\b(programs?|(channel|cancel|travel|label)(ing|ed|er)|licenses?|defense|offense|colors?|(favor|honor|behavior|neighbor|center)\w*|catalogs?|dialogs?|fulfills?|enrolls?|gray|judgment|skillful|\w+(?<!\b(pr|s))iz(e|es|ed|ing|ation|er|ers))\b/gi;

/** The texts of a file: values of JSON, string literals of code, Markdown whole. Addresses are no texts. */
function listTexts(name: string): string[] {
  const source = readFileSync(join(workspaceRoot, name), "utf8");
  const quoted = name.endsWith(".json")
    ? source.matchAll(/"((?:[^"\\]|\\.)*)"(?!\s*:)/g)
    : source.matchAll(/(?<!from )["`]((?:[^"`\\]|\\.)*)["`]/g);
  const texts = name.endsWith(".md") ? [source] : [...quoted].map(([, text = ""]) => text);
  return texts.map((text) => text.replaceAll(/(https:\/|\.)?\/[\w./-]+/g, ""));
}

test("the copy is written in British English, as the specification is", () => {
  const found = files.flatMap((name) =>
    listTexts(name).flatMap((text) => [...text.matchAll(american)].map(([word]) => `${name}: ${word}`)),
  );
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(30);
});

test.each([
  "program",
  "Channeling",
  "canceled",
  "license",
  "color",
  "recognized",
  "organization",
  "center",
  "behavior",
])("%s is found, and its British spelling is not", (word) => {
  expect(word.match(american)).toHaveLength(1);
  const british = word
    .replace("program", "programme")
    .replace("Channeling", "Channelling")
    .replace("canceled", "cancelled")
    .replace("license", "licence")
    .replace("color", "colour")
    .replace("iz", "is")
    .replace("center", "centre")
    .replace("behavior", "behaviour");
  expect(british.match(american)).toBeNull();
});
