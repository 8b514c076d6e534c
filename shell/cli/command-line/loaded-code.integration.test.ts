import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loaded-code-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes the address of each module that is loaded into a file, once the process ends. */
const watcher = `
import { writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
process.on("exit", () => writeFileSync(process.env.LOADED, loaded.join("\\n")));
`;

/** The modules that a run of the command loads, as paths in the workspace. There is no store, so it ends once its code is loaded. */
async function listLoaded(...words: string[]): Promise<string[]> {
  const file = join(folder, "watch.mjs");
  const list = join(folder, "loaded.txt");
  await writeFile(file, watcher);
  const args = [...nodeOptions, "--import", file, join(import.meta.dirname, "../commands/site.ts"), ...words];
  await new Promise((resolve) =>
    execFile(
      process.execPath,
      args,
      { env: { PATH: process.env["PATH"], STORE_DIR: join(folder, "none"), LOADED: list } },
      resolve,
    ),
  );
  return (await readFile(list, "utf8")).split("\n");
}

const isVerb = (path: string): boolean => /\/cli\/commands\/(?!site\.ts|run-site\.ts)/.test(path);

test("a promote loads neither other verbs nor the renderer, the bundler, a parser of styles or the client of NATS", async () => {
  const loaded = await listLoaded("promote", "content@1.0.0", "--why", "a new text");
  expect(loaded.filter(isVerb).map((path) => path.split("/").at(-1))).toEqual(["promote.ts"]);
  expect(loaded.filter((path) => /render-pool|rspack|postcss|@nats-io/.test(path))).toEqual([]);
});

test("the help loads every verb", async () => {
  expect((await listLoaded("--help")).filter(isVerb).length).toBeGreaterThan(25);
});
