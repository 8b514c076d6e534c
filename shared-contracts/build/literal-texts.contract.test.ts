import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ConfinedRemote, openConfinedRemote } from "../confine/confined-remote.ts";
import { createFakeContext } from "../testing/fake-site.ts";
import { compile } from "./compile.ts";
import { toServerOptions } from "./server-options.ts";

let root = "";
let remote: ConfinedRemote | undefined;
afterEach(() => {
  remote?.close();
  rmSync(root, { recursive: true, force: true });
});

/** What a compartment would take for comments and imports, where they are code. */
const texts = ["<!-- a hand --> is dealt", "How to import (step 1), and import/* all */", "</script><!--", "--> next"];

test("a remote renders its texts as it wrote them, also those that look like comments of HTML or like imports, names artwork so that servers draw it, and finds the global object by its name in Node", async () => {
  root = mkdtempSync(join(tmpdir(), "literal-texts-"));
  mkdirSync(join(root, "src/exposes"), { recursive: true });
  const entry = join(root, "entry.js");
  writeFileSync(join(root, "mão (1).x.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(
    entry,
    `const count = (from) => { let steps = 0; while (from --> 0) steps += 1; return steps; };
     exports.describe = () => [];
     exports.render = (key, id, context) => ({
       html: JSON.stringify([${texts.map((text) => JSON.stringify(text)).join()}, \`\${key} <!-- import (\${key}) -->\`, /^<!--import \\(-->$/.test("<!--" + "import (" + "-->"), count(3), require("./mão (1).x.svg"), typeof global]),
       readsVisitor: false,
     });`,
  );
  const options = toServerOptions({ name: "navigation", root, side: "server", mode: "production" });
  await compile([{ ...options, entry: { entry }, output: { ...options.output, path: root } }]);
  remote = openConfinedRemote({
    server: { label: "navigation@1", source: readFileSync(join(root, "entry.cjs"), "utf8") },
    shared: { label: "shell@1", source: "exports.sharedModules = {};" },
  });
  const [outcome] = await remote.render([{ expose: "key", id: "navigation/key", context: createFakeContext() }]);
  const html = outcome?.ok ? outcome.island.html : undefined;
  expect(html?.replace(/\.[0-9a-f]{8}\.svg"/, '.svg"')).toBe(
    JSON.stringify([...texts, "key <!-- import (key) -->", true, 3, "navigation/images/mao-1-x.svg", "object"]),
  );
});
