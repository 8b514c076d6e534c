import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openSites } from "../data/open-sites.ts";
import { fewPages } from "../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { type FixtureOptions, fixturePackages, listExposeKeys, toServerSource } from "../testing/fixture-release.ts";
import { rememberBeside } from "../testing/remember-beside.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { createCheckPool } from "../composition/render/check-pool.ts";
import type { RenderPool } from "../composition/render/render-pool.ts";
import { findProblems } from "./check-set.ts";
import type { SiteWithData } from "../data/open-sites.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let bench: FixtureBench;
let pool: RenderPool;
let remembering: RenderPool;
let beside: Map<PackageName, LoadedRelease>;
let sites: SiteWithData[];

beforeAll(async () => {
  bench = await createFixtureBench();
  pool = createCheckPool();
  beside = new Map();
  for (const name of fixturePackages) beside.set(name, await bench.load(name, name === "shell" ? fewPages : {}));
  remembering = rememberBeside(pool, beside, bench.root);
  sites = (
    await openSites(bench.root, (error) => {
      throw error;
    })
  ).slice(0, 1);
});
afterAll(async () => {
  pool.close();
  await bench.remove();
});

async function check(options: FixtureOptions, sourceRoot?: string): Promise<ReleaseProblem[]> {
  const sourceRoots = new Map(sourceRoot === undefined ? [] : [["content", sourceRoot] as const]);
  return findProblems(new Map([["content", await bench.load("content", options)]]), beside, {
    sites,
    pool: remembering,
    live: beside,
    sourceRoots,
  });
}

/** A release whose page about us renders an expression. */
const toAbout = (expression: string): FixtureOptions => ({
  server: toServerSource("content", `if (key === "about-us") return ${expression};`),
});
const toHtml = (html: string): FixtureOptions =>
  toAbout(`{ html: ${html}, head: { title: "t", description: "d" }, readsVisitor: false }`);
const place = `'<div data-slot="content/about-us" data-variant=""></div>'`;

test("the unchanged release is admitted", async () => {
  expect((await check(toHtml("'<p>x</p>'"))).map(({ problem }) => problem)).toEqual([]);
});

test.each<[string, FixtureOptions, string, RegExp]>([
  [
    "60 MB of HTML",
    toHtml("'<p>' + 'x'.repeat(60_000_000) + '</p>'"),
    "renders",
    /about-us does not render: its answer is 60\d+ bytes/,
  ],
  [
    "8 MB of HTML",
    toHtml("'<p>' + 'x'.repeat(8_000_000) + '</p>'"),
    "renders",
    /about-us does not render: its answer is 80\d+ bytes/,
  ],
  [
    "300 KB of HTML",
    toHtml("'<p>' + 'x'.repeat(300_000) + '</p>'"),
    "renders",
    /300007 bytes of HTML; a slot may have at most 262144/,
  ],
  [
    "more HTML than its budget",
    toHtml("'<p>' + 'x'.repeat(140_000) + '</p>'"),
    "slot-size",
    /140007 bytes of HTML, the budget is 131072/,
  ],
  ["ten thousand slots", toHtml(`${place}.repeat(10_000)`), "renders", /bytes of HTML; a slot may have at most/],
  [
    "a hundred slots",
    toHtml(`${place}.repeat(100)`),
    "html",
    /100 places for other islands; a slot may have at most 32/,
  ],
  [
    "slots that ask for more than a page has",
    {
      ...toHtml(place),
      server: toServerSource(
        "content",
        `if (key === "about-us") return { html: ${place.replace("about-us", "contact")}.repeat(10), head: { title: "t", description: "d" }, readsVisitor: false }; if (key === "contact") return { html: ${place.replace("content/about-us", "download/button")}.repeat(10), head: { title: "t", description: "d" }, readsVisitor: false };`,
      ),
    },
    "slots",
    /beyond the 64 slots of a page/,
  ],
  ["slots inside of slots without end", toHtml(place), "slots", /place for itself, so it would nest without end/],
  ["elements inside of one another", toHtml("'<div>'.repeat(300) + '</div>'.repeat(300)"), "html", /at most 64/],
  [
    "a page that is too large with what it asks of others",
    {
      ...toHtml(`${place.replace("about-us", "contact")}.repeat(3)`),
      server: toServerSource(
        "content",
        `if (key === "about-us") return { html: ${place.replace("about-us", "contact")}.repeat(3), head: { title: "t", description: "d" }, readsVisitor: false }; if (key === "contact") return { html: '<p>' + 'x'.repeat(120_000) + '</p>', head: { title: "t", description: "d" }, readsVisitor: false };`,
      ),
    },
    "page-size",
    /content\/contact is taken out of .*about-us\/: the HTML of the page has \d+ bytes; a page may have at most 262144, and most of them are content's/,
  ],
  [
    "a title of 10,000 characters",
    toAbout(`{ html: "<p>x</p>", head: { title: "x".repeat(10_000), description: "d" }, readsVisitor: false }`),
    "renders",
    /title has 10000 characters; a page's may have at most 200/,
  ],
  [
    "a style sheet that ends its element",
    {
      exposes: listExposeKeys("content").map((key) => ({ key, css: ["browser/a.css"] })),
      files: { "browser/a.css": "@layer remote{.content-a::before{content:'</style><body>'}}" },
    },
    "styles",
    /<\/style ends or hides a style element/,
  ],
  [
    "a style sheet of 100 KB",
    {
      exposes: listExposeKeys("content").map((key) => ({ key, css: ["browser/a.css"] })),
      files: { "browser/a.css": `@layer remote{${".content-a{color:red}".repeat(5000)}}` },
    },
    "styles",
    /a style sheet may have at most 65536/,
  ],
  [
    "a page with three style sheets of 50 KB",
    {
      exposes: listExposeKeys("content").map((key) => ({
        key,
        css: key === "about-us" ? [1, 2, 3].map((number) => `browser/${number}.css`) : [],
      })),
      files: Object.fromEntries(
        [1, 2, 3].map((number) => [
          `browser/${number}.css`,
          `@layer remote{.content-${number}{color:red}${".content-a{color:red}".repeat(2500)}}`,
        ]),
      ),
    },
    "page-size",
    /content\/about-us is taken out of \/about-us\/: the style sheets of the page have 157\d+ bytes; a page may have at most 131072/,
  ],
  [
    "a picture with a script",
    { files: { "browser/images/a.12345678.svg": "<svg><script>alert(1)</script></svg>" } },
    "pictures",
    /does not run/,
  ],
  [
    "a picture that no program can draw",
    {
      files: {
        "browser/images/a.12345678.svg":
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>Fun & games</title></svg>',
      },
    },
    "pictures",
    /an & that begins no character reference/,
  ],
  [
    "20,000 messages",
    {
      server: `${toServerSource("content")}; exports.describe = () => []; exports.messages = () => ({ en: Array.from({ length: 20_000 }, (_, index) => "content." + index) });`,
    },
    "description",
    /no description, at messages\.en/,
  ],
])("a release with %s is refused, with what to change", async (_what, options, name, problem) => {
  const found = (await check(options)).filter((one) => one.check === name);
  expect(found.map((one) => one.problem).join("\n")).toMatch(problem);
  for (const { change } of found) expect(change).not.toBe("");
});

test("a refusal for HTML names the character, the HTML there and the source line with its texts", async () => {
  const root = join(bench.root, "remote-content");
  await mkdir(join(root, "src/ui"), { recursive: true });
  await writeFile(
    join(root, "src/ui/story.tsx"),
    `export function Story() {\n  return (\n    <p style={{ color: "red" }} title="our whole story">\n    </p>\n  );\n}\n`,
  );
  const [found] = (await check(toHtml(`'<h2>Us</h2><p style="color:red" title="our whole story">x</p>'`), root)).filter(
    ({ check: name }) => name === "html",
  );
  expect(found).toMatchObject({ file: "src/exposes/about-us.tsx", code: "RELEASE_HTML_INVALID" });
  expect(found?.problem).toMatch(
    /^about-us: <p> has a style attribute.* At character 12 of its HTML: "<p style=.*"; a search for its texts finds src\/ui\/story\.tsx:3\.$/,
  );
});
