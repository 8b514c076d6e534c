import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { shareScope } from "../src/releases/share-scope.ts";
import { newRemote } from "./new-remote.ts";
import { runSiteRemote } from "./run-site-remote.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "site-remote-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]): Promise<{ code: number; text: string }> {
  return runWith({}, ...words);
}

async function runWith(env: Record<string, string>, ...words: string[]): Promise<{ code: number; text: string }> {
  let text = "";
  const stream = { write: (part: string) => (text += part) };
  const code = await runSiteRemote(words, { cwd: () => folder, env, stdout: stream, stderr: stream });
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
  [["check", "--contracts", "contracts.tgz"]],
  [["check", "--against", "localhost:3000"]],
  [["dev", "--against", "www.site.example"]],
  [["check", "--against", "https://www.site.example/lobby/"]],
  [["dev", "--against", "https://www.site.example/?page=lobby"]],
  [["publish", "--against", "https://www.site.example"]],
  [["key", "team.pem", "--against", "https://www.site.example"]],
  [[]],
])("says what the command line is when it is %j, and does nothing", async (words) => {
  expect(await run(...words)).toEqual({
    code: 2,
    text: expect.stringMatching(/^REMOTE_USAGE_INVALID: .*site-remote new <name>/),
  });
  expect(readdirSync(folder)).toEqual([]);
});

test("refuses --json where there is no answer in JSON, and does nothing; the refusal is in JSON", async () => {
  const { code, text } = await run("new", "lobby", "--json");
  expect(code).toBe(2);
  expect(JSON.parse(text)).toEqual({
    error: { code: "REMOTE_USAGE_INVALID", detail: expect.stringContaining("new lobby --json") },
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

test("writes a remote with a package.json that can be installed, also when the command runs from the contract's sources", async () => {
  expect(await run("new", "lobby", "--contracts", "contracts.tgz")).toEqual({
    code: 0,
    text: expect.stringContaining(`into ${join(folder, "remote-lobby")}`),
  });
  const written: unknown = JSON.parse(readFileSync(join(folder, "remote-lobby/package.json"), "utf8"));
  const exact: unknown = expect.stringMatching(/^\d+\.\d+\.\d+$/);
  expect(written).toMatchObject({
    name: "@site/remote-lobby",
    type: "module",
    engines: { node: `>=${process.versions.node.split(".")[0]}` },
    scripts: { build: "rspack build", check: "site-remote check", test: "vitest run" },
    dependencies: { "@site/contracts": "file:../contracts.tgz", react: exact, "react-dom": exact, "react-intl": exact },
    devDependencies: { "@rspack/cli": exact, "@rspack/core": exact, oxlint: exact, typescript: exact, vitest: exact },
  });
});

test("a new remote depends on every library that it shares with the shell: package managers such as Yarn install no others", () => {
  const { folder: remote } = newRemote({ name: "lobby", parent: folder });
  const { dependencies } = JSON.parse(readFileSync(join(remote, "package.json"), "utf8"));
  const shared = Object.keys(shareScope).map((module) => module.split("/")[0] ?? module);
  expect(Object.keys(dependencies)).toEqual(["@site/contracts", ...new Set(shared.toSorted())]);
});

test.each([
  ["contracts.tgz", "file:../contracts.tgz"],
  ["file:contracts.tgz", "file:../contracts.tgz"],
  ["./packs/contracts", "file:../packs/contracts"],
  ["file:/packs/contracts.tgz", "file:/packs/contracts.tgz"],
  ["^1.0.0", "^1.0.0"],
  ["~1.0.0", "~1.0.0"],
  ["https://packs.example/contracts.tgz", "https://packs.example/contracts.tgz"],
])("writes the contract of --contracts %s, a path in the folder of the command, as %s", (contracts, written) => {
  const { folder: remote } = newRemote({ name: "lobby", parent: folder, contracts });
  expect(JSON.parse(readFileSync(join(remote, "package.json"), "utf8"))).toMatchObject({
    dependencies: { "@site/contracts": written },
  });
});

test("writes nothing where the contract has no template, as on a server", () => {
  const template = join(folder, "template");
  expect(() => newRemote({ name: "lobby", parent: folder, template })).toThrow(
    expect.objectContaining({ code: "REMOTE_TEMPLATE_MISSING", message: expect.stringContaining(template) }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("leaves a folder as it is that is there already", async () => {
  mkdirSync(join(folder, "remote-lobby"));
  writeFileSync(join(folder, "remote-lobby/notes.txt"), "mine");
  expect(await run("new", "lobby")).toEqual({
    code: 3,
    text: expect.stringMatching(/^REMOTE_FOLDER_TAKEN: .*remote-lobby/),
  });
  expect(readdirSync(join(folder, "remote-lobby"))).toEqual(["notes.txt"]);
});

test("a new remote inside of a remote's folder is refused, also from a folder of its sources, with where to go", async () => {
  const { folder: remote } = newRemote({ name: "lobby", parent: folder });
  for (const inside of [remote, join(remote, "src")]) {
    expect(() => newRemote({ name: "arcade", parent: inside })).toThrow(
      `${remote} is a remote's folder, so nothing was written inside of it. Go to the folder beside it, ${folder},`,
    );
    expect(existsSync(join(inside, "remote-arcade"))).toBe(false);
  }
  expect(newRemote({ name: "arcade", parent: folder }).folder).toBe(join(folder, "remote-arcade"));
});

test.each([
  ["nothing", {}, "it has no package.json"],
  ["a package without a name", { "package.json": "{}" }, "its package.json has no name"],
  ["a package of another kind", { "package.json": `{ "name": "lobby" }` }, "the name in its package.json is lobby"],
  [
    "a package in capitals",
    { "package.json": `{ "name": "@site/remote-Lobby" }` },
    "the name in its package.json is @site/remote-Lobby",
  ],
  ["a package without a build", { "package.json": `{ "name": "@site/remote-lobby" }` }, "it has no rspack.config.ts"],
])("checks no folder with %s in it, and says what is there and what a remote has", async (_what, files, problem) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect(await run("check")).toEqual({
    code: 3,
    text: expect.stringMatching(new RegExp(`^REMOTE_NOT_FOUND: .* of a remote: ${problem}\\. .*rspack\\.config\\.ts`)),
  });
});

test.each<[Record<string, string>, string[]]>([
  [{}, ["SITE_URL is not set", "SITE_TOKEN is not set", "none of SITE_SIGN_KEY"]],
  [
    { SITE_URL: "http://www.site.example", SITE_TOKEN: "t", SITE_SIGN_KEY: "k" },
    ["SITE_URL is http://www.site.example"],
  ],
  [
    { SITE_URL: "https://www.site.example/lobby/", SITE_TOKEN: "t", SITE_SIGN_KEY: "k" },
    [
      "SITE_URL is https://www.site.example/lobby/, and it has to be an origin such as https://www.site.example, without a path",
    ],
  ],
  [
    { SITE_URL: "https://ana:s3cret@www.site.example", SITE_TOKEN: "t", SITE_SIGN_KEY: "k" },
    ["SITE_URL is an address with a user or a password, and it has to be an origin"],
  ],
  [{ SITE_URL: "https://www.site.example", SITE_TOKEN: "t" }, ["none of SITE_SIGN_KEY"]],
  [
    { SITE_URL: "http://localhost:1", SITE_TOKEN: "t", SITE_SIGN_KEY: "k", SITE_SIGN_COMMAND: "c" },
    ["SITE_SIGN_KEY and SITE_SIGN_COMMAND are set"],
  ],
])(
  "says before it builds anything what is wrong with the variables of a publish when they are %j",
  async (env, said) => {
    const { code, text } = await runWith(env, "publish");
    expect(code).toBe(3);
    expect(text).toMatch(/^REMOTE_ENVIRONMENT_INVALID: /);
    expect(text.match(/SITE_URL is|SITE_TOKEN is|none of|are set/g)).toHaveLength(said.length);
    for (const part of said) expect(text).toContain(part);
  },
);

test("has no development server while SITE_SERVER names none", async () => {
  writeFileSync(join(folder, "package.json"), `{ "name": "@site/remote-lobby" }`);
  writeFileSync(join(folder, "rspack.config.ts"), "");
  const words = ["dev", "--against", "https://www.site.example"];
  expect((await run(...words)).text).toMatch(/^REMOTE_SERVER_NOT_FOUND: .*SITE_SERVER is not set/);
  expect((await runWith({ SITE_SERVER: folder }, ...words)).text).toContain(`the folder ${folder} has none`);
});

test("explains itself", async () => {
  for (const words of [["--help"], ["-h"], ["help"]])
    expect(await run(...words)).toEqual({ code: 0, text: expect.stringContaining("site-remote check") });
});
