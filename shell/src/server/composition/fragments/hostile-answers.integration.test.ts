import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { layout } from "../../../layout/layout.ts";
import { siteConfigs } from "../../../../sites/sites.ts";
import { openDataStore } from "../../data/data-store.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { type FixtureOptions, listExposeKeys, toServerSource } from "../../testing/fixture-release.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { createRenderPool, type RenderPool } from "../render/render-pool.ts";
import { composePages } from "./compose-pages.ts";
import type { ComposedPage, FragmentTree } from "./composed-page.ts";
import { FragmentMemory } from "./fragment-memory.ts";
import { planPages } from "../../pages/page-plan.ts";
import type { FragmentSource, RemoteFailure } from "./fragment-source.ts";

vi.setConfig({ testTimeout: 60_000 });

const site = siteConfigs.GGPPH;
let bench: FixtureBench;
let good: Map<PackageName, LoadedRelease>;
let pool: RenderPool;
let failures: RemoteFailure[] = [];
let memory = new FragmentMemory();

beforeAll(async () => {
  bench = await createFixtureBench();
  // A machine that is busy with other work sends 60 MB in more than the usual two seconds; what is refused here is the size.
  pool = createRenderPool({ deadlineMs: 20_000, firstDeadlineMs: 20_000 });
  good = new Map();
  for (const name of ["shell", "navigation", "download", "support-chat", "content", "compliance"] as const)
    good.set(name, await bench.load(name));
});
afterAll(async () => {
  pool.close();
  await bench.remove();
});
beforeEach(() => {
  failures = [];
  memory = new FragmentMemory();
});

/** Composes `/about-us/` with releases that differ from the good ones. */
async function compose(changed: Readonly<Record<PackageName, FixtureOptions>>): Promise<ComposedPage> {
  const [page] = await composeAt([], changed);
  if (!page) throw new Error("/about-us/ is no page");
  return page;
}

/** Composes that page with these paths in place of its own, or with its own where none is given. */
async function composeAt(
  paths: readonly string[],
  changed: Readonly<Record<PackageName, FixtureOptions>>,
): Promise<ComposedPage[]> {
  const packages = new Map(good);
  for (const [name, options] of Object.entries(changed)) packages.set(name, await bench.load(name, options));
  const data = await openDataStore({
    folder: join(bench.root, "data"),
    defaults: join(import.meta.dirname, "../../../../data"),
    onRefused: (error) => {
      throw error;
    },
  });
  const source: FragmentSource = {
    packages,
    layout,
    site,
    data: data.documents(),
    pool,
    memory,
    onFailure: (failure) => failures.push(failure),
  };
  const [plan] = planPages(site, source.data, layout).filter(
    ({ key }) => key.page === "/about-us/" && key.rule === "none",
  );
  if (!plan) throw new Error("/about-us/ is no page");
  const plans = paths.map((path) => ({
    ...plan,
    key: { ...plan.key, page: path },
    context: { ...plan.context, path },
  }));
  return composePages(plans.length > 0 ? plans : [plan], source);
}

/** A release of content whose page about us renders an expression: a whole answer, or its HTML alone. */
const toAnswer = (expression: string): FixtureOptions => ({
  server: toServerSource("content", `if (key === "about-us") return ${expression};`),
});
const toHtml = (html: string): FixtureOptions => toAnswer(`{ html: ${JSON.stringify(html)}, readsVisitor: false }`);

/** A page of each answer, all of one release, and what failed on it: each release has a process. */
async function composeEach(answers: readonly string[]): Promise<{ page: ComposedPage; failures: RemoteFailure[] }[]> {
  const paths = answers.map((_, index) => `/${index}/`);
  const bodies = answers.map((answer, index) => `if (context.page.path === "/${index}/") return ${answer};`).join(" ");
  const server = toServerSource("content", `if (key === "about-us") { ${bodies} }`);
  const pages = await composeAt(paths, { content: { server } });
  const found = failures;
  return pages.map((page, index) => ({ page, failures: found.filter((failure) => failure.page === paths[index]) }));
}

function find({ slots }: ComposedPage, island: string): FragmentTree {
  const found = slots.find((slot) => slot.island === island);
  if (!found) throw new Error(`no slot has ${island}`);
  return found;
}

function count(trees: readonly FragmentTree[]): number {
  return trees.reduce((sum, { inner }) => sum + 1 + count(inner), 0);
}

function measure({ html, inner }: FragmentTree): number {
  return Buffer.byteLength(html) + inner.reduce((sum, tree) => sum + measure(tree), 0);
}

const large = (bytes: number): string => `<p>${"x".repeat(bytes)}</p>`;
const place = (island: string): string => `<div data-slot="${island}" data-variant=""></div>`;

/** The island of content alone failed, for this reason. */
function expectFailure(composed: { page: ComposedPage; failures: RemoteFailure[] } | undefined, problem: RegExp): void {
  if (!composed) throw new Error("It was not composed.");
  expect(find(composed.page, "content/about-us").isFallback).toBe(true);
  expect(composed.page.slots.filter(({ isFallback }) => isFallback)).toHaveLength(1);
  expect(composed.failures).toMatchObject([{ island: "content/about-us", problem: expect.stringMatching(problem) }]);
}

describe("An answer beyond a limit is a failure of its remote, and the rest of the page is kept", () => {
  const limits: [what: string, answer: string, problem: RegExp][] = [
    [
      "300 KB of HTML",
      `{ html: "<p>" + "x".repeat(300_000) + "</p>", readsVisitor: false }`,
      /300007 bytes of HTML.*at most 262144/,
    ],
    [
      "a title of 100,000 characters",
      `{ html: "", head: { title: "x".repeat(100_000), description: "d" }, readsVisitor: false }`,
      /title.*at most 200/,
    ],
    [
      "a description of 100,000 characters",
      `{ html: "", head: { title: "t", description: "x".repeat(100_000) }, readsVisitor: false }`,
      /description.*at most 500/,
    ],
    [
      "a heading of 100,000 characters",
      `{ html: "", head: { title: "t", description: "d", heading: "x".repeat(100_000) }, readsVisitor: false }`,
      /heading.*at most 200/,
    ],
    [
      "1,000 places",
      `{ html: ${JSON.stringify(place("download/page"))}.repeat(1000), readsVisitor: false }`,
      /1000 places.*at most 32/,
    ],
    [
      "300 elements inside of one another",
      `{ html: "<div>".repeat(300) + "</div>".repeat(300), readsVisitor: false }`,
      /inside of one another.*at most 64/,
    ],
    ["30,000 elements", `{ html: "<b></b>".repeat(30_000), readsVisitor: false }`, /30000 elements.*at most 4000/],
    [
      "the name of a language of 100,000 characters",
      `{ html: "", lacksLocale: "x".repeat(100_000), readsVisitor: false }`,
      /language/,
    ],
  ];
  let composed: Awaited<ReturnType<typeof composeEach>>;
  beforeAll(async () => {
    composed = await composeEach(limits.map(([, answer]) => answer));
  });

  test.each(limits.map(([what, , problem], index) => [what, problem, index] as const))(
    "%s",
    (_what, problem, index) => {
      expectFailure(composed[index], problem);
    },
  );

  // Each of these ends its process.
  test.each([
    [
      "60 MB of HTML",
      `{ html: "<p>" + "x".repeat(60_000_000) + "</p>", readsVisitor: false }`,
      /its answer .*60\d+ bytes.* at most \d+/,
    ],
    [
      "8 MB of HTML",
      `{ html: "<p>" + "x".repeat(8_000_000) + "</p>", readsVisitor: false }`,
      /its answer .*80\d+ bytes.* at most \d+/,
    ],
  ])("%s", async (_what, answer, problem) => {
    const page = await compose({ content: toAnswer(answer) });
    expectFailure({ page, failures }, problem);
  });

  test("the text of an error is shortened", async () => {
    await compose({ content: toAnswer(`(() => { throw new Error("x".repeat(1_000_000)); })()`) });
    expect(failures).toHaveLength(1);
    expect(failures[0]?.problem.length).toBeLessThanOrEqual(2000);
  });

  test("an island that places itself many times is stopped by the limit of slots of a page", async () => {
    const page = await compose({ content: toHtml(place("content/about-us").repeat(20)) });
    expect(count(page.slots)).toBeLessThanOrEqual(64);
    expect(failures.some(({ problem }) => /64 slots/.test(problem))).toBe(true);
  });
});

describe("A page beyond its limit", () => {
  test("loses the fragment of the remote with the most bytes, and no other", async () => {
    const page = await compose({
      content: toHtml(large(200_000)),
      navigation: {
        server: toServerSource(
          "navigation",
          `if (key === "footer") return { html: ${JSON.stringify(large(90_000))}, readsVisitor: false };`,
        ),
      },
    });
    expect(page.slots.filter(({ isFallback }) => isFallback).map(({ island }) => island)).toEqual(["content/about-us"]);
    expect(failures).toMatchObject([
      { island: "content/about-us", problem: expect.stringMatching(/page.*at most 262144/) },
    ]);
  });

  test("counts a fragment for the remote that placed it", async () => {
    const page = await compose({
      content: toHtml(`<p>${"x".repeat(10_000)}</p>${place("navigation/footer").repeat(20)}`),
      navigation: {
        server: toServerSource(
          "navigation",
          `if (key === "footer") return { html: ${JSON.stringify(large(20_000))}, readsVisitor: false };`,
        ),
      },
    });
    expect(find(page, "navigation/footer").isFallback).toBe(false);
    expect(find(page, "content/about-us").isFallback).toBe(false);
    expect(find(page, "content/about-us").inner.filter(({ isFallback }) => isFallback).length).toBeGreaterThan(0);
    expect(page.slots.reduce((sum, tree) => sum + measure(tree), 0)).toBeLessThanOrEqual(262_144);
  });

  test("falls back to the last good HTML of the remote where that fits", async () => {
    await compose({ content: toHtml("<p>yesterday</p>") });
    const page = await compose({
      content: toHtml(large(200_000)),
      navigation: {
        server: toServerSource(
          "navigation",
          `if (key === "footer") return { html: ${JSON.stringify(large(90_000))}, readsVisitor: false };`,
        ),
      },
    });
    expect(find(page, "content/about-us")).toMatchObject({
      html: "<p>yesterday</p>",
      isFallback: false,
      live: undefined,
    });
  });
});

/** A release whose pages have style sheets, each below the limit of one. */
const withSheets = (name: PackageName, keys: readonly string[], count: number): FixtureOptions => {
  const sheets = Array.from({ length: count }, (_one, index) => `browser/${index}.css`);
  return {
    exposes: listExposeKeys(name).map((one) => ({ key: one, css: keys.includes(one) ? sheets : [] })),
    files: Object.fromEntries(
      sheets.map((file, index) => [
        file,
        `@layer remote{.${name}-${index}{color:red}${`.${name}-a{color:red}`.repeat(2500)}}`,
      ]),
    ),
  };
};

/** Bytes of the style sheets of a page, each counted once. */
const measureStyles = (page: ComposedPage): number =>
  [...new Map(page.slots.flatMap(({ styles }) => styles.map(({ url, text }) => [url, text]))).values()].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );

describe("A page whose style sheets are beyond their limit together", () => {
  test("loses the fragment with the most of them, and no other", async () => {
    const page = await compose({
      content: withSheets("content", ["about-us"], 3),
      navigation: withSheets("navigation", ["header"], 1),
    });
    expect(page.slots.filter(({ isFallback }) => isFallback).map(({ island }) => island)).toEqual(["content/about-us"]);
    expect(failures).toMatchObject([
      {
        island: "content/about-us",
        problem: expect.stringMatching(/style sheets of the page have \d+ bytes.*at most 131072/),
      },
    ]);
    expect(measureStyles(page)).toBeLessThanOrEqual(131_072);
  });

  test("loses nothing when its islands share them: each is counted once", async () => {
    const page = await compose({ navigation: withSheets("navigation", ["header", "sub-navigation", "footer"], 2) });
    expect(page.slots.filter(({ isFallback }) => isFallback)).toEqual([]);
    expect(measureStyles(page)).toBeGreaterThan(65_536);
  });

  test("falls back to the last good HTML of the remote, with the styles of that", async () => {
    await compose({ content: withSheets("content", ["about-us"], 1) });
    const page = await compose({ content: withSheets("content", ["about-us"], 3) });
    expect(find(page, "content/about-us")).toMatchObject({ isFallback: false, isLate: true });
    expect(measureStyles(page)).toBeLessThanOrEqual(131_072);
  });
});

describe("HTML that reaches outside of its slot is a failure of its remote", () => {
  const reaching: [what: string, html: string][] = [
    ["a script", `<p>x</p><script>alert(1)</script>`],
    ["the page's own data", `<script type="application/json" id="site-set">{}</script>`],
    ["another base", `<base href="https://evil.example/">`],
    ["a refresh", `<meta http-equiv="refresh" content="0;url=//evil.example">`],
    ["a frame", `<iframe src="/"></iframe>`],
    ["a form that sends elsewhere", `<form action="//evil.example"><button>go</button></form>`],
    ["a style sheet", `<link rel="stylesheet" href="/_release/content/x.css">`],
    ["an id of the document", `<div id="site-set"></div>`],
    ["the container of an application", `<div id="single-spa-application:content/page"></div>`],
    ["an event handler", `<img src="/x.png" alt="" onerror="alert(1)">`],
    ["plain text without end", `<plaintext>`],
    ["a comment without end", `<p>x</p><!-- `],
    ["an element without end", `<div><p>x</p>`],
    ["an end without beginning", `</div></main><main id="x">`],
    ["an attribute without end", `<p title="`],
    ["the shell's own protocol", `<div data-island="navigation/header" data-hydrate="visible"></div>`],
    ["hosts of scripts", `<body data-script-hosts="https://evil.example">`],
    ["a foreign object", `<svg><foreignObject><p>x</p></foreignObject></svg>`],
    ["an image of the document's functions", `<img name="getElementById" src="/x.png" alt="">`],
    ["another island's element taken to itself", `<div aria-owns="helpline"></div>`],
    ["a field of another island's form", `<input type="hidden" name="to" value="x" form="contact">`],
    ["a window that keeps its opener", `<a href="https://evil.example/" target="help">x</a>`],
    ["a place inside of a link", `<a href="/">${place("download/page")}</a>`],
    ["a place in the text of an attribute", `<p title='${place("download/page")}'>x</p>`],
  ];
  let composed: Awaited<ReturnType<typeof composeEach>>;
  beforeAll(async () => {
    composed = await composeEach(reaching.map(([, html]) => `{ html: ${JSON.stringify(html)}, readsVisitor: false }`));
  });

  test.each(reaching.map(([what], index) => [what, index] as const))("%s", (_what, index) => {
    expectFailure(composed[index], /^its HTML at character \d+: /);
  });
});
