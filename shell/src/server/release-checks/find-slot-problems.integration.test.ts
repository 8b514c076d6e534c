import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openSites, type SiteWithData } from "../data/open-sites.ts";
import { findProblems } from "./check-set.ts";
import { createRenderPool, type RenderPool } from "../composition/render/render-pool.ts";
import { checkEach, type FindIsland, type IslandSource } from "../testing/check-each.ts";
import { contentPages } from "../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { type FixtureOptions, fixturePackages, listExposeKeys, toServerSource } from "../testing/fixture-release.ts";
import { rememberBeside } from "../testing/remember-beside.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";

vi.setConfig({ testTimeout: 30_000 });

let bench: FixtureBench;
let pool: RenderPool;
let remembering: RenderPool;
let beside: Map<PackageName, LoadedRelease>;

const button = [
  ...listExposeKeys("download").map((key) => ({ key })),
  { key: "button", variants: ["hero", "menu"] },
  { key: "plain" },
];

const good: Partial<Record<PackageName, FixtureOptions>> = { shell: contentPages, download: { exposes: button } };

beforeAll(async () => {
  bench = await createFixtureBench();
  pool = createRenderPool();
  beside = new Map();
  for (const name of fixturePackages) beside.set(name, await bench.load(name, good[name]));
  remembering = rememberBeside(pool, beside, bench.root);
});
afterAll(async () => {
  pool.close();
  await bench.remove();
});

/** The problems of a release's slots, as `release problem`. */
async function check(...asked: Parameters<typeof findAll>): Promise<string[]> {
  return (await findAll(...asked))
    .filter(({ code }) => code === "RELEASE_SLOT_UNKNOWN")
    .map(({ release, problem }) => `${release} ${problem}`);
}

async function findAll(
  name: PackageName,
  options: FixtureOptions,
  live: ReadonlyMap<PackageName, LoadedRelease> = beside,
): Promise<ReleaseProblem[]> {
  const sites = await openFirstSite();
  return findProblems(new Map([[name, await bench.load(name, options)]]), live, {
    sites,
    pool: remembering,
    live,
  });
}

async function openFirstSite(): Promise<readonly SiteWithData[]> {
  const sites = await openSites(bench.root, (error) => {
    throw error;
  });
  return sites.slice(0, 1);
}

/** A server file that throws for an expose that it has not, as those of builds do. */
function toStrictSource(name: PackageName, exposes: readonly { key: string }[]): string {
  const keys = JSON.stringify(exposes.map(({ key }) => key));
  return toServerSource(name, `if (!${keys}.includes(key)) throw new Error("there is no expose " + key);`);
}

/** A navigation remote whose header has some HTML in it. */
function withHeader(html: string): FixtureOptions {
  const source = `if (key === "header") return { html: '<header>' + ${JSON.stringify(html)} + '</header>', readsVisitor: false };`;
  return { server: toServerSource("navigation", source) };
}

const slot = (name: string, variant = ""): string => `<div data-slot="${name}" data-variant="${variant}"></div>`;

const ofSlots = ({ code }: ReleaseProblem): boolean => code === "RELEASE_SLOT_UNKNOWN";

/** An island of this HTML. */
const toSource = (html: string): IslandSource => ({
  answer: `{ html: '<div>' + ${JSON.stringify(html)} + '</div>', head: { title: "t", description: "d" }, readsVisitor: false }`,
});

describe("a release with a slot", () => {
  const accepted = [
    slot("download/button", "hero"),
    slot("download/plain"),
    `${slot("download/button", "menu")}${slot("download/button", "hero")}`,
  ].map((html) => [html, toSource(html)] as const);
  const refused = [
    [
      "of a package that is not there",
      slot("lobby/teaser"),
      "lobby/teaser",
      "compliance, content, download, navigation, shell, support-chat",
    ],
    [
      "of an expose that its package has not",
      slot("download/buton", "hero"),
      "download/buton",
      "it has button, page, plain",
    ],
    [
      "of a variant that is not declared",
      slot("download/button", "heroic"),
      "download/button",
      'the variant "heroic", which',
    ],
    [
      "of no variant, where some are declared",
      slot("download/button"),
      "download/button",
      'it declares "hero", "menu"',
    ],
    ["of a variant, where none is declared", slot("download/plain", "hero"), "download/plain", 'it declares ""'],
    ["of a head fragment", slot("compliance/head"), "compliance/head", "it has"],
    ["whose name no package may have", slot("Download/button"), "Download/button", "is not written as a place is"],
    ["whose variant is no word", slot("download/button", "a hero"), "download/button", "is not written as a place is"],
    [
      "that has something in it",
      '<div data-slot="download/plain" data-variant=""> </div>',
      "download/plain",
      "is not written as a place is",
    ],
    [
      "that is another element",
      '<span data-slot="download/plain" data-variant=""></span>',
      "download/plain",
      "is not written as a place is",
    ],
    [
      "beside a good one of the same name",
      `${slot("download/plain")}<p data-slot="download/plain">`,
      "download/plain",
      "is not written as a place is",
    ],
  ].map(([what = "", html = "", name = "", problem = ""]) => [what, toSource(html), name, problem] as const);
  let find: FindIsland;
  beforeAll(async () => {
    const sites = await openFirstSite();
    const scene = { sites, check: (name: PackageName, options: FixtureOptions = {}) => findAll(name, options) };
    find = await checkEach(
      scene,
      [...accepted, ...refused].map(([, source]) => source),
    );
  });
  test.each(accepted)("that its set can fill is accepted: %s", (_html, source) => {
    expect(find(source).problems.filter(ofSlots)).toEqual([]);
  });

  test.each(refused)(
    "%s is refused, naming the island, the slot and what the set has",
    (_what, source, name, problem) => {
      const { key, problems } = find(source);
      const [found, ...others] = problems.filter(ofSlots);
      expect(others).toEqual([]);
      expect(found?.release).toMatch(/^content@/);
      const page = key === "home" ? "/" : `/${key}/`;
      expect(found?.problem).toMatch(new RegExp(`^content/${key} has a place for .* \\(${page}\\)$`));
      expect(found?.problem).toContain(`a place for ${name} that `);
      expect(found?.problem).toContain(problem);
    },
  );

  test("of an expose that its package has not is refused once, without a place in what releases are built with", async () => {
    const download = { exposes: button, server: toStrictSource("download", button) };
    const others = new Map([...beside, ["download", await bench.load("download", download)]]);
    const found = await findAll("navigation", withHeader(slot("download/buton", "hero")), others);
    expect(found).toMatchObject([
      {
        code: "RELEASE_SLOT_UNKNOWN",
        file: "src/exposes/header.tsx",
        problem: expect.stringMatching(
          /^navigation\/header has a place for download\/buton that names an expose that download@\S+ does not have; it has button, page, plain\. /,
        ),
      },
    ]);
  });

  test("of an expose that its package has not, which its manifest names too, is refused once, at its file", async () => {
    const exposes = listExposeKeys("navigation").map((key) =>
      key === "header" ? { key, slots: ["download/buton#hero"] } : { key },
    );
    const found = await findAll("navigation", { ...withHeader(slot("download/buton", "hero")), exposes }, beside);
    expect(found).toMatchObject([
      {
        check: "needs",
        file: "src/exposes/header.tsx",
        problem: expect.stringMatching(
          /; expected download@\S+ to have the island buton, found button, page, plain\.$/,
        ),
      },
    ]);
  });

  test("of itself is refused, because it would nest without end", async () => {
    const exposes = listExposeKeys("navigation").map((key) => ({ key }));
    expect(await check("navigation", { ...withHeader(slot("navigation/header")), exposes })).toEqual([
      expect.stringContaining("navigation/header has a place for itself, so it would nest without end (on GGPPH /"),
    ]);
  });

  test("may name a package that is published with it", async () => {
    const lobby = await bench.load("lobby", { exposes: [{ key: "teaser" }] });
    expect(await check("navigation", withHeader(slot("lobby/teaser")), new Map([...beside, ["lobby", lobby]]))).toEqual(
      [],
    );
  });
});

/** The live packages, with some HTML in the header. */
async function withSlotInHeader(html: string): Promise<ReadonlyMap<PackageName, LoadedRelease>> {
  return new Map([...beside, ["navigation", await bench.load("navigation", withHeader(html))]]);
}

test("a layout that places an expose which its package has not is refused with both names", async () => {
  const exposes = [{ key: "button" }];
  const found = await findAll("download", { exposes, server: toStrictSource("download", exposes) });
  const failed = found.filter(({ code }) => code === "RELEASE_PAGE_FAILED");
  expect(failed).toMatchObject([
    {
      problem: expect.stringMatching(/^download@\S+ has no expose page, which a place names; it has button\. \(/),
      change: expect.stringMatching(/^Name an expose that is there/),
    },
  ]);
  expect(failed[0]?.file).toBeUndefined();
});

describe("a release that removes", () => {
  test("an expose that a live island has a slot for is refused, naming that island", async () => {
    const others = await withSlotInHeader(slot("download/button", "hero"));
    expect(await check("download", {}, others)).toEqual([
      expect.stringMatching(/^download@\S+ navigation\/header has a place for download\/button that/),
    ]);
  });

  test("a variant that a slot of a live island names is refused", async () => {
    const others = await withSlotInHeader(slot("download/button", "menu"));
    const exposes = button.map((one) => (one.key === "button" ? { ...one, variants: ["hero"] } : one));
    expect(await check("download", { exposes }, others)).toEqual([
      expect.stringContaining("navigation/header has a place for"),
    ]);
  });

  test("nothing is admitted, although a slot between other packages is empty already", async () => {
    const others = await withSlotInHeader(slot("support-chat/nothing"));
    expect(await check("download", { exposes: button }, others)).toEqual([]);
  });
});
