import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { createFixtureBench, type FixtureBench, toServerSource } from "../testing/fixture-release.ts";
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

/** Learns of two pages with a set, one of which names content, as a check of its own beside a live set. */
async function learn(packages: Packages, live = none): Promise<void> {
  const memory = openPageMemory(folder);
  const known = await memory.open("site");
  known.find(live);
  known.learn("en|none|/", ["download", "content"], packages);
  known.learn("en|none|/download/", ["download", "lobby"], packages);
  await memory.save();
}

async function find(packages: Packages): Promise<Record<string, readonly PackageName[]>> {
  return Object.fromEntries((await openPageMemory(folder).open("site")).find(packages));
}

test("what a page names is known for as long as it names the same releases", async () => {
  await learn(sets[0] ?? none);
  expect(await find(sets[0] ?? none)).toEqual({
    "en|none|/": ["content", "download"],
    "en|none|/download/": ["download", "lobby"],
  });
  expect(await find(sets[1] ?? none)).toEqual({ "en|none|/download/": ["download", "lobby"] });
});

test("a page is unknown once a package is there that it named when it was not", async () => {
  const [first = none] = sets;
  await learn(first);
  const content = first.get("content");
  if (!content) throw new Error("there is no content");
  expect(await find(new Map([...first, ["lobby", content]]))).toEqual({ "en|none|/": ["content", "download"] });
});

test("the latest releases are kept, and no more than have room", async () => {
  for (const packages of sets) await learn(packages);
  expect(await find(sets.at(-1) ?? none)).toHaveProperty(["en|none|/"]);
  expect(await find(sets[0] ?? none)).not.toHaveProperty(["en|none|/"]);
  expect(await find(sets[0] ?? none)).toHaveProperty(["en|none|/download/"]);
});

test("what is live is kept, however much else is learned", async () => {
  for (const packages of sets) await learn(packages, sets[0]);
  expect(await find(sets[0] ?? none)).toHaveProperty(["en|none|/"]);
});

test.each(["", "{}", '[{"releases":{},"pages":[7]}]'])("a file that has %j is ignored", async (text) => {
  await learn(sets[0] ?? none);
  const [file = ""] = await readdir(folder);
  await writeFile(join(folder, file), text);
  expect(await find(sets[0] ?? none)).toEqual({});
});
