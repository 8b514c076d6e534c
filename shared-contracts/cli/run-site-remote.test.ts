import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runSiteRemote } from "./run-site-remote.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "site-remote-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const stream = { write: (part: string) => (text += part) };
  const code = await runSiteRemote(words, { cwd: () => folder, env: {}, stdout: stream, stderr: stream });
  return { code, text };
}

test.each([
  [["new"]],
  [["new", "one", "two"]],
  [["check", "lobby"]],
  [["publish", "lobby"]],
  [["key"]],
  [["dev"]],
  [["dev", "lobby", "--against", "https://www.site.example"]],
  [["new", "lobby", "--where", "x"]],
  [[]],
])("says what the command line is when it is %j, and does nothing", async (words) => {
  expect(await run(...words)).toEqual({
    code: 2,
    text: expect.stringMatching(/^REMOTE_USAGE_INVALID: .*site-remote new <name>/),
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each(["Lobby", "shell", "../lobby", "1st", "constructor", ""])(
  "writes no remote that is named %j",
  async (name) => {
    expect(await run("new", name)).toEqual({
      code: 3,
      text: expect.stringMatching(/^REMOTE_NAME_INVALID: .*lower-case letters/),
    });
    expect(readdirSync(folder)).toEqual([]);
  },
);

test("leaves a folder as it is that is there already", async () => {
  mkdirSync(join(folder, "remote-lobby"));
  writeFileSync(join(folder, "remote-lobby/notes.txt"), "mine");
  expect(await run("new", "lobby")).toEqual({
    code: 3,
    text: expect.stringMatching(/^REMOTE_FOLDER_TAKEN: .*remote-lobby/),
  });
  expect(readdirSync(join(folder, "remote-lobby"))).toEqual(["notes.txt"]);
});

test.each([
  ["nothing", {}],
  ["a package of another kind", { "package.json": `{ "name": "lobby" }` }],
  ["a package without a build", { "package.json": `{ "name": "@site/remote-lobby" }` }],
])("checks no folder with %s in it, and says what a remote has", async (_what, files) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect(await run("check")).toEqual({
    code: 3,
    text: expect.stringMatching(/^REMOTE_NOT_FOUND: .*rspack\.config\.ts/),
  });
});

test("explains itself", async () => {
  for (const words of [["--help"], ["-h"], ["help"]])
    expect(await run(...words)).toEqual({ code: 0, text: expect.stringContaining("site-remote check") });
});
