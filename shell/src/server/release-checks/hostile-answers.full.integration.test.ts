import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sampledCases } from "../../../e2e/harness/sampled.ts";
import { openSites } from "../data/open-sites.ts";
import { checkEach, type FindIsland, type IslandSource } from "../testing/check-each.ts";
import { contentPages } from "../testing/few-pages.ts";
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
  for (const name of fixturePackages) beside.set(name, await bench.load(name, name === "shell" ? contentPages : {}));
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

const place = (island: string): string => `'<div data-slot="${island}" data-variant=""></div>'`;
const toIsland = (html: string): string =>
  `{ html: ${html}, head: { title: "t", description: "d" }, readsVisitor: false }`;

/** A release whose page about us renders an expression. */
const toAbout = (expression: string): FixtureOptions => ({
  server: toServerSource("content", `if (key === "about-us") return ${expression};`),
});
const toHtml = (html: string): FixtureOptions => toAbout(toIsland(html));

/** That these problems of a check say this, each with what to change. */
function expectRefusal(found: readonly ReleaseProblem[], name: string, problem: RegExp): void {
  const ofCheck = found.filter((one) => one.check === name);
  expect(ofCheck.map((one) => one.problem).join("\n")).toMatch(problem);
  for (const { change } of ofCheck) expect(change).not.toBe("");
}

test("the unchanged release is admitted", async () => {
  expect((await check(toHtml("'<p>x</p>'"))).map(({ problem }) => problem)).toEqual([]);
});

/** Each of these ends its process, or is of the release as a whole. The first two run at landing: 60 MB are refused as 8 MB are, in ten times the time. */
const releases: [what: string, options: FixtureOptions, name: string, problem: RegExp][] = [
  [
    "8 MB of HTML",
    toHtml("'<p>' + 'x'.repeat(8_000_000) + '</p>'"),
    "renders",
    /about-us does not render: its answer is 80\d+ bytes/,
  ],
  [
    "20,000 messages",
    {
      server: `${toServerSource("content")}; exports.describe = () => []; exports.messages = () => ({ en: Array.from({ length: 20_000 }, (_, index) => "content." + index) });`,
    },
    "description",
    /no description, at messages\.en/,
  ],
  [
    "60 MB of HTML",
    toHtml("'<p>' + 'x'.repeat(60_000_000) + '</p>'"),
    "renders",
    /about-us does not render: its answer is 60\d+ bytes/,
  ],
];
test.each(sampledCases(2, releases))(
  "a release with %s is refused, with what to change",
  async (_what, options, name, problem) => {
    expectRefusal(await check(options), name, problem);
  },
);

describe("a release of which an island has", () => {
  const islands: [what: string, source: IslandSource, name: string, problem: RegExp][] = [
    [
      "300 KB of HTML",
      { answer: toIsland("'<p>' + 'x'.repeat(300_000) + '</p>'") },
      "renders",
      /300007 bytes of HTML; a slot may have at most 262144/,
    ],
    [
      "more HTML than its budget",
      { answer: toIsland("'<p>' + 'x'.repeat(140_000) + '</p>'") },
      "slot-size",
      /140007 bytes of HTML, the budget is 131072/,
    ],
    [
      "ten thousand slots",
      { answer: toIsland(`${place("content/ambassador")}.repeat(10_000)`) },
      "renders",
      /bytes of HTML; a slot may have at most/,
    ],
    [
      "a hundred slots",
      { answer: toIsland(`${place("content/ambassador")}.repeat(100)`) },
      "html",
      /100 places for other islands; a slot may have at most 32/,
    ],
    [
      "slots inside of slots without end",
      { answer: toIsland(`'<div data-slot="content/' + key + '" data-variant=""></div>'`) },
      "slots",
      /place for itself, so it would nest without end/,
    ],
    [
      "elements inside of one another",
      { answer: toIsland("'<div>'.repeat(300) + '</div>'.repeat(300)") },
      "html",
      /at most 64/,
    ],
    [
      "a title of 10,000 characters",
      { answer: `{ html: "<p>x</p>", head: { title: "x".repeat(10_000), description: "d" }, readsVisitor: false }` },
      "renders",
      /title has 10000 characters; a page's may have at most 200/,
    ],
  ];
  let find: FindIsland;
  beforeAll(async () => {
    const scene = { sites, check: (_name: PackageName, options: FixtureOptions = {}) => check(options) };
    find = await checkEach(
      scene,
      islands.map(([, source]) => source),
    );
  });

  test.each(islands)("%s is refused, with what to change", (_what, source, name, problem) => {
    expectRefusal(find(source).problems, name, problem);
  });
});

describe("a release that has, beside other faults,", () => {
  const sheets = [1, 2, 3].map((number) => `browser/${number}.css`);
  const styles: Readonly<Record<string, readonly string[]>> = {
    "affiliate-program": ["browser/ends.css"],
    "channeling-solution": ["browser/large.css"],
    "poker-school": sheets,
  };
  const html: Readonly<Record<string, string>> = {
    "about-us": `${place("content/contact")}.repeat(10)`,
    contact: `${place("download/button")}.repeat(10)`,
    home: `${place("content/ggteam")}.repeat(3)`,
    ggteam: `'<p>' + 'x'.repeat(120_000) + '</p>'`,
  };
  let found: ReleaseProblem[];
  beforeAll(async () => {
    const answers = Object.entries(html).map(([key, text]) => `if (key === "${key}") return ${toIsland(text)};`);
    found = await check({
      server: toServerSource("content", answers.join(" ")),
      exposes: listExposeKeys("content").map((key) => ({ key, css: [...(styles[key] ?? [])] })),
      files: {
        "browser/ends.css": "@layer remote{.content-a::before{content:'</style><body>'}}",
        "browser/large.css": `@layer remote{${".content-a{color:red}".repeat(5000)}}`,
        ...Object.fromEntries(
          sheets.map((file, index) => [
            file,
            `@layer remote{.content-${index}{color:red}${".content-a{color:red}".repeat(2500)}}`,
          ]),
        ),
        "browser/images/a.12345678.svg": "<svg><script>alert(1)</script></svg>",
        "browser/images/b.12345678.svg":
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>Fun & games</title></svg>',
      },
    });
  });

  test.each([
    ["slots that ask for more than a page has", "slots", /beyond the 64 slots of a page/],
    [
      "a page that is too large with what it asks of others",
      "page-size",
      /content\/ggteam is taken out of \/: the HTML of the page has \d+ bytes; a page may have at most 262144, and most of them are content's/,
    ],
    ["a style sheet that ends its element", "styles", /<\/style ends or hides a style element/],
    ["a style sheet of 100 KB", "styles", /a style sheet may have at most 65536/],
    [
      "a page with three style sheets of 50 KB",
      "page-size",
      /content\/poker-school is taken out of \/poker-school\/: the style sheets of the page have 157\d+ bytes; a page may have at most 131072/,
    ],
    ["a picture with a script", "pictures", /does not run/],
    ["a picture that no program can draw", "pictures", /an & that begins no character reference/],
  ])("%s is refused, with what to change", (_what, name, problem) => {
    expectRefusal(found, name, problem);
  });
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
