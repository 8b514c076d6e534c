import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSiteIn } from "../testing/run-site-fixture.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

/** Where sentences stand that tell a person which command to run. */
const sources = ["shell/cli/**/*.ts", "shell/src/**/*.{ts,tsx}", "shared-contracts/{src,publishing}/**/*.ts"];

interface Advised {
  file: string;
  verbs: string[];
  options: string[];
}

/** The commands with options that the texts of a source name: `site trust renew --days 365` has two verbs and one option. */
function readAdvised(file: string): Advised[] {
  const lines = readFileSync(join(workspaceRoot, file), "utf8").split("\n");
  const texts = lines.filter((line) => !/^\s*(?:\*|\/\/|\/\*\*)/.test(line));
  return texts.flatMap((text) =>
    [...text.matchAll(/\bsite ([a-z]+(?: [a-z]+)?)\b([^.,;&`\\]*)/g)].flatMap(([, words = "", after = ""]) => {
      const options = [...after.matchAll(/ (--[a-z][a-z-]+)/g)].flatMap(([, option]) => option ?? []);
      return options.length === 0 ? [] : [{ file, verbs: words.split(" "), options }];
    }),
  );
}

test("every option of a command that a sentence or a help text advises is one that the command has", async () => {
  const files = globSync(sources, { cwd: workspaceRoot }).filter((file) => !/\.test\.tsx?$/.test(file));
  const help = (await runSiteIn("", ["--help"])).out;
  const isVerb = (word = ""): boolean => new RegExp(`^ {2}${word}\\b`, "m").test(help);
  const advised = files.flatMap(readAdvised).filter(({ verbs: [verb] }) => isVerb(verb));
  expect(advised.length).toBeGreaterThan(30);
  const unknown: string[] = [];
  for (const { file, verbs, options } of advised) {
    const { out } = await runSiteIn("", [...verbs, "--help"]);
    for (const option of options) if (!out.includes(option)) unknown.push(`${file}: site ${verbs.join(" ")} ${option}`);
  }
  expect(unknown).toEqual([]);
});
