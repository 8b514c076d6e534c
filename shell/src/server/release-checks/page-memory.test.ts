import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { toServerSource } from "../testing/fixture-release.ts";
import { openPageMemory } from "./page-memory.ts";

type Packages = ReadonlyMap<PackageName, LoadedRelease>;

let bench: FixtureBench;
/** Sets that differ in the release of content alone. */
let sets: Packages[];
beforeAll(async () => {
  bench = await createFixtureBench();
  const download = await bench.load("download");
  sets = [];
  for (let edition = 0; edition < 20; edition += 1) {
    const content = await bench.load("content", { server: toServerSource(`edition ${edition}`) });
    sets.push(
      new Map([
        ["download", download],
        ["content", content],
      ]),
    );
  }
});
afterAll(() => bench.remove());

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pages-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const none: Packages = new Map();

/** The places of two pages of the site, and how many it has. */
const [home, download, count] = [0, 1, 2];

/** Learns of two pages with a set, one of which names content, as a check of its own beside a live set. */
async function learn(packages: Packages, live = none): Promise<void> {
  const memory = openPageMemory(folder);
  const known = await memory.open("site");
  known.listOpen(live, new Set(), count);
  known.learn(home, ["download", "content"], packages);
  known.learn(download, ["download", "lobby"], packages);
  await memory.save();
}

/** The pages that a change of packages opens in a set. */
async function listOpen(packages: Packages, ...changed: PackageName[]): Promise<number[]> {
  return (await openPageMemory(folder).open("site")).listOpen(packages, new Set(changed), count);
}

test("what a page names is known for as long as it names the same releases", async () => {
  const [first = none, second = none] = sets;
  await learn(first);
  expect(await listOpen(first)).toEqual([]);
  expect(await listOpen(first, "content")).toEqual([home]);
  expect(await listOpen(first, "lobby")).toEqual([download]);
  expect(await listOpen(first, "download")).toEqual([home, download]);
  expect(await listOpen(second)).toEqual([home]);
});

test("a page is unknown once a package is there that it named when it was not", async () => {
  const [first = none] = sets;
  await learn(first);
  const content = first.get("content");
  if (!content) throw new Error("there is no content");
  expect(await listOpen(new Map([...first, ["lobby", content]]))).toEqual([download]);
});

test("the latest releases are kept, and no more than have room", async () => {
  for (const packages of sets) await learn(packages);
  expect(await listOpen(sets.at(-1) ?? none)).toEqual([]);
  expect(await listOpen(sets[0] ?? none)).toEqual([home]);
});

test("what is live is kept, however much else is learned", async () => {
  for (const packages of sets) await learn(packages, sets[0]);
  expect(await listOpen(sets[0] ?? none)).toEqual([]);
});

test.each([
  "",
  "{}",
  '[{"releases":{},"places":[7]}]',
  '[{"releases":{},"places":[[0,-1]]}]',
  '[{"releases":{},"pages":["en|none|/"]}]',
])("a file that has %j is ignored", async (text) => {
  await learn(sets[0] ?? none);
  const [file = ""] = await readdir(folder);
  await writeFile(join(folder, file), text);
  expect(await listOpen(sets[0] ?? none)).toEqual([home, download]);
});

test("what is remembered of ten thousand pages that name the same has the size of what is remembered of one", async () => {
  const [first = none, second = none] = sets;
  const memory = openPageMemory(folder);
  const known = await memory.open("site");
  for (let place = 0; place < 10_000; place += 1)
    known.learn(place, place === 4711 ? ["download", "content"] : ["download"], first);
  await memory.save();
  const [file = ""] = await readdir(folder);
  expect((await readFile(join(folder, file), "utf8")).length).toBeLessThan(1000);
  const read = await openPageMemory(folder).open("site");
  expect(read.listOpen(first, new Set(["content"]), 10_000)).toEqual([4711]);
  expect(read.listOpen(second, new Set(), 10_000)).toEqual([4711]);
  expect(read.listOpen(first, new Set(), 10_002)).toEqual([10_000, 10_001]);
});
