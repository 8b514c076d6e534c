import { layoutFile } from "@site/contracts/pages/layout";
import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { layout } from "../../layout/layout.ts";
import { createRenderPool, type RenderPool } from "../composition/render/render-pool.ts";
import { openSites, type SiteWithData } from "../data/open-sites.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { type FixtureOptions, fixturePackages, toServerSource } from "../testing/fixture-release.ts";
import { findProblems } from "./check-set.ts";
import { openPageMemory } from "./page-memory.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Further pages, beside those of the site. A note, a package of its own, stands on one of them. */
const guides = 200;
const notedPath = "/guides/137/";

const place = (island: string): string => `'<div data-slot="${island}" data-variant=""></div>'`;

const guideSource = toServerSource(
  "guide",
  `return {
    html: "<article>Guide on " + context.page.path + (context.page.path === ${JSON.stringify(notedPath)} ? ${place("note/note")} : "") + "</article>",
    head: { title: "Guide", description: "A guide" },
    readsVisitor: false,
  };`,
);

/** A note whose render begins with some code. */
const toNote = (code: string): FixtureOptions => ({
  exposes: [{ key: "note" }],
  server: toServerSource("note", code),
});

let bench: FixtureBench;
let pool: RenderPool;
let sites: SiteWithData[];
let live: Map<PackageName, LoadedRelease>;
let folder: string;

beforeAll(async () => {
  bench = await createFixtureBench();
  pool = createRenderPool();
  sites = (
    await openSites(bench.root, (error) => {
      throw error;
    })
  ).slice(0, 1);
  live = new Map();
  for (const name of fixturePackages) live.set(name, await bench.load(name, name === "shell" ? toShell() : {}));
  live.set("guide", await bench.load("guide", { exposes: [{ key: "page" }], server: guideSource }));
  live.set("note", await bench.load("note", toNote("")));
  folder = await mkdtemp(join(tmpdir(), "checked-pages-"));
  expect((await check(live, new Map())).problems).toEqual([]);
});
afterAll(async () => {
  pool.close();
  await rm(folder, { recursive: true, force: true });
  await bench.remove();
});

/** A shell whose layout has the further pages. */
function toShell(more: FixtureOptions = {}): FixtureOptions {
  const routes = Array.from({ length: guides }, (_, index) => ({
    name: `guide-${index + 1}`,
    path: `/guides/${index + 1}/`,
    layout: "contents",
    page: "guide/page",
  }));
  const files = { [layoutFile]: JSON.stringify({ ...layout, routes: [...layout.routes, ...routes] }) };
  return { ...more, files };
}

interface Checked {
  problems: ReleaseProblem[];
  /** The paths of the pages of which something was rendered. */
  paths: Set<string>;
}

/** Checks candidates beside what is live, with the memory of earlier checks. */
async function check(
  candidates: ReadonlyMap<PackageName, LoadedRelease>,
  before: ReadonlyMap<PackageName, LoadedRelease> = live,
): Promise<Checked> {
  const paths = new Set<string>();
  const watched: RenderPool = {
    ...pool,
    render(release, shell, tasks) {
      for (const { context } of tasks) paths.add(context.page.path);
      return pool.render(release, shell, tasks);
    },
  };
  const pages = openPageMemory(folder);
  const problems = await findProblems(candidates, before, { sites, pool: watched, live: before, pages });
  if (problems.length === 0) await pages.save();
  return { problems, paths };
}

async function checkOne(name: PackageName, options: FixtureOptions): Promise<Checked> {
  return check(new Map([[name, await bench.load(name, options)]]));
}

const onPath = (path: string, code: string): string => `if (context.page.path === ${JSON.stringify(path)}) { ${code} }`;

test("a package on one page of hundreds is checked on that page alone", async () => {
  const { problems, paths } = await checkOne("note", toNote("/* another edition */"));
  expect(problems).toEqual([]);
  expect([...paths]).toEqual([notedPath]);
});

test.each([
  ["fails", `throw new Error("no note");`, /note does not render: no note \(on GGPPH \/guides\/137\//],
  ["is wrong", `return { html: "<p>undefined</p>", readsVisitor: false };`, /note: .*undefined/],
  [
    "places an island that nothing provides",
    `return { html: ${place("download/none")}, readsVisitor: false };`,
    /note\/note has a place for download\/none that names an expose/,
  ],
])("a release that %s on one page of hundreds is refused, with every page known", async (_what, code, problem) => {
  expect((await checkOne("note", toNote(onPath(notedPath, code)))).problems).toMatchObject([
    { release: expect.stringMatching(/^note@/), problem: expect.stringMatching(problem) },
  ]);
});

test("a fault on any single page is found, of the package that owns all of them", async () => {
  for (const path of ["/guides/1/", notedPath, `/guides/${guides}/`]) {
    const server = `${guideSource.replace("return {", `${onPath(path, 'throw new Error("no guide");')} return {`)}`;
    const { problems, paths } = await checkOne("guide", { exposes: [{ key: "page" }], server });
    expect(problems).toMatchObject([
      { problem: expect.stringContaining(`no guide (on GGPPH ${path} with country rule none`) },
    ]);
    expect(paths.size).toBeGreaterThanOrEqual(guides);
    expect([...paths].filter((one) => !one.startsWith("/guides/"))).toEqual([]);
  }
});

test("a fault on any single page is found, of a package that stands on every page", async () => {
  const server = toServerSource(
    "navigation",
    onPath("/guides/199/", `if (key === "header") throw new Error("no menu");`),
  );
  expect((await checkOne("navigation", { server })).problems).toMatchObject([
    { problem: expect.stringContaining("no menu (on GGPPH /guides/199/ with country rule none") },
  ]);
});

test("a shell is checked with every page", async () => {
  const { problems, paths } = await checkOne("shell", toShell({ packageVersion: "2.0.0" }));
  expect(problems).toEqual([]);
  expect([...paths].filter((path) => path.startsWith("/guides/"))).toHaveLength(guides);
});

test("a release that was refused is checked in full when it comes again", async () => {
  const broken = toNote(onPath(notedPath, `throw new Error("still no note");`));
  for (let time = 0; time < 2; time += 1)
    expect((await checkOne("note", broken)).problems).toMatchObject([
      { problem: expect.stringContaining("still no note") },
    ]);
});

test("a page is rendered that names the candidate since another release went live", async () => {
  const elsewhere = "/guides/42/";
  const server = guideSource.replace(JSON.stringify(notedPath), JSON.stringify(elsewhere));
  const guide = await bench.load("guide", { exposes: [{ key: "page" }], server });
  expect((await check(new Map([["guide", guide]]))).problems).toEqual([]);
  const note = await bench.load("note", toNote(onPath(elsewhere, `throw new Error("no note here");`)));
  const { problems, paths } = await check(new Map([["note", note]]), new Map([...live, ["guide", guide]]));
  expect(problems).toMatchObject([{ problem: expect.stringContaining(`no note here (on GGPPH ${elsewhere}`) }]);
  expect([...paths]).toEqual([elsewhere]);
});

test("a release that fails with another one that differs from the live set is refused", async () => {
  const guide = await bench.load("guide", {
    exposes: [{ key: "page" }],
    server: guideSource.replaceAll("note/note", "note/gone"),
  });
  const note = await bench.load("note", toNote("/* one more edition */"));
  expect(
    (
      await check(
        new Map([
          ["guide", guide],
          ["note", note],
        ]),
      )
    ).problems,
  ).toMatchObject([{ release: guide.label, problem: expect.stringContaining("note/gone") }]);
});

test("a head fragment that is new is checked on every page", async () => {
  const { problems } = await checkOne("compliance", {
    document: { head: { script: "browser/head.js", vendors: [] } },
    files: { "browser/head.js": "0" },
    server: toServerSource("compliance", `if (key === "head") ${onPath("/guides/77/", 'throw new Error("no head");')}`),
  });
  expect(problems).toMatchObject([
    { problem: expect.stringContaining("no head (on GGPPH /guides/77/ with country rule none") },
  ]);
});

test("without memory of the live pages, all are rendered", async () => {
  const known = folder;
  folder = `${known}-empty`;
  try {
    const { problems, paths } = await checkOne("note", toNote("/* a third edition */"));
    expect(problems).toEqual([]);
    expect(paths.size).toBeGreaterThan(guides);
  } finally {
    await rm(folder, { recursive: true, force: true });
    folder = known;
  }
});
