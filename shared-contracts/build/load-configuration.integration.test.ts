import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeOptions } from "../confine/node-options.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "configuration-"));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "package.json"), `{ "type": "module" }`);
  writeFileSync(
    join(root, "rspack.config.ts"),
    `import { name } from "./src/name.ts";\nexport default () => [{ name }];\n`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Loads the configuration after each save, in one process of Node: this one has a loader of its own. Answers what each load came to. */
async function loadAfterSaves(...saved: readonly string[]): Promise<unknown> {
  const program = `
    import { writeFileSync } from "node:fs";
    import { loadConfiguration } from ${JSON.stringify(join(import.meta.dirname, "load-configuration.ts"))};
    const loaded = [];
    for (const text of ${JSON.stringify(saved)}) {
      writeFileSync(${JSON.stringify(join(root, "src/name.ts"))}, text);
      loaded.push(await loadConfiguration(${JSON.stringify(root)}).then((configure) => configure(), (error) => error.name));
    }
    console.log(JSON.stringify(loaded));`;
  const words = [...nodeOptions, "--input-type=module", "--eval", program];
  return JSON.parse((await promisify(execFile)(process.execPath, words)).stdout);
}

test("a configuration is loaded each time with the files that it imports as they are now", async () => {
  const loaded = await loadAfterSaves(`export const name: string = "first";`, `export const name: string = "second";`);
  expect(loaded).toEqual([[{ name: "first" }], [{ name: "second" }]]);
});

test("a configuration that cannot be loaded is refused with its error, and is loaded again once it is mended", async () => {
  const loaded = await loadAfterSaves("export const name = ;", `export const name = "mended";`);
  expect(loaded).toEqual(["SyntaxError", [{ name: "mended" }]]);
});
