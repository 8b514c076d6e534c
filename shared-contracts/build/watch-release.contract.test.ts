import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Compiler, RspackPluginInstance } from "@rspack/core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { toIntegrity } from "../src/releases/integrity.server.ts";
import { parseRelease, type Release } from "../src/releases/release.ts";
import { copyRemote } from "../testing/workbench/copy-remote.ts";
import type { Configure } from "./configuration.ts";
import { defineRemote } from "./define-remote.ts";
import { watchRelease, type WatchedRelease } from "./watch-release.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const name = "download";
const { root, remove } = copyRemote(name);
const folder = join(root, ".build/development");
let watched: WatchedRelease;
/** What each build ended with, in order. */
const ended: (Release | Error)[] = [];

beforeAll(async () => {
  // A build that ended while it removed a release.
  mkdirSync(join(folder, "removed-a1b2c3/release"), { recursive: true });
  watched = watchRelease(noteSteps(defineRemote({ name, root })), folder, {
    onRelease: (built) => ended.push(parseRelease(JSON.parse(readFileSync(join(built, "release.json"), "utf8")), name)),
    onProblem: (error) => ended.push(error),
  });
  await next(0);
});
afterAll(async () => {
  await watched.close();
  remove();
});

/** What bundles have begun and ended, in order. */
const steps: string[] = [];

function noteSteps(configure: Configure): Configure {
  const note: RspackPluginInstance = {
    apply(compiler: Compiler) {
      compiler.hooks.watchRun.tap("test", () => void steps.push(`${compiler.name} begins`));
      compiler.hooks.done.tap("test", () => void steps.push(`${compiler.name} ends`));
    },
  };
  return (...given) => configure(...given).map((one) => ({ ...one, plugins: [...(one.plugins ?? []), note] }));
}

/** What the build after the first `count` ended with. */
async function next(count: number): Promise<Release | Error> {
  await vi.waitFor(() => expect(ended.length).toBeGreaterThan(count), { timeout: 50_000, interval: 20 });
  const last = ended[count];
  if (last === undefined) throw new Error("no build has ended");
  return last;
}

/** Saves a changed file, and gives what the build after it ended with. */
async function save(file: string, change: (text: string) => string): Promise<Release | Error> {
  const path = join(root, file);
  const count = ended.length;
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  return next(count);
}

function toRelease(outcome: Release | Error): Release {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

const findButton = ({ exposes }: Release) => exposes.find(({ key }) => key === "button");
const read = (file: string): Buffer => readFileSync(join(folder, "release", file));

/** The chunks that the entry would ask for with another integrity than theirs: a browser does not run them. */
function listUnknownChunks({ entry = "", files }: Release): string[] {
  const text = read(entry).toString("utf8");
  return Object.entries(files).flatMap(([file, { integrity }]) =>
    /^browser\/(expose|messages)-.*\.js$/.test(file) && !text.includes(integrity) ? [file] : [],
  );
}

test("packs a whole release whose files are those of its manifest, and leaves dist alone", async () => {
  const release = toRelease(await next(0));
  expect(Object.keys(release.files)).toContain("browser/remoteEntry.js");
  for (const [file, { integrity, size }] of Object.entries(release.files))
    expect({ file, integrity: toIntegrity(read(file)), size: statSync(join(folder, "release", file)).size }).toEqual({
      file,
      integrity,
      size,
    });
  expect(existsSync(join(root, "dist"))).toBe(false);
});

test("builds a saved component into both sides at once, and the earlier release when it is put back", async () => {
  const before = toRelease(await next(ended.length - 1));
  const file = "src/ui/download-button.tsx";
  const text = readFileSync(join(root, file), "utf8");
  const changed = toRelease(
    await save(file, (source) => source.replace("<>\n      <a", `<>\n      <i>saved</i>\n      <a`)),
  );
  expect(changed.version).not.toBe(before.version);
  expect(listUnknownChunks(changed)).toEqual([]);
  expect(read("server/entry.cjs").toString("utf8")).toContain(`"saved"`);
  expect(changed.exposes.map(({ key, css }) => [key, css.length])).toEqual(
    before.exposes.map(({ key, css }) => [key, css.length]),
  );
  steps.length = 0;
  expect(toRelease(await save(file, () => text)).version).toBe(before.version);
  expect(steps.slice(0, 2).toSorted()).toEqual(["download/browser begins", "download/server begins"]);
});

test("says what does not build, and goes on after it was mended", async () => {
  const file = "messages/en.json";
  const text = readFileSync(join(root, file), "utf8");
  const broken = await save(file, (messages) => messages.replace("{system}", "{system"));
  expect(broken).toBeInstanceOf(Error);
  expect(String(broken)).toContain("download.button.for");
  expect(toRelease(await save(file, () => text)).version).toBe(toRelease(await next(0)).version);
});

test("says of an expose without an island what a check says, and names no file that is generated", async () => {
  const file = "src/exposes/button.tsx";
  const text = readFileSync(join(root, file), "utf8");
  const broken = await save(file, (source) => source.replace("export const island =", "export default"));
  expect(String(broken)).toContain(
    "ERROR in ./src/exposes/button.tsx\n  × src/exposes/button.tsx exports no island. Export",
  );
  expect(String(broken)).not.toContain(".build");
  await save(file, () => text);
});

test.each([
  [
    "an event whose name is not written there",
    "src/ui/download-button.tsx",
    "const name = String(1);\nexport const extra = (bus: { emit(name: string): void }) => bus.emit(name);\n",
    /src\/ui\/download-button\.tsx:\d+/,
  ],
  ["a package without a version", "package.json", undefined, /package\.json has no version/],
])("says what it cannot pack, and goes on after it was mended: %s", async (_what, file, more, said) => {
  const text = readFileSync(join(root, file), "utf8");
  const component = "src/ui/download-button.tsx";
  const before = toRelease(await next(ended.length - 1));
  const broken = await save(file, (source) =>
    more === undefined ? source.replace('"version"', '"vorsion"') : `${source}${more}`,
  );
  expect(String(broken)).toMatch(said);
  await save(file, () => text);
  const source = readFileSync(join(root, component), "utf8");
  const changed = toRelease(
    await save(component, () => source.replace("<>\n      <a", `<>\n      <b>mended</b>\n      <a`)),
  );
  expect(changed.version).not.toBe(before.version);
  expect(toRelease(await save(component, () => source)).version).toBe(before.version);
});

test("has the integrity of every chunk in its entry, also of messages that were saved", async () => {
  const file = "messages/en.json";
  const text = readFileSync(join(root, file), "utf8");
  const before = toRelease(await next(ended.length - 1));
  const changed = toRelease(await save(file, (messages) => messages.replace("ownload for", "ownload at once for")));
  expect(changed.version).not.toBe(before.version);
  expect(Object.keys(changed.files).filter((one) => one.includes("/messages-"))).not.toEqual([]);
  expect(listUnknownChunks(changed)).toEqual([]);
  await save(file, () => text);
});

test("has no script of an island that was saved as one that does not hydrate", async () => {
  const file = "src/exposes/button.tsx";
  const text = readFileSync(join(root, file), "utf8");
  const before = toRelease(await next(ended.length - 1));
  expect(findButton(before)?.js).not.toEqual([]);
  const still = toRelease(await save(file, (source) => source.replace(/hydrate: "\w+"/, 'hydrate: "never"')));
  expect(findButton(still)).toMatchObject({ hydrate: "never", js: [] });
  expect(toRelease(await save(file, () => text)).version).toBe(before.version);
});

test("has a new island when it begins again", async () => {
  writeFileSync(
    join(root, "src/exposes/hello.tsx"),
    `import { defineIsland } from "@site/contracts/react/define-island";\n\nexport const island = defineIsland({ component: () => <p>Hello</p>, hydrate: "interaction" });\n`,
  );
  const count = ended.length;
  await watched.restart();
  const hello = toRelease(await next(count)).exposes.find(({ key }) => key === "hello");
  expect(hello).toMatchObject({ hydrate: "interaction", js: [expect.stringContaining("expose-hello")] });
});

test("says why it cannot begin again without islands, and does so when they are back", async () => {
  const [islands, aside] = [join(root, "src/exposes"), join(root, "src/aside")];
  const before = toRelease(await next(ended.length - 1));
  renameSync(islands, aside);
  let count = ended.length;
  await watched.restart();
  expect(String(await next(count))).toContain("has no folder src/exposes");
  renameSync(aside, islands);
  count = ended.length;
  await Promise.all([watched.restart(), watched.restart()]);
  expect(toRelease(await next(count)).version).toBe(before.version);
});

test("a second build of the same package that is open at the same time has a folder of its own", async () => {
  const built = Promise.withResolvers<string>();
  const second = watchRelease(defineRemote({ name, root }), folder, {
    onRelease: built.resolve,
    onProblem: built.reject,
  });
  try {
    expect(await built.promise).toBe(join(`${folder}-2`, "release"));
  } finally {
    await second.close();
  }
});

test("leaves nothing beside the bundles and the release of the last save", async () => {
  expect(ended.length).toBeGreaterThan(2);
  await vi.waitFor(() => expect(readdirSync(folder).toSorted()).toEqual(["bundles", "release"]));
});
