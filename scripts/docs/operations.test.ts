import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { runSite } from "../../shell/cli/commands/run-site.ts";
import { codeMinutes } from "../../shell/src/server/access/sign-in-codes.ts";
import { createMetrics } from "../../shell/src/server/live/metrics.ts";
import { breakMs, overrideMs, personMs, sessionMs } from "../../shell/src/server/testers/session.ts";
import { readDocument } from "./markdown-files.ts";

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { runbook: string };
}

const { groups }: { groups: { rules: Rule[] }[] } = parse(readDocument("deploy/prometheus/site.rules.yml"));
const rules = groups.flatMap((group) => group.rules);
const text = readDocument("docs/operations.md");

test("every alarm has a chapter that says what it means, how to see it and what to do, and no chapter is about another alarm", () => {
  const chapters = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((chapter) => [chapter.split("\n")[0] ?? "", chapter]),
  );
  expect(rules.length).toBeGreaterThan(8);
  for (const { alert, annotations, labels } of rules) {
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    expect(labels.severity).toMatch(/^(page|ticket)$/);
    for (const part of ["What it means", "How to see it", "What to do"])
      expect([alert, chapters.get(alert)]).toEqual([alert, expect.stringContaining(`**${part}.** `)]);
  }
  const named = [...chapters.keys()].filter((title) => !title.includes(" "));
  expect(named.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test("the table of metrics has each metric that servers answer with its labels, and no other", async () => {
  const answered = (await createMetrics().registry.getMetricsAsJSON())
    .map(({ name }) => name)
    .filter((name) => !/^(process|nodejs)_/.test(name));
  const rows = [...text.matchAll(/^\| `([a-z0-9_]+)` \| (.*?) \|/gm)].filter(
    ([row]) => text.indexOf(row) > text.indexOf("## What a server measures"),
  );
  expect(rows.map(([, name]) => name).toSorted()).toEqual(answered.toSorted());
  for (const [, name = "", labels = ""] of rows) {
    const metric = createMetrics().registry.getSingleMetric(name);
    const own = metric && "labelNames" in metric ? metric.labelNames : [];
    expect([name, [...labels.matchAll(/`([a-z]+)`/g)].map(([, label]) => label)]).toEqual([name, own]);
  }
});

test("every metric that an alarm reads is one that servers answer", async () => {
  const { registry } = createMetrics();
  const answered = await registry.metrics();
  const names = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/\b([a-z]+_[a-z_]+)\b(?=[{[ )-]|$)/g)].map(([, name = ""]) => name),
  );
  const metrics = names
    .filter((name) => !["histogram_quantile"].includes(name))
    .map((name) => name.replace(/_bucket$/, ""));
  expect(metrics.length).toBeGreaterThanOrEqual(rules.length - 1);
  expect(metrics.filter((name) => !answered.includes(`# TYPE ${name} `))).toEqual([]);
});

/** The verbs of the command that documents tell operators to use, with the options they name. */
function listCommands(path: string): { words: string[]; options: string[] }[] {
  const lines = [...readDocument(path).matchAll(/npm run (?:-s )?site -- ([^`\n]+)/g)].map(([, line = ""]) => line);
  return lines.map((line) => {
    const words = line.split(/\s+/);
    const verb = words[0] ?? "";
    const isGroup = ["canary", "trust", "keys", "tokens", "store"].includes(verb);
    return {
      words: [verb, ...(isGroup && words[1] !== undefined ? [words[1]] : [])],
      options: [...line.matchAll(/(?<=\s)--[a-z-]+/g)].map(([option]) => option),
    };
  });
}

const sink = (): { stream: Writable; read(): string } => {
  let written = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString("utf8");
      done();
    },
  });
  return { stream, read: () => written };
};

const operators = [
  "docs/operations.md",
  "docs/releases.md",
  "docs/publishing.md",
  "docs/many-servers.md",
  "docs/add-a-remote.md",
  "README.md",
  "SECURITY.md",
];
describe.each(operators)("%s", (path) => {
  test("names only commands and options that the help of the command has", async () => {
    const commands = listCommands(path);
    expect(commands.length).toBeGreaterThan(0);
    for (const { words, options } of commands) {
      const [out, err] = [sink(), sink()];
      const code = await runSite([...words, "--help"], { env: {}, stdout: out.stream, stderr: err.stream });
      expect([words, code]).toEqual([words, 0]);
      expect(out.read()).toContain(`Usage: site ${words.join(" ")}`);
      for (const option of options)
        expect([words, out.read()]).toEqual([words, expect.stringContaining(option === "--json" ? "" : option)]);
    }
  });
});

const hours = (milliseconds: number): string => `${milliseconds / 3_600_000} hours`;

test("the document of operations says how long each sign-in lasts", () => {
  const rows = [
    ["a code of `tokens code`", `${codeMinutes} minutes, used once`],
    ["a sign-in with a token or a code", hours(sessionMs)],
    ["a sign-in with an account of the provider", hours(personMs)],
    ["releases that a tester chose to see", hours(overrideMs)],
    ["a remote that a tester broke on purpose", `${breakMs / 60_000} minutes`],
  ];
  for (const [what, lasts] of rows) expect(text).toContain(`| ${what} | ${lasts} |`);
});
