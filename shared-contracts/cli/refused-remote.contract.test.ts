import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { copyRemote, type RemoteCopy } from "../testing/workbench/copy-remote.ts";
import { runSiteRemote } from "./run-site-remote.ts";

let copy: RemoteCopy;

/** Writes a file of the remote anew, with something else in place of a text. */
function change(path: string, text: string | RegExp, other: string): void {
  const file = join(copy.root, path);
  writeFileSync(file, readFileSync(file, "utf8").replace(text, other));
}

/** The number of the line of a file of the remote that has a text. */
function findLine(path: string, text: string): number {
  const before = readFileSync(join(copy.root, path), "utf8").split(text)[0] ?? "";
  return before.split("\n").length;
}

/** What `site-remote check` says is wrong, and what to do. */
async function checkInJson() {
  let out = "";
  const write = (text: string): unknown => (out += text);
  await runSiteRemote(["check", "--json"], { cwd: () => copy.root, env: {}, stdout: { write }, stderr: { write } });
  return JSON.parse(out);
}

const footer = "src/ui/footer.tsx";
const messages = "messages/pt-br.json";

/** Has the footer run something while it renders. */
const addToFooter = (code: string): void =>
  change(footer, "const intl = useIntl();", `const intl = useIntl();\n  ${code}`);

type Mistake = [
  what: string,
  mistake: () => void,
  found: { file: string; line?: number | string; problem: RegExp; change: RegExp },
];

/**
 * A list for each remote that is checked. The mistakes of a list are in files or islands of their own, so that none hides another.
 * @param line its number, or the text that the mistake wrote there
 */
const remotes: Mistake[][] = [
  [
    [
      "sets state while it renders",
      () => {
        change(footer, "import {", 'import * as React from "react";\nimport {');
        addToFooter("const [, set] = React.useState({});\n  set({});");
      },
      {
        file: footer,
        line: 14,
        problem: /^footer does not render: Too many re-renders\./,
        change: /^Set state in an event/,
      },
    ],
    [
      "sends an event that the contract does not have",
      () => change("src/ui/menus.tsx", '.emit("menu:toggled"', '.emit("menu:togled"'),
      {
        file: "src/ui/menus.tsx",
        line: '.emit("menu:togled"',
        problem: /^it sends menu:togled, which is no event of the contract\.$/,
        change: /^Correct the name to one of SiteEvents/,
      },
    ],
    [
      "styles what is not its own",
      () =>
        change("src/ui/footer.module.css", ".footer {", ".footer { }\n:global(.content-a) { color: red }\n.footer {"),
      {
        file: "src/ui/footer.module.css",
        line: 2,
        problem: /^the selector \.content-a reaches outside/,
        change: /^Name a class of this CSS Module in it, outside of `:global`/,
      },
    ],
  ],
  [
    [
      "renders an object",
      () => change(footer, "<SafetyBand />", "{{ a: 1 } as never}"),
      {
        file: "src/exposes/footer.tsx",
        problem: /Objects are not valid as a React child \(found: object with keys \{a\}\)\./,
        change: /^Render the texts/,
      },
    ],
    [
      "misspells a field of an event that it sends",
      () => change("src/ui/menus.tsx", "{ open: read() }", "{ opne: read() }"),
      {
        file: "src/ui/menus.tsx",
        line: "{ opne: read() }",
        problem: /^it sends menu:toggled with opne, which that event does not have; it has open\.$/,
        change: /^Correct the name to a field of menu:toggled/,
      },
    ],
    [
      "shows a bitmap image that lies beside a style sheet",
      () => change("src/ui/footer.module.css", ".footer {", ".footer { background: url(./table.png);"),
      {
        file: "src/ui/footer.module.css",
        line: 1,
        problem: /^background: url\(\.\/table\.png\) names a file beside the sheet, and a release has none\.$/,
        change: /^Name it by a path of this site/,
      },
    ],
  ],
  [
    [
      "asks for a random number",
      () => addToFooter("console.log(Math.random());"),
      { file: footer, line: 12, problem: /it calls Math\.random, and servers have no random numbers/, change: /^Draw/ },
    ],
    [
      "misspells a field of an event that it hears",
      () => change("src/ui/menus.tsx", "({ type }) => {", "({ tpye: type }) => {"),
      {
        file: "src/ui/menus.tsx",
        line: "({ tpye: type })",
        problem: /^it hears screen:changed and reads tpye, which that event does not have; it has type\.$/,
        change: /^Correct the name to a field of screen:changed/,
      },
    ],
    [
      "lacks a message in one language",
      () => change(messages, /^.*"navigation\.main\.label".*\n/m, ""),
      {
        file: "messages/en.json",
        line: 2,
        problem: /^pt-br has no message navigation\.main\.label, which is here\.$/,
        change: /^Write it in messages\/pt-br\.json too\.$/,
      },
    ],
  ],
  [
    [
      "reads the width of the window while it renders",
      () => addToFooter("console.log(window.innerWidth);"),
      {
        file: footer,
        line: 12,
        problem: /^footer does not render: it uses window, which servers do not have\./,
        change: /^Use it in the browser, once the island is hydrated/,
      },
    ],
    [
      "loads a large library with an island",
      () => {
        const charts = join(copy.root, "src/node_modules/charts");
        mkdirSync(charts, { recursive: true });
        writeFileSync(join(charts, "package.json"), '{ "name": "charts", "type": "module", "exports": "./index.js" }');
        const noise = Array.from({ length: 6000 }, (_, index) => (index * 2_654_435_761).toString(36)).join("");
        writeFileSync(join(charts, "index.js"), `export const draw = () => "${noise}";\n`);
        change("src/ui/menus.tsx", "import styles", 'import { draw } from "charts";\nimport styles');
        change(
          "src/ui/menus.tsx",
          "const intl = useIntl();",
          "const intl = useIntl();\n  useEffect(() => void document.body.append(draw()), []);",
        );
      },
      {
        file: "src/ui/menus.tsx",
        line: 'import { draw } from "charts"',
        problem:
          /^the island header is \d+ bytes, the budget is 20480\. Its largest parts, in bytes before compression: charts \d{5}, @site\/contracts \d+, src\/\S+ \d+\.$/,
        change: /^Render more on the server, or load what is rarely needed with import\(\)/,
      },
    ],
  ],
  [
    [
      "fetches while it renders",
      () => addToFooter('void fetch("/api/visitor");'),
      {
        file: footer,
        line: 12,
        problem: /^footer does not render: it uses fetch, which servers do not have\./,
        change: /^Use it in the browser, once the island is hydrated/,
      },
    ],
    [
      "renders something else where there is a window",
      () => change("src/ui/header.tsx", "hidden", 'hidden={typeof window !== "undefined"}'),
      {
        file: "src/exposes/header.tsx",
        problem: /^header renders something else where there is a window.* At character \d+ of its HTML it shows "/,
        change: /^Render in the browser what the server renders/,
      },
    ],
  ],
  [
    [
      "asks for a message that is not there, by an id that the code makes",
      () => change(footer, "<SafetyBand />", '<FormattedMessage id={String("navigation.nope")} />'),
      { file: footer, line: 16, problem: /there is no message navigation\.nope in the language/, change: /^Write it/ },
    ],
  ],
  [
    [
      "shows a picture by an address at which no file is",
      () => change(footer, "<SafetyBand />", '<img src="/pictures/table.webp" alt="" width="10" height="10" />'),
      {
        file: footer,
        line: "/pictures/table.webp",
        problem: /^\/pictures\/table\.webp is the address of no file/,
        change: /^Import the picture as SVG and use toImageUrl/,
      },
    ],
  ],
];

describe.each(remotes.map((mistakes) => [mistakes]))("a remote", (mistakes) => {
  let problems: { problem: string }[] = [];
  beforeAll(async () => {
    copy = copyRemote("navigation");
    for (const [, mistake] of mistakes) mistake();
    ({ problems } = await checkInJson());
  });
  afterAll(() => copy.remove());

  test.each(mistakes)("that %s is refused in plain words, with the source file", (_what, _mistake, found) => {
    const { line } = found;
    const expected = {
      ...found,
      ...(typeof line === "string" && { line: findLine(found.file, line) }),
      problem: expect.stringMatching(found.problem),
      change: expect.stringMatching(found.change),
    };
    expect(problems).toContainEqual(expect.objectContaining(expected));
    expect(problems).toHaveLength(mistakes.length);
    for (const { problem } of problems) expect(problem).not.toMatch(/Minified|%\w+%|@formatjs/);
  });
});

test("a message that no code names is noted at its line, and refuses nothing", async () => {
  copy = copyRemote("navigation");
  onTestFinished(() => copy.remove());
  for (const file of ["messages/en.json", messages]) change(file, "{", '{\n  "navigation.old": "Old",');
  expect(await checkInJson()).toMatchObject({
    problems: [],
    unusedMessages: [{ id: "navigation.old", file: "messages/en.json", line: 2 }],
  });
});
