import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadBuilt } from "../../src/server/release-checks/load-built.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { loadBeside } from "./load-beside.ts";

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
});
afterAll(() => bench.remove());

/** The folders of a workspace in which some packages are built. */
async function build(...names: PackageName[]): Promise<(name: PackageName) => string> {
  const built = new Map(
    await Promise.all(names.map(async (name) => [name, (await bench.write(name)).folder] as const)),
  );
  return (name) => built.get(name) ?? join(bench.root, "not-built");
}

const loadContent = async () => {
  const { folder } = await bench.write("content");
  return new Map([["content", await loadBuilt(folder, "content")]]);
};

test("a release is checked beside what is built of the other packages", async () => {
  const beside = await loadBeside(await loadContent(), await build("shell", "content", "download"));
  expect([...beside.keys()].toSorted()).toEqual(["download", "shell"]);
});

test("a check without a shell is refused: it would render nothing, and find nothing", async () => {
  const folders = await build("content", "download");
  await expect(loadBeside(await loadContent(), folders)).rejects.toThrow(
    expect.objectContaining({ code: "SHELL_NOT_BUILT", details: { folder: folders("shell") } }),
  );
});

test("a shell that is checked brings the pages itself", async () => {
  const { folder } = await bench.write("shell");
  const shell = new Map([["shell", await loadBuilt(folder, "shell")]]);
  expect([...(await loadBeside(shell, await build("content"))).keys()]).toEqual(["content"]);
});
