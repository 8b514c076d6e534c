import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { readDocument, workspaceRoot } from "./markdown-files.ts";

/** How one step hands over to the next where no file imports another. */
const crossings = [
  "over HTTP",
  "through Module Federation",
  "from the command line",
  "as a process",
  "from the release",
];

interface Step {
  number: number;
  file: string;
  text: string;
}

const document = readDocument("docs/architecture.md");
const { exports: entries } = JSON.parse(readDocument("shared-contracts/package.json"));

describe.each(["How a click becomes pixels", "How a publish becomes a response"])("%s", (title) => {
  const steps = parseSteps(title);

  test("counts its steps, each of which is a file", () => {
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, place) => place + 1));
    expect(steps.filter(({ file }) => !existsSync(join(workspaceRoot, file))).map(({ file }) => file)).toEqual([]);
  });

  test("each step is imported by one before it, or imports one, or says how it is reached", () => {
    const unreached = steps.slice(1).filter(({ number, file, text }) => {
      const before = steps.slice(0, number - 1).map((step) => step.file);
      return (
        !before.some((other) => listImports(other).includes(file) || listImports(file).includes(other)) &&
        !crossings.some((crossing) => text.startsWith(`*(${crossing})*`))
      );
    });
    expect(unreached.map(({ number, file }) => `${number}. ${file}`)).toEqual([]);
  });

  test("a step that runs as a process is named where it is started", () => {
    const started = steps.filter(({ text }) => text.startsWith("*(as a process)*"));
    const unknown = started.filter(({ number, file }) => {
      const name = file.slice(file.lastIndexOf("/") + 1);
      return !steps.slice(0, number - 1).some((step) => readDocument(step.file).includes(`${name}"`));
    });
    expect(unknown.map(({ file }) => file)).toEqual([]);
  });
});

function parseSteps(title: string): Step[] {
  const section = document.slice(document.indexOf(`## ${title}`)).replace(/^## .*/, "");
  return [
    ...section.slice(0, section.search(/^## /m) >>> 0).matchAll(/^(\d+)\. \[([^\]]+)\]\(\.\.\/([^)]+)\) (.+)$/gm),
  ].map(([, number, name = "", file = "", text = ""]) => {
    expect(name).toBe(file);
    return { number: Number(number), file, text };
  });
}

/** The files of this repository that a file imports, at once or later, types included. */
function listImports(path: string): string[] {
  if (!existsSync(join(workspaceRoot, path))) return [];
  return [...readDocument(path).matchAll(/(?:from|import|import\()\s*(?:\/\*[^*]*\*\/\s*)?"([^"]+)"/g)].flatMap(
    ([, specifier = ""]) => {
      if (specifier.startsWith(".")) return normalize(join(dirname(path), specifier));
      if (!specifier.startsWith("@site/contracts/")) return [];
      const entry: unknown = entries[`.${specifier.slice("@site/contracts".length)}`];
      return typeof entry === "string" ? normalize(join("shared-contracts", entry)) : [];
    },
  );
}
