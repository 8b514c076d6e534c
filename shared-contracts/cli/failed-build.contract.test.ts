import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseRelease } from "../src/releases/release.ts";
import { copyRemote, type RemoteCopy } from "../testing/workbench/copy-remote.ts";
import { runSiteRemote } from "./run-site-remote.ts";

let copy: RemoteCopy;
beforeEach(() => {
  copy = copyRemote("navigation", ["footer"]);
});
afterEach(() => copy.remove());

async function check({ root = copy.root, words = [] }: { root?: string; words?: string[] } = {}): Promise<{
  code: number;
  out: string;
  err: string;
}> {
  const said = { out: "", err: "" };
  const code = await runSiteRemote(["check", ...words], {
    cwd: () => root,
    env: {},
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
}

const writeExpose = (text: string) => (root: string) => writeFileSync(join(root, "src/exposes/extra.tsx"), text);

/** Changes the first element of the footer, which the server renders. */
const changeFooter = (attribute: string) => (root: string) => {
  const file = join(root, "src/ui/footer.tsx");
  writeFileSync(file, readFileSync(file, "utf8").replace("<footer", `<footer ${attribute}`));
};

/** Writes a component's file anew, with something else in place of a text. */
const change = (path: string, text: string | RegExp, other: string) => (root: string) => {
  const file = join(root, path);
  writeFileSync(file, readFileSync(file, "utf8").replace(text, other));
};

/** Has the footer import a library that consists of one file. */
const addLibrary = (written: string, text: string) => (root: string) => {
  const folder = join(root, "src/node_modules/charts");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    '{ "name": "charts", "version": "1.0.0", "type": "module", "exports": { ".": "./index.js", "./css": "./charts.css" } }',
  );
  writeFileSync(join(folder, "index.js"), text);
  const file = join(root, "src/ui/footer.tsx");
  writeFileSync(file, `${written}\n${readFileSync(file, "utf8").replace("<SafetyBand />", "{String($)}")}`);
};

/** What teams do wrong in a remote: how, and what the sentence says of the file and of what to do. */
const mistakes: [what: string, mistake: (root: string) => void, said: RegExp][] = [
  [
    "an expose without an island",
    writeExpose("export const label = 1;\n"),
    /navigation cannot be built\. src\/exposes\/extra\.tsx exports no island\. Export one .*or move the file out of src\/exposes\.$/,
  ],
  [
    "an expose that is an empty file",
    writeExpose(""),
    /navigation cannot be built\. src\/exposes\/extra\.tsx exports no island\. Export one .*or move the file out of src\/exposes\.$/,
  ],
  [
    "a file that reads the window while it is loaded",
    change("src/ui/footer.tsx", "export function", "console.log(window.innerWidth);\nexport function"),
    /it uses window, which servers do not have \(src\/ui\/footer\.tsx:\d+:\d+\)\. Use it in the browser, .*\.$/,
  ],
  [
    "a translation that has another name for a value than English",
    change("messages/pt-br.json", /"(navigation\.[\w.]+)": "[^"]*\{\w+\}/, '"$1": "Oi {nome}'),
    /messages\/pt-br\.json:\d+:\d+: the message navigation\.\S+ is unlike the one in en\.json: it has \{nome\} in place of \{\w+\}, and the code gives values only for the names in en\.json\. Correct the message\.$/,
  ],
  [
    "a library that waits while it is loaded",
    addLibrary('import $ from "charts";', "export default await Promise.resolve(1);"),
    /src\/ui\/footer\.tsx:1:1: the library charts cannot be loaded on servers, .*: it waits while it is loaded \(src\/node_modules\/charts\/index\.js:1:16\)\. Load it .*: await import\("charts"\)\.$/,
  ],
  [
    "a library with a worker in a file beside it",
    addLibrary('import $ from "charts";', 'export default () => new Worker(new URL("./index.js", import.meta.url));'),
    /src\/ui\/footer\.tsx:1:1: the library charts cannot be loaded on servers, .*: it uses import\.meta, which would be a file beside its code, .* \(src\/node_modules\/charts\/index\.js:1:\d+\)\. Use another library, or another entry of this one\.$/,
  ],
  [
    "a library that imports WebAssembly",
    (root) => {
      addLibrary(
        'import $ from "charts";',
        'import * as count from "./count.wasm";\nexport default (name) => count[name];',
      )(root);
      writeFileSync(join(root, "src/node_modules/charts/count.wasm"), Buffer.from([0, 97, 115, 109, 1, 0, 0, 0]));
    },
    /src\/ui\/footer\.tsx:1:1: the library charts cannot be loaded on servers, .*: it imports \.\/count\.wasm, which would be a file beside its code, .* \(src\/node_modules\/charts\/index\.js:1:1\)\. Use another library, .*\.$/,
  ],
  [
    "a library that needs a window while it is loaded",
    addLibrary('import $ from "charts";', "throw new Error('charts need a window');\nexport default 1;"),
    /cannot be built\. src\/ui\/footer\.tsx:1:1: the library charts cannot be loaded on servers, .*: charts need a window \(\S+charts\/index\.js:1:\d+\)\. Load it in the browser alone, .*: await import\("charts"\)\.$/,
  ],
  [
    "a library that has a file for Node",
    addLibrary('import $ from "charts";', 'import { sep } from "path";\nexport default sep;\n'),
    /src\/ui\/footer\.tsx:1:1: the library charts cannot be loaded on servers, .*: it asks for path, which the shell does not provide \(\S+\)\. Load it .*\.$/,
  ],
  [
    "a library that writes style elements",
    change("src/ui/footer.tsx", "import styles", 'import { css } from "@emotion/css";\nimport styles'),
    /cannot be built\. src\/ui\/footer\.tsx:\d+:1: @emotion\/css writes style elements while it runs, .*\. Write a CSS Module, .*\.$/,
  ],
  [
    "the style sheet of a library, whose entry has another name than its file",
    (root) => {
      addLibrary('import $ from "charts";\nimport "charts/css";', "export default 1;")(root);
      writeFileSync(join(root, "src/node_modules/charts/charts.css"), ":root { --chart: red; }");
    },
    /cannot be built\. src\/ui\/footer\.tsx:2:1: charts\/css is a plain style sheet, .*\. Copy the rules .*\.$/,
  ],
  [
    "an expose whose island was not defined",
    writeExpose("export const island = 1;\n"),
    /cannot be built\. src\/exposes\/extra\.tsx: the island that it exports was not made by defineIsland\. Write export const island = defineIsland\(\{ … \}\)\.$/,
  ],
  [
    "an island that hydrates in no way that there is",
    change("src/exposes/footer.tsx", 'hydrate: "never"', 'hydrate: "load"'),
    /cannot be built\. src\/exposes\/footer\.tsx:\d+:\d+: hydrate of this island .* received "load"\. Correct that field of defineIsland\.$/,
  ],
  [
    "an island whose field is misspelt",
    change("src/exposes/footer.tsx", "hydrate:", "hydrat:"),
    /cannot be built\. src\/exposes\/footer\.tsx:\d+:\d+: defineIsland has no field hydrat\. Write hydrate, which is the nearest\.$/,
  ],
  [
    "an expose that throws while it is loaded",
    writeExpose('throw new Error("no table");\nexport const island = 1;\n'),
    /no table \(src\/exposes\/extra\.tsx:1:\d+\)\. .*src\/exposes/,
  ],
  [
    "an event handler that makes a worker of a file",
    changeFooter('onClick={() => void new Worker(new URL("./count.ts", import.meta.url))}'),
    /cannot be built\. src\/ui\/footer\.tsx:\d+:\d+: import\.meta\.url is used, .* There is no file for a worker: split long work into parts\.$/,
  ],
  [
    "an event handler that calls eval",
    changeFooter('onClick={() => { eval("1"); }}'),
    /src\/ui\/footer\.tsx:15:\d+ calls eval, .*Write it without eval\.$/,
  ],
  [
    "an expose that cannot be parsed",
    writeExpose("\nexport const island = ;\n"),
    /cannot be built\. src\/exposes\/extra\.tsx:2:23: Syntax Error: Expression expected\. Correct the code\.$/,
  ],
  [
    "an import of a file that is not there, below an empty line",
    change("src/ui/footer.tsx", 'import styles from "./footer', '\nimport styles from "./foter'),
    /cannot be built\. src\/ui\/footer\.tsx:7:1: \.\/foter\.module\.css is imported, and is not there\. Correct the path, or add the file\.$/,
  ],
  [
    "an import of a file by the name of its compiled code",
    change("src/ui/footer.tsx", "./safety-band.tsx", "./Safety-Band.js"),
    /cannot be built\. src\/ui\/footer\.tsx:\d+:1: \.\/Safety-Band\.js is imported, and is not there\. Write \.\/safety-band\.tsx, which is there\.$/,
  ],
  [
    "an import by an alias of the compiler",
    (root) => {
      writeFileSync(join(root, "tsconfig.json"), '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
      change("src/ui/footer.tsx", "./safety-band.tsx", "@/ui/safety-band.tsx")(root);
    },
    /cannot be built\. src\/ui\/footer\.tsx:\d+:1: @\/ui\/safety-band\.tsx is imported, and is not there\. Write a relative path, .*\.$/,
  ],
  [
    "a decorator",
    change(
      "src/ui/footer.tsx",
      "export function",
      "class Table {\n  @once open() {}\n}\nconsole.log(Table);\nexport function",
    ),
    /cannot be built\. src\/ui\/footer\.tsx:\d+:3: Syntax Error: Unexpected token `@`\. .*Decorators are not compiled: call a function in place of one\.$/,
  ],
  [
    "a field with the word accessor",
    change(
      "src/ui/footer.tsx",
      "export function",
      "class Table {\n  accessor chips = 1;\n}\nconsole.log(Table);\nexport function",
    ),
    /cannot be built\. src\/ui\/footer\.tsx:\d+:3: Auto-accessors are not supported\. Write a field, or get and set\.$/,
  ],
  [
    "JSX in files whose extension has none",
    (root) => {
      writeFileSync(join(root, "src/ui/one.ts"), "export const One = () => <p>1</p>;\n");
      writeFileSync(join(root, "src/ui/two.jsx"), "export const two = 2;\nexport const Two = () => <p>2</p>;\n");
      change(
        "src/ui/footer.tsx",
        "import styles",
        'import { One } from "./one.ts";\nimport { Two } from "./two.jsx";\nconsole.log(One, Two);\nimport styles',
      )(root);
    },
    /(?=[^]*^(?:.*cannot be built\. )?src\/ui\/one\.ts:1: .+ Name the file one\.tsx, in which alone JSX is read\.$)(?=[^]*^(?:.*cannot be built\. )?src\/ui\/two\.jsx:2: .+ Name the file two\.tsx, in which alone JSX is read\.$)/m,
  ],
  [
    "an import of a name that is not exported",
    change("src/ui/footer.tsx", "{ SafetyBand }", "{ SafetyBnd as SafetyBand }"),
    /cannot be built\. src\/ui\/footer\.tsx:7:10: \.\/safety-band\.tsx exports no SafetyBnd, but SafetyBand\. Import a name that it exports\.$/,
  ],
  [
    "an import of a module of Node",
    change("src/ui/footer.tsx", "import styles", 'import { sep } from "node:path";\nconsole.log(sep);\nimport styles'),
    /asks for node:path, which the shell does not provide \(src\/ui\/footer\.tsx:6:1\)/,
  ],
  [
    "styles that the minimizer cannot read",
    change("src/ui/footer.module.css", ".footer {", ".footer { }\n.footer:nth-child(x) {"),
    /cannot be built\. src\/ui\/footer\.module\.css:2:\d+: .+\. Correct the style sheet\.$/,
  ],
  [
    "a comment of another language in a style sheet",
    change("src/ui/footer.module.css", ".footer {", ".footer { }\n// the band\n.band {"),
    /cannot be built\. src\/ui\/footer\.module\.css:2:1: .+\. CSS has no such comments: write \/\* … \*\/\.$/,
  ],
  [
    "a variable of another language in a style sheet",
    change("src/ui/footer.module.css", ".footer {", "$air: 1rem;\n.footer {"),
    /cannot be built\. src\/ui\/footer\.module\.css:\d+:\d+: .+\. CSS has variables of its own: --name: 1rem in a rule, and var\(--name\)\.$/,
  ],
  [
    "a style sheet whose rule is not closed",
    (root) => {
      const file = join(root, "src/ui/footer.module.css");
      writeFileSync(file, `${readFileSync(file, "utf8")}\n.late {\n  color: red;\n`);
    },
    /cannot be built\. src\/ui\/footer\.module\.css:\d+:1: Unclosed block\. Correct the style sheet\.$/,
  ],
  [
    "a style sheet that imports another one",
    change("src/ui/footer.module.css", ".footer {", "@import url(https://x.example/x.css);\n.footer {"),
    /cannot be built\. src\/ui\/footer\.module\.css:1:1: @import url\(https:\/\/x\.example\/x\.css\) is in a style sheet, and no release has such\. .*\.$/,
  ],
  [
    "a message that cannot be parsed",
    change("messages/en.json", '": "', '": "{'),
    /cannot be built\. messages\/en\.json:2:3: the message navigation\.main\.label is not valid ICU: a \{ at character 1 has no \}\. Correct the message\.$/,
  ],
  [
    "a message without a text, in a language with digits in its name",
    (root) => {
      renameSync(join(root, "messages/pt-br.json"), join(root, "messages/es-419.json"));
      change("messages/es-419.json", /": "[^"]*"/, '": ""')(root);
    },
    /cannot be built\. messages\/es-419\.json:2:3: the message navigation\.\S+ is empty\. Correct the message\.$/,
  ],
  [
    "an island with the name of the head fragment",
    (root) => writeFileSync(join(root, "src/exposes/head.tsx"), "export const island = 1;\n"),
    /an island named head.*[Rr]ename/,
  ],
  [
    "a class that its CSS Module does not have",
    change("src/ui/footer.tsx", "styles.footer}", "styles.fooer}"),
    /navigation cannot be built\. src\/ui\/footer\.tsx:15: src\/ui\/footer\.module\.css has no class fooer\. Write footer, which is the nearest, or write a rule for it\.$/,
  ],
  [
    "a plain style sheet",
    (root) => {
      writeFileSync(join(root, "src/ui/plain.css"), ".a { color: red; }\n");
      change("src/ui/footer.tsx", "import styles", 'import "./plain.css";\nimport styles')(root);
    },
    /cannot be built\. src\/ui\/footer\.tsx:6:1: \.\/plain\.css is a plain style sheet, .*\. Name the file plain\.module\.css, and take its classes: .*\.$/,
  ],
  [
    "a bitmap image that code imports",
    (root) => {
      writeFileSync(join(root, "src/ui/table.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]));
      change(
        "src/ui/footer.tsx",
        "import styles",
        'import table from "./table.png";\nconsole.log(table);\nimport styles',
      )(root);
    },
    /cannot be built\. src\/ui\/footer\.tsx:6:1: \.\/table\.png is a bitmap image, which code cannot import\. Import the picture as SVG, .*\.$/,
  ],
  [
    "an event handler that reads a setting of Node's process",
    changeFooter("onClick={() => console.log(process.env.API_URL)}"),
    /cannot be built\. src\/ui\/footer\.tsx:15:\d+: process\.env\.API_URL is used, and browsers have no process\. Write the value in the source, .*\.$/,
  ],
  [
    "an event handler that imports what is not written",
    changeFooter("onClick={({ type }) => void import(type)}"),
    /cannot be built\. src\/ui\/footer\.tsx:15:\d+: the file that is imported here is not written in the code, .*\. Write the path of each file: .*\.$/,
  ],
  [
    "a source in the encoding of an old editor",
    (root) => {
      changeFooter('title="café"')(root);
      const file = join(root, "src/ui/footer.tsx");
      writeFileSync(file, Buffer.from(readFileSync(file, "utf8"), "latin1"));
    },
    /cannot be built\. src\/ui\/footer\.tsx:15:\d+: this character is not UTF-8\. Save the file as UTF-8\.$/,
  ],
  [
    "messages, data and a text in the encoding of an old editor, and data that are no JSON",
    (root) => {
      writeFileSync(join(root, "src/ui/rates.json"), Buffer.from('{\n  "café": 1\n}', "latin1"));
      writeFileSync(join(root, "src/ui/rules.md"), Buffer.from("Café", "latin1"));
      writeFileSync(join(root, "src/ui/chips.json"), '{\n  "a": 1,\n}');
      change(
        "src/ui/footer.tsx",
        "import styles",
        'import rates from "./rates.json";\nimport rules from "./rules.md";\nimport chips from "./chips.json";\nconsole.log(rates, rules, chips);\nimport styles',
      )(root);
      change("messages/en.json", /": "/, '": "Café ')(root);
      const file = join(root, "messages/en.json");
      writeFileSync(file, Buffer.from(readFileSync(file, "utf8"), "latin1"));
    },
    new RegExp(
      [
        "messages/en\\.json:2:3: the message navigation\\.main\\.label is not UTF-8: save the file as UTF-8\\. Correct the message\\.",
        "src/ui/rates\\.json:2:7: this character is not UTF-8\\. Save the file as UTF-8\\.",
        "src/ui/rules\\.md:1:4: this character is not UTF-8\\. Save the file as UTF-8\\.",
        "src/ui/chips\\.json:3:1: it is no JSON: Expected double-quoted property name\\. Correct the file\\.",
      ]
        .map((said) => `(?=[^]*^(?:.*cannot be built\\. )?${said}$)`)
        .join(""),
      "m",
    ),
  ],
  [
    "a slot whose name has no package",
    (root) => {
      change(
        "src/ui/footer.tsx",
        "import styles",
        'import { Slot } from "@site/contracts/react/slot";\nimport styles',
      )(root);
      change("src/ui/footer.tsx", "<SafetyBand />", '<Slot name={"button" as "a/b"} />')(root);
    },
    /src\/ui\/footer\.tsx:\d+: a slot asks for "button", which no island can be named\. Write its package and its island .*\.$/,
  ],
  [
    "a file that waits while it is loaded",
    change(
      "src/ui/footer.tsx",
      "export function",
      "const later = await Promise.resolve(1);\nconsole.log(later);\nexport function",
    ),
    /cannot be built\. src\/ui\/footer\.tsx:\d+:15: this waits while the file is loaded, .*\. Wait inside of a function .*\.$/,
  ],
  [
    "a press that makes code of a text",
    changeFooter('onClick={() => { new Function("return 1")(); }}'),
    /cannot be built\. src\/ui\/footer\.tsx:15:\d+: Function makes code of a text, .*\. Write it as a function\.$/,
  ],
  [
    "a press that asks for a message that is in no language",
    changeFooter('onClick={() => console.log(intl.formatMessage({ id: "navigation.main.labl" }))}'),
    /cannot be built\. src\/ui\/footer\.tsx:15:\d+: there is no message navigation\.main\.labl in messages\/en\.json and messages\/pt-br\.json\. Correct the id, of which navigation\.main\.label is the nearest, or write the message there\.$/,
  ],
  [
    "a definition with a field that nothing reads",
    change("src/exposes/footer.tsx", 'hydrate: "never"', 'hydrate: "never", haed: undefined'),
    /cannot be built\. src\/exposes\/footer\.tsx:\d+:\d+: defineIsland has no field haed\. Write head, which is the nearest\.$/,
  ],
  [
    "an import of an entry that the contract does not have",
    change("src/exposes/footer.tsx", "contracts/react/define-island", "contracts/react/defineIsland"),
    /cannot be built\. src\/exposes\/footer\.tsx:\d+:1: @site\/contracts\/react\/defineIsland is imported, and @site\/contracts has no such entry\. Correct the name: the entries are in "exports" of its package\.json\.$/,
  ],
  [
    "a version of two numbers",
    change("package.json", /"version": "[^"]+"/, '"version": "1.0"'),
    /cannot be built\. package\.json has the version "1\.0", and that of a release is three numbers\. Write one such as "version": "1\.0\.0"; .*\.$/,
  ],
  [
    "no version",
    change("package.json", /"version": "[^"]+",/, ""),
    /cannot be built\. package\.json has no version, and that of a release is three numbers\. Write one .*\.$/,
  ],
  [
    "a language whose file has capitals",
    (root) => renameSync(join(root, "messages/pt-br.json"), join(root, "messages/pt-BR.json")),
    /cannot be built\. A file of messages .* in small letters, .*\. Rename messages\/pt-BR\.json, or move what is no language out of messages\.$/,
  ],
  [
    "an island in a file without JSX",
    (root) => writeFileSync(join(root, "src/exposes/extra.ts"), 'export { island } from "./footer.tsx";\n'),
    /cannot be built\. An island is a file src\/exposes\/<key>\.tsx\. Rename src\/exposes\/extra\.ts, which would be left out of the release\.$/,
  ],
  [
    "an island in a folder of its own",
    (root) => {
      mkdirSync(join(root, "src/exposes/extra"));
      writeFileSync(join(root, "src/exposes/extra/index.tsx"), 'export { island } from "../footer.tsx";\n');
    },
    /cannot be built\. An island is a file .*\. Rename src\/exposes\/extra\/index\.tsx, which would be left out of the release\.$/,
  ],
  [
    "a package.json with a byte order mark",
    (root) => {
      const file = join(root, "package.json");
      writeFileSync(file, `\uFEFF${readFileSync(file, "utf8")}`);
    },
    /cannot be built\. package\.json begins with a byte order mark, .*\. Save it as UTF-8 without one\.$/,
  ],
  [
    "a package.json that is no JSON",
    (root) => writeFileSync(join(root, "package.json"), "{\n  \"name\": '@site/remote-navigation'\n}"),
    /cannot be built\. package\.json is no JSON: Unexpected token ''' \(line 2 column 11\)\. Correct the file\.$/,
  ],
  [
    "a configuration of another remote",
    change("rspack.config.ts", '"navigation"', '"navigaton"'),
    /cannot be built\. rspack\.config\.ts builds navigaton\/server in .+\. Write export default defineRemote\(\{ name: "navigation", root: import\.meta\.dirname \}\)\.$/,
  ],
  [
    "a configuration that leaves its folder out",
    change("rspack.config.ts", '"navigation", root: import.meta.dirname', '"navigaton"'),
    /cannot be built\. rspack\.config\.ts builds the folder .+remote-navigaton, which is not there\. Write .*root: import\.meta\.dirname \}\)\.$/,
  ],
  [
    "a configuration that throws",
    (root) => writeFileSync(join(root, "rspack.config.ts"), 'export default () => { throw new Error("no table"); };\n'),
    /cannot be built\. rspack\.config\.ts throws: no table\. Correct it\.$/,
  ],
  [
    "no folder of exposes",
    (root) => rmSync(join(root, "src/exposes"), { recursive: true }),
    /has no folder src\/exposes\. .*defineIsland/,
  ],
];

/** Mistakes of which also the JSON is read, each of another kind: a sentence of a build, several of one, and one from before the build. */
const toldInJson = [
  "an expose without an island",
  "JSX in files whose extension has none",
  "a package.json that is no JSON",
];

test("of mistakes that are also told in JSON there is one of each kind", () => {
  expect(mistakes.map(([what]) => what)).toEqual(expect.arrayContaining(toldInJson));
});

test.each(mistakes)(
  "a check of a remote with %s says which file is wrong and what to do",
  async (what, mistake, said) => {
    mistake(copy.root);
    const { code, out, err } = await check();
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toMatch(/^BUILD_FAILED: /);
    expect(err.trimEnd()).toMatch(said);
    if (!toldInJson.includes(what)) return;
    const detail = err.trimEnd().slice("BUILD_FAILED: ".length);
    expect(await check({ words: ["--json"] }), "the second check, in JSON").toEqual({
      code: 3,
      out: `${JSON.stringify({ error: { code: "BUILD_FAILED", detail } })}\n`,
      err: "",
    });
  },
);

test("a check builds what the rspack.config.ts of the team says, and islands that are named new, default, messages and render", async () => {
  const keys = ["new", "default", "messages", "render"];
  for (const key of keys)
    writeFileSync(join(copy.root, `src/exposes/${key}.tsx`), 'export { island } from "./footer.tsx";\n');
  writeFileSync(
    join(copy.root, "rspack.config.ts"),
    `import { defineRemote } from "@site/contracts/build";

const configure = defineRemote({ name: "navigation", root: import.meta.dirname });
export default (environment, argv) =>
  configure(environment, argv).map((bundle) => ({
    ...bundle,
    resolve: { ...bundle.resolve, alias: { ...bundle.resolve?.alias, "@styles": \`\${import.meta.dirname}/src/ui\` } },
  }));
`,
  );
  change("src/ui/footer.tsx", '"./footer.module.css"', '"@styles/footer.module.css"')(copy.root);
  expect(await check()).toMatchObject({ code: 0, err: "" });
  const { exposes } = parseRelease(
    JSON.parse(readFileSync(join(copy.root, "dist/release.json"), "utf8")),
    "navigation",
  );
  expect(exposes.map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
});

/** A remote whose release is built, for the tests that begin with one. */
let built: RemoteCopy | undefined;
afterAll(() => built?.remove());

/** Builds it, once, by two checks at once. */
async function buildByTwo(): Promise<RemoteCopy> {
  if (built) return built;
  const { root } = (built = copyRemote("navigation", ["footer"]));
  expect(await Promise.all([check({ root }), check({ root })]), "two checks at once").toMatchObject([
    { code: 0, err: "" },
    { code: 0, err: "" },
  ]);
  return built;
}

test("two checks of one folder at once build it one after the other", async () => {
  const { root } = await buildByTwo();
  expect(existsSync(join(root, "dist/release.json"))).toBe(true);
});

/** Gives the copy the release of its sources, as a check that passes leaves it. */
async function takeBuilt(): Promise<void> {
  const { root } = await buildByTwo();
  for (const folder of [".build", "dist"]) cpSync(join(root, folder), join(copy.root, folder), { recursive: true });
  // The release was written after its sources, whose times are more exact than milliseconds.
  const after = (Date.now() + 1) / 1000;
  utimesSync(join(copy.root, "dist/release.json"), after, after);
}

test("a check builds no remote again whose release is of its sources", async () => {
  await takeBuilt();
  const { mtimeMs } = statSync(join(copy.root, "dist/release.json"));
  expect(await check()).toMatchObject({ code: 0, err: "" });
  expect(statSync(join(copy.root, "dist/release.json")).mtimeMs).toBe(mtimeMs);
});

describe("a check builds the remote again", () => {
  test.each([
    [
      "when a file that it imports was deleted",
      (root: string) => rmSync(join(root, "src/ui/footer.module.css")),
      /footer\.module\.css is imported, and is not there/,
    ],
    [
      "when a file that is older than the release took the place of another",
      (root: string) => {
        const older = join(root, "older.tsx");
        writeFileSync(older, "export const label = 1;\n");
        utimesSync(older, 1, 1);
        renameSync(older, join(root, "src/exposes/footer.tsx"));
      },
      /src\/exposes\/footer\.tsx exports no island/,
    ],
    [
      "when a file got the text of an older copy, with the time of that copy",
      (root: string) => {
        const older = join(root, "older.tsx");
        writeFileSync(older, "export const label = 1;\n");
        utimesSync(older, 1, 1);
        execFileSync("cp", ["-p", older, join(root, "src/exposes/footer.tsx")]);
      },
      /src\/exposes\/footer\.tsx exports no island/,
    ],
    [
      "when the folder of its messages was deleted",
      (root: string) => rmSync(join(root, "messages"), { recursive: true }),
      /there is no message navigation\./,
    ],
    [
      "when its folder is a copy, or a cache, whose release has the latest time",
      (root: string) => {
        writeExpose("export const label = 1;\n")(root);
        const later = Date.now() / 1000 + 60;
        utimesSync(join(root, "dist/release.json"), later, later);
      },
      /src\/exposes\/extra\.tsx exports no island/,
    ],
    [
      "when another version of a package was installed",
      (root: string) => {
        writeFileSync(join(root, "pnpm-lock.yaml"), "lockfileVersion: '9.0'\n");
        writeExpose("export const label = 1;\n")(root);
        const now = Date.now() / 1000;
        utimesSync(join(root, "dist/release.json"), now + 60, now + 60);
        utimesSync(join(root, "pnpm-lock.yaml"), now + 120, now + 120);
      },
      /src\/exposes\/extra\.tsx exports no island/,
    ],
  ])("%s", async (_what, mistake, said) => {
    await takeBuilt();
    mistake(copy.root);
    const { code, out, err } = await check();
    expect({ code, said: `${out}${err}` }).toEqual({ code: 3, said: expect.stringMatching(said) });
  });
});

/** What the release of the build before consists of: the hash of each file. */
const readDist = (): Record<string, string> =>
  Object.fromEntries(
    globSync("**/*.*", { cwd: join(copy.root, "dist") }).map((file) => [
      file,
      createHash("sha256")
        .update(readFileSync(join(copy.root, "dist", file)))
        .digest("hex"),
    ]),
  );

/** A configuration whose first build waits before its release is packed, and whose second says when it begins. */
const meeting = `
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import configure from "./own.config.ts";

const isFirst = process.env["FIRST"] === "1";
const plugin = {
  apply({ hooks }) {
    if (!isFirst) return hooks.beforeRun.tap({ name: "meeting", stage: -200 }, () => writeFileSync("second-begins", ""));
    hooks.done.tapPromise({ name: "meeting", stage: 50 }, async () => {
      writeFileSync("first-waits", "");
      while (!existsSync("first-goes-on")) await setTimeout(10);
    });
  },
};
export default (...given) => configure(...given).map((one) => ({ ...one, plugins: [...one.plugins, plugin] }));
`;

test("two builds in one folder at once wait for each other, so that neither packs what the other has begun", async () => {
  renameSync(join(copy.root, "rspack.config.ts"), join(copy.root, "own.config.ts"));
  writeFileSync(join(copy.root, "rspack.config.ts"), meeting);
  const until = (file: string) =>
    vi.waitFor(() => expect(existsSync(join(copy.root, file))).toBe(true), { timeout: 30_000, interval: 10 });
  const bundler = join(copy.root, "node_modules/.bin/rspack");
  const build = (env: NodeJS.ProcessEnv) =>
    promisify(execFile)(bundler, ["build"], { cwd: copy.root, env: { ...process.env, ...env } });
  const first = build({ FIRST: "1" });
  await until("first-waits");
  const second = build({});
  await until("second-begins");
  writeFileSync(join(copy.root, "first-goes-on"), "");
  // A bundler that fails rejects.
  await Promise.all([first, second]);
  expect(Object.keys(readDist())).toContain("release.json");
});

describe("a build that fails leaves the release of the build before as it was", () => {
  test.each([
    ["of both sides", change("src/ui/footer.tsx", "styles.footer}", "styles.fooer}")],
    [
      "of the browser alone",
      change("src/ui/footer.module.css", ".footer {", "@import url(https://x.example/x.css);\n.footer {"),
    ],
    [
      "of an event whose name is not written there",
      writeExpose(
        'export const extra = (bus: { emit(name: string): void }, name: string) => bus.emit(name);\nexport { island } from "./footer.tsx";\n',
      ),
    ],
  ])("when it fails for a mistake %s", async (_what, mistake) => {
    await takeBuilt();
    const before = readDist();
    expect(Object.keys(before)).toContain("release.json");
    mistake(copy.root);
    expect((await check()).err).toMatch(/cannot be built|is not written here/);
    expect(readDist()).toEqual(before);
  });

  test("and leaves none where there was none", async () => {
    change("src/ui/footer.module.css", ".footer {", "@import url(https://x.example/x.css);\n.footer {")(copy.root);
    expect((await check()).code).toBe(3);
    expect(existsSync(join(copy.root, "dist"))).toBe(false);
  });
});

test.each([
  [["--json", "lobby"], "REMOTE_USAGE_INVALID", 2],
  [["--json", "--where", "x"], "REMOTE_USAGE_INVALID", 2],
  [["--json"], "REMOTE_NOT_FOUND", 3],
])("%j answers a failure in JSON", async (words, code, exit) => {
  rmSync(join(copy.root, "rspack.config.ts"));
  const answer = await check({ words });
  expect({ code: answer.code, err: answer.err }).toEqual({ code: exit, err: "" });
  expect(JSON.parse(answer.out)).toEqual({ error: { code, detail: expect.stringMatching(/\.$/) } });
});
