import { type FileHandle, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { toServerSource } from "../testing/fixture-release.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { RenderTask } from "@site/contracts/confine/render-messages";
import type { RenderPool } from "../composition/render/render-pool.ts";
import { rememberRenders } from "./remember-renders.ts";
import { toRenderKey } from "./render-file.ts";

vi.setConfig({ testTimeout: 30_000 });

let bench: FixtureBench;
let shell: LoadedRelease;
let content: LoadedRelease;
beforeAll(async () => {
  bench = await createFixtureBench();
  shell = await bench.load("shell");
  content = await bench.load("content");
});
afterAll(() => bench.remove());

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "renders-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A pool that counts the tasks it renders. */
function countRenders() {
  const counts = { tasks: 0 };
  const pool: RenderPool = {
    async render({ label }, _shell, tasks) {
      counts.tasks += tasks.length;
      return tasks.map(({ id }) =>
        id === "fails"
          ? { ok: false, problem: "no" }
          : { ok: true, island: { html: `<p>${label} ${id}</p>`, readsVisitor: false } },
      );
    },
    describe: () => Promise.reject(new Error("not asked")),
    warm: () => undefined,
    close: () => undefined,
  };
  return { counts, pool };
}

// The key is a hash of the whole task, so tasks that differ in their id suffice here.
const toTask = (id: string) => ({ expose: "home", id, context: { data: {} } }) as RenderTask;

const none = (): boolean => false;

test("what an earlier process rendered is not rendered again, and is the same", async () => {
  const first = countRenders();
  const remembering = rememberRenders(first.pool, folder, none);
  const before = await remembering.render(content, shell, [toTask("a"), toTask("b")]);
  await remembering.save(false);
  const second = countRenders();
  expect(await rememberRenders(second.pool, folder, none).render(content, shell, [toTask("b"), toTask("a")])).toEqual(
    before.toReversed(),
  );
  expect([first.counts.tasks, second.counts.tasks]).toEqual([2, 0]);
});

test("another release, another shell, another task and a task that failed are rendered", async () => {
  const { counts, pool } = countRenders();
  const remembering = rememberRenders(pool, folder, none);
  await remembering.render(content, shell, [toTask("a"), toTask("fails")]);
  await remembering.render(content, shell, [toTask("a"), toTask("fails"), toTask("c")]);
  await remembering.render(await bench.load("content", { server: toServerSource("next") }), shell, [toTask("a")]);
  await remembering.render(content, await bench.load("shell", { files: { "browser/boot.js": "next();" } }), [
    toTask("a"),
  ]);
  expect(counts.tasks).toBe(2 + 2 + 1 + 1);
});

test("a release that is being checked is rendered each time, and so are all releases when the shell is being checked", async () => {
  const { counts, pool } = countRenders();
  for (const checked of ["content", "shell"]) {
    const remembering = rememberRenders(pool, folder, ({ release }) => release.name === checked);
    await remembering.render(content, shell, [toTask("a")]);
    await remembering.render(content, shell, [toTask("a")]);
    await remembering.save(false);
  }
  expect(counts.tasks).toBe(4);
  expect(await readdir(folder)).toEqual([]);
});

test("renders of a checked release are remembered once it has passed, for later sets with it", async () => {
  const { counts, pool } = countRenders();
  for (const passed of [false, true]) {
    const checking = rememberRenders(pool, folder, ({ release }) => release.name === "content");
    await checking.render(content, shell, [toTask("a"), toTask("a")]);
    await checking.save(passed);
    counts.tasks = 0;
    await rememberRenders(pool, folder, none).render(content, shell, [toTask("a"), toTask("a")]);
    expect(counts.tasks).toBe(passed ? 0 : 2);
  }
});

test("a damaged file or render is ignored, and old files are removed", async () => {
  const { counts, pool } = countRenders();
  const remembering = rememberRenders(pool, folder, none);
  await remembering.render(content, shell, [toTask("a")]);
  await remembering.save(false);
  const [file = ""] = await readdir(folder);
  const whole = await readFile(join(folder, file), "latin1");
  const key = toRenderKey(toTask("a"));
  const [beforePlace, afterPlace] = [
    whole.slice(0, whole.indexOf(key) + key.length),
    whole.slice(whole.indexOf(key) + key.length + 8),
  ];
  for (const text of [
    "",
    "{",
    '{"x":7}',
    // As an earlier version wrote it.
    `           3[7]`,
    whole.slice(0, -1),
    whole.replace("html", "text"),
    whole.slice(0, 20),
    // More entries than there are, a place behind the end, and a render that is larger than a file may be.
    whole.replace("\0\0\0\u0001", "\u007f\0\0\u0001"),
    `${beforePlace}\0\u0001\0\0\0\0\0\u0009${afterPlace}`,
    `${beforePlace}\0\0\0\0\u00ff\u00ff\u00ff\u00ff${afterPlace}`,
  ]) {
    await writeFile(join(folder, file), text, "latin1");
    counts.tasks = 0;
    const next = rememberRenders(pool, folder, none);
    await next.render(content, shell, [toTask("a")]);
    await next.save(false);
    await rememberRenders(pool, folder, none).render(content, shell, [toTask("a")]);
    expect(counts.tasks, JSON.stringify(text)).toBe(1);
  }
  for (let index = 0; index < 40; index += 1) {
    await writeFile(join(folder, `old-${index}.renders`), "");
    await writeFile(join(folder, `earlier-${index}.json`), "{}");
  }
  await remembering.save(false);
  expect(await readdir(folder)).toHaveLength(24);
});

test("a damaged render is replaced by the one that is rendered in its place", async () => {
  const { counts, pool } = countRenders();
  const first = rememberRenders(pool, folder, none);
  await first.render(content, shell, [toTask("a"), toTask("b")]);
  await first.save(false);
  const [file = ""] = await readdir(folder);
  const whole = await readFile(join(folder, file), "latin1");
  await writeFile(join(folder, file), whole.replace("<p>", "<q>").replace("readsVisitor", "readsvisitor"), "latin1");
  for (const expected of [3, 3]) {
    const next = rememberRenders(pool, folder, none);
    await next.render(content, shell, [toTask("a"), toTask("b")]);
    await next.save(false);
    expect(counts.tasks).toBe(expected);
  }
});

test("many renders are found again, in any order and in several files' worth of reads", async () => {
  const { counts, pool } = countRenders();
  const tasks = Array.from({ length: 3000 }, (_, index) => toTask(`${index} ${"long ".repeat(index % 90)}`));
  const first = rememberRenders(pool, folder, none);
  const before = await first.render(content, shell, tasks);
  await first.save(false);
  counts.tasks = 0;
  const next = rememberRenders(pool, folder, none);
  expect(await next.render(content, shell, tasks.toReversed())).toEqual(before.toReversed());
  expect(await next.render(content, shell, tasks.slice(7, 8))).toEqual(before.slice(7, 8));
  expect(counts.tasks).toBe(0);
});

test("a check that asks for one render of thousands reads a small part of the file", async () => {
  const { pool } = countRenders();
  const tasks = Array.from({ length: 3000 }, (_, index) => toTask(`${index} ${"long ".repeat(900)}`));
  const first = rememberRenders(pool, folder, none);
  await first.render(content, shell, tasks);
  await first.save(false);
  const [name = ""] = await readdir(folder);
  const { size } = await stat(join(folder, name));
  const handle = await open(join(folder, name));
  const reads = vi.spyOn<FileHandle, "read">(Object.getPrototypeOf(handle), "read");
  await handle.close();
  const next = rememberRenders(pool, folder, none);
  await next.render(content, shell, tasks.slice(1500, 1501));
  const bytes = await Promise.all(reads.mock.results.map(async ({ value }) => (await value).bytesRead));
  expect(bytes.reduce((sum, read) => sum + read, 0)).toBeLessThan(size / 50);
  expect(bytes.length).toBeGreaterThan(0);
});

test("what many tasks share is written once for their keys, and each task has a key of its own", () => {
  const written = { site: 0, document: 0 };
  const site = { toJSON: () => ((written.site += 1), "GGPPH") };
  const document = { toJSON: () => ((written.document += 1), "menus") };
  const toKey = (id: string, context: object): string =>
    toRenderKey(Object.assign(toTask(id), { context: { site, data: { navigations: document }, ...context } }));
  const ids = Array.from({ length: 100 }, (_, index) => `slot-${index}`);
  const keys = ids.flatMap((id) => [
    toKey(id, {}),
    toKey(id, { visitor: { rule: "blocked" } }),
    toKey(id, { data: { "util-navigations": document } }),
  ]);
  expect(new Set(keys).size).toBe(300);
  expect(written).toEqual({ site: 1, document: 1 });
  expect(keys).not.toContain(toKey("slot-0", { site: { siteId: "another" } }));
});
