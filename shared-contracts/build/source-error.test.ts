import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findImporter } from "./find-import.ts";
import { formatSourceError, toSourceError } from "./source-error.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "source-error-"));
  const files = {
    "src/page.tsx": `import { useId } from "react";

import styles from "./pge.module.css";
import {
  Badge,
  Bdge,
} from "./badge.tsx";
export { other } from "./other.ts";
export const later = () => import("./later.ts");
`,
    "src/page.module.css": '.a { }\n.b { composes: c from "./no.module.css"; }\n',
    "messages/en.json": '{\n  "lobby.page.title": "Lobby",\n  "lobby.page.lead": "{name"\n}\n',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const explain = (moduleName: string, message: string): string | undefined => {
  const error = toSourceError(root, { moduleName, message });
  return error && formatSourceError(error);
};

test.each([
  [
    "an import of a file that is not there, which compiled code has a line higher",
    "./src/page.tsx",
    "  × Module not found: Can't resolve './pge.module.css' in '/x/src'\n   ╭─[2:0]\n",
    "src/page.tsx:3:1: ./pge.module.css is imported, and is not there. Correct the path, or add the file.",
  ],
  [
    "an import of a package that is not there",
    "./src/page.tsx",
    "  × Module not found: Can't resolve 'react' in '/x/src'\n   ╭─[1:0]\n",
    "src/page.tsx:1:1: react is imported, and is not there. Correct the name, or add the package to package.json and install it.",
  ],
  [
    "an import that is made when the code runs",
    "./src/page.tsx",
    "  × Module not found: Can't resolve './later.ts' in '/x/src'\n",
    "src/page.tsx:9:28: ./later.ts is imported, and is not there. Correct the path, or add the file.",
  ],
  [
    "a name that a file does not export, which the bundler finds where it is used",
    "./src/page.tsx",
    "  × ESModulesLinkingError: export 'Bdge' (imported as 'Bdge') was not found in './badge.tsx' (possible exports: Badge, Star)\n    ╭─[16:31]\n",
    "src/page.tsx:6:3: ./badge.tsx exports no Bdge, but Badge, Star. Import a name that it exports.",
  ],
  [
    "a name that is passed on",
    "./src/page.tsx",
    "  × ESModulesLinkingError: export 'other' (reexported as 'other') was not found in './other.ts'\n",
    "src/page.tsx:8:10: ./other.ts exports no other. Import a name that it exports.",
  ],
  [
    "code that cannot be parsed",
    "./src/page.tsx",
    "  × Module build failed (from builtin:swc-loader):\n  ├─▶   × Syntax Error: Expression expected\n  │       ╭─[4:7]\n  │     3 │ a\n  │     4 │ import {\n  │       ·        ─\n  │       ╰────\n",
    "src/page.tsx:4:8: Syntax Error: Expression expected. Correct the code.",
  ],
  [
    "a style sheet that cannot be parsed",
    "./src/page.module.css",
    "  × Module build failed (from ../css-loader):\n  ╰─▶   ×\n        │ SyntaxError\n        │\n        │ (1:13) /x/src/page.module.css Unexpected }\n",
    "src/page.module.css:1:13: Unexpected }. Correct the style sheet.",
  ],
  [
    "a selector that cannot be parsed",
    "./src/page.module.css",
    "  × Module build failed (from ../css-loader):\n  ╰─▶   × Error: Invalid class or id selector syntax\n        │     at /x/src/page.module.css:2:1\n        │     at transform (/x/index.js:242:17)\n",
    "src/page.module.css:2:1: Invalid class or id selector syntax. Correct the style sheet.",
  ],
  [
    "a style sheet that another one names",
    "./src/page.module.css",
    '  × Module build failed (from ../css-loader):\n  ╰─▶   × Error: RspackResolver(NotFound("./no.module.css"))\n',
    "src/page.module.css:2:24: ./no.module.css is named, and is not there. Correct the path, or add the file.",
  ],
  [
    "a message",
    "./messages/en.json",
    "  × Module build failed (from ../message-loader.ts):\n  ╰─▶   × Error: the message lobby.page.lead is not valid ICU: a { at character 6 has no }\n        │     at file:///x\n",
    "messages/en.json:3:3: the message lobby.page.lead is not valid ICU: a { at character 6 has no }. Correct the message.",
  ],
  [
    "a file of messages that is no JSON",
    "./messages/en.json",
    "  × Module build failed (from ../message-loader.ts):\n  ╰─▶   × SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2)\n        │     at JSON.parse\n",
    "messages/en.json:1:2: it is no JSON: Expected property name or '}'. Correct the file.",
  ],
  [
    "a file of messages with a text that is not in quotes",
    "./messages/en.json",
    "  × Module build failed (from ../message-loader.ts):\n  ╰─▶   × SyntaxError: Unexpected token 'Y' (line 2 column 22)\n        │     at parseJson\n",
    "messages/en.json:2:22: it is no JSON: Unexpected token 'Y'. Correct the file.",
  ],
  [
    "a file of messages that is a list",
    "./messages/en.json",
    "  × Module build failed (from ../message-loader.ts):\n  ╰─▶   × Error: the file is no object of ids and texts\n        │     at compileMessages\n",
    "messages/en.json: it is no object of ids and texts. Write one.",
  ],
])("the bundler's error is named at its source line for %s", (_what, file, message, sentence) => {
  expect(explain(file, message)).toBe(sentence);
});

test("a mistake in package.json is named there, and not at that line of each module", () => {
  const path = join(root, "package.json");
  const message = `  × JSON parse error: expected value at line 2 column 10 in '${path}'\n   ╭─[2:10]\n`;
  writeFileSync(path, '{\n  "name": lobby\n}\n');
  const sentence = "package.json:2:11: it is no JSON: Unexpected token 'l'. Correct the file.";
  expect([explain("./src/page.tsx", message), explain("container", message)]).toEqual([sentence, sentence]);
  writeFileSync(path, "{}");
  expect(explain("./src/page.tsx", message)).toBeUndefined();
});

test.each([
  ["./src/page.tsx", "  × something else\n"],
  ["./none.tsx", "  × Module not found: Can't resolve './a' in '/x'\n"],
])("an error that is not known keeps the bundler's own text (%s, %s)", (file, message) => {
  expect(explain(file, message)).toBeUndefined();
});

test("the file that imports a module is found in the sources", () => {
  expect(findImporter(root, "react")).toEqual({ file: "src/page.tsx", line: 1, column: 1 });
  expect(findImporter(root, "node:fs")).toBeUndefined();
});
