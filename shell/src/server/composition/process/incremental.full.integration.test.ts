import { getPriority } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { sampled } from "../../../../e2e/harness/sampled.ts";
import { listTree } from "../../../../e2e/harness/started-processes.ts";
import { openDataStore } from "../../data/data-store.ts";
import type { SiteState } from "../../pages/site-state.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { type FixtureOptions, fixturePackages, listExposeKeys, toServerSource } from "../../testing/fixture-release.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { codeCache } from "../../testing/code-cache.ts";
import { composeSet, listChangedPages, readPages } from "../../testing/compose-bench.ts";
import { everyKind, type HistoryStep, historyStep, shells, toPromotedRelease } from "../../testing/promote-history.ts";
import { composingNiceness } from "./compose-child.ts";
import { type Composer, type ComposerOptions, createComposer } from "./composer.ts";

// Real processes compose and render.
vi.setConfig({ testTimeout: sampled({ all: 1_200_000, sample: 240_000 }), hookTimeout: 60_000 });

const site = siteConfigs.GGPPH;
let bench: FixtureBench;
let data: DataDocuments;
let good: Map<PackageName, LoadedRelease>;
let composers: Composer[] = [];
/** The composer of the tests that need none of their own, and what it composed of the good releases. */
let composer: Composer;
let before: SiteState;

beforeAll(async () => {
  bench = await createFixtureBench();
  const documents = (
    await openDataStore({
      folder: join(bench.root, "data"),
      defaults: join(import.meta.dirname, "../../../../data"),
      onRefused: (error) => {
        throw error;
      },
    })
  ).documents();
  // Two pages that a document adds.
  const { ambassadors } = documents["brand-ambassador"];
  data = { ...documents, "brand-ambassador": { ambassadors: ambassadors.slice(0, 2) } };
  good = new Map([["shell", await bench.load("shell", { files: shells.good })]]);
  for (const name of fixturePackages.slice(1))
    good.set(name, await bench.load(name, name === "content" ? { server: withLobby } : {}));
  good.set("lobby", await bench.load("lobby", lobby("first")));
  composer = createTestComposer({ keepsProcesses: true });
  ({ state: before } = await composeSet(composer, { packages: good, data, revision: 1 }, undefined));
});
afterAll(async () => {
  await Promise.all(composers.map((composer) => composer.close()));
  composers = [];
  await bench.remove();
});

/** A remote with a slot for another remote's table on one page only. */
const withLobby = toServerSource(
  "content",
  `if (key === "about-us") return { html: '<div data-slot="lobby/table" data-variant=""></div>', head: { title: "About", description: "Us" }, readsVisitor: false };`,
);
const lobby = (label: string): FixtureOptions => ({ exposes: [{ key: "table" }], server: toServerSource(label) });

function createTestComposer(options: Partial<ComposerOptions> = {}): Composer {
  const created = createComposer({ site, workAhead: false, codeCache, ...options });
  composers.push(created);
  return created;
}

const withRelease = async (
  name: PackageName,
  options: FixtureOptions,
): Promise<ReadonlyMap<PackageName, LoadedRelease>> =>
  new Map([...good, [name, await bench.load(name, options)] as const]);

test("B191 a promote of a remote that one page shows changes that page and no other", async () => {
  const { state: after, composed } = await composeSet(
    composer,
    { packages: await withRelease("lobby", lobby("second")), data, revision: 2 },
    before,
  );
  const ofOnePage = ["none", "warning", "blocked", "ontario"].map((rule) => `en|${rule}|/about-us/`);
  expect(composed).toEqual(ofOnePage);
  expect(listChangedPages(before, after)).toEqual(ofOnePage);
  // The other pages are the same objects, with their compressed bodies.
  for (const [key, page] of after.pages) if (!composed.includes(key)) expect(page).toBe(before.pages.get(key));
});

test("composing and rendering leave the processor to requests", async () => {
  const processes = listTree(composer.pid() ?? 0);
  expect(processes.length).toBeGreaterThan(1);
  expect(new Set(processes.map((pid) => getPriority(pid)))).toEqual(new Set([getPriority() + composingNiceness]));
});

test("a promote of the same releases under a new revision changes no page, and composes none", async () => {
  const { state: after, composed } = await composeSet(composer, { packages: good, data, revision: 2 }, before);
  expect(composed).toEqual([]);
  expect([...after.pages]).toEqual([...before.pages]);
  expect(after.set.revision).toBe(2);
});

test("a change of a document composes the pages that read it", async () => {
  const readers = await withRelease("content", {
    exposes: listExposeKeys("content").map((key) => ({
      key,
      data: key === "contact" ? ["installer-checksums" as const] : [],
    })),
  });
  const { state: read } = await composeSet(composer, { packages: readers, data, revision: 1 }, undefined);
  const changed: DataDocuments = { ...data, "installer-checksums": { ...data["installer-checksums"] } };
  expect((await composeSet(composer, { packages: readers, data: changed, revision: 1 }, read)).composed).toEqual([]);
  const other: DataDocuments = {
    ...data,
    "installer-checksums": {
      checksums: { windows: { file: "client-setup.exe", version: "4.2.0", sha256: "0".repeat(64) } },
    },
  };
  const { composed } = await composeSet(composer, { packages: readers, data: other, revision: 1 }, read);
  expect(new Set(composed.map((key) => key.split("|")[2]))).toEqual(new Set(["/contact/"]));
});

test("G4 a page is composed again when the owner of one of its slots is added", async () => {
  const without = new Map([...good].filter(([name]) => name !== "lobby"));
  const { state: lacking, failures } = await composeSet(composer, { packages: without, data, revision: 1 }, undefined);
  expect(failures).toMatchObject([{ island: "lobby/table", pages: 4 }]);
  const { state: after, composed } = await composeSet(composer, { packages: good, data, revision: 2 }, lacking);
  expect(new Set(composed.map((key) => key.split("|")[2]))).toEqual(new Set(["/about-us/"]));
  expect(after.pages.get("en|none|/about-us/")).toMatchObject({ hasFallback: false, isWhole: true });
});

test("G4 a remote that fails shows its last good fragments, also after the process that rendered them has ended", async () => {
  await composer.close();
  const broken = await withRelease("lobby", {
    exposes: [{ key: "table" }],
    server: toServerSource("x", "throw new Error('broken');"),
  });
  const { state: after, failures } = await composeSet(
    createTestComposer(),
    { packages: broken, data, revision: 2 },
    before,
  );
  expect(failures).toMatchObject([{ island: "lobby/table", problem: "broken", pages: 4 }]);
  expect(after.pages.get("en|none|/about-us/")).toMatchObject({ hasFallback: false, isWhole: false });
  expect(JSON.stringify(readPages(after)["en|none|/about-us/"])).toContain("first table on /about-us/");
});

test("composing only changed pages gives the same bytes as composing all pages, after any publishes, promotes and failures", async () => {
  const loaded = new Map<string, LoadedRelease>();
  const load = async (name: PackageName, label: string, options: FixtureOptions): Promise<LoadedRelease> => {
    const key = `${name} ${label}`;
    const known = loaded.get(key) ?? (await bench.load(name, options));
    loaded.set(key, known);
    return known;
  };
  const promote = async (packages: Map<PackageName, LoadedRelease>, promoted: HistoryStep["promoted"]) => {
    const { name, options } = toPromotedRelease(promoted);
    if (options === undefined) packages.delete(name);
    else packages.set(name, await load(name, `${promoted.package} ${promoted.variant}`, options));
  };
  const bare: DataDocuments = { ...data, navigations: { items: [] } };
  // One for all runs: it remembers what it rendered, and writes all pages of each set.
  const whole = createTestComposer({ keepsProcesses: true });
  await fc.assert(
    fc.asyncProperty(fc.array(historyStep, { minLength: 2, maxLength: 5 }), async (steps) => {
      const incremental = createTestComposer();
      const packages = new Map(good);
      let states: [SiteState, SiteState] | undefined;
      for (const [index, { promoted, menus, isKilled, isPublished }] of steps.entries()) {
        await promote(packages, promoted);
        const set = { packages: new Map(packages), data: menus === "none" ? bare : data, revision: index + 1 };
        const pid = incremental.pid();
        if (isKilled && pid !== undefined) process.kill(pid, "SIGKILL");
        if (isKilled) await vi.waitFor(() => expect(incremental.pid()).not.toBe(pid ?? 0));
        // A set that was published is composed ahead of its promote; with failures it is not kept.
        const ahead = isPublished && states && (await composeSet(incremental, set, undefined, states[0]));
        const beside = ahead && ahead.failures.length === 0 ? ahead.state : undefined;
        const { state: one } = await composeSet(incremental, set, states?.[0], beside);
        const { state: other } = await composeSet(whole, set, states && forget(states[1]));
        expect(readPages(one)).toEqual(readPages(other));
        states = [one, other];
      }
      await incremental.close();
    }),
    { examples: [[everyKind]], numRuns: sampled({ all: 40, sample: 1 }) },
  );
});

/** The same state without page ids, so that all pages are composed again. */
function forget(state: SiteState): SiteState {
  return { ...state, pages: new Map([...state.pages].map(([key, page]) => [key, { ...page, pageId: "" }])) };
}
