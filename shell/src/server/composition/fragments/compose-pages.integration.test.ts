import { openDataStore } from "../../data/data-store.ts";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import { toIslandParts } from "@site/contracts/names/island-name";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { type FixtureOptions, toServerSource } from "../../testing/fixture-release.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import type { RenderTask } from "@site/contracts/confine/render-messages";
import { createRenderPool, type RenderPool } from "../render/render-pool.ts";
import { composePages } from "./compose-pages.ts";
import type { ComposedPage, FragmentTree } from "./composed-page.ts";
import { layout } from "../../../layout/layout.ts";
import { type PagePlan, planPages } from "../../pages/page-plan.ts";
import { FragmentMemory } from "./fragment-memory.ts";
import type { FragmentSource, RemoteFailure } from "./fragment-source.ts";

vi.setConfig({ testTimeout: 30_000 });

type Key = PagePlan["key"];

const site = siteConfigs.GGPPH;
let bench: FixtureBench;
let good: Map<PackageName, LoadedRelease>;
let real: RenderPool;
let tasks: { owner: PackageName; task: RenderTask }[] = [];
let calls: PackageName[] = [];
let failures: RemoteFailure[] = [];
let source: FragmentSource;

/** The real pool, with a list of the tasks it got. */
const recording: RenderPool = {
  render(release, shell, asked) {
    tasks.push(...asked.map((task) => ({ owner: release.release.name, task })));
    calls.push(release.release.name);
    return real.render(release, shell, asked);
  },
  describe: (release, shell) => real.describe(release, shell),
  warm: () => real.warm(),
  close: () => real.close(),
};

beforeAll(async () => {
  bench = await createFixtureBench();
  real = createRenderPool();
  good = new Map();
  for (const name of ["shell", "navigation", "download", "support-chat", "content", "compliance"] as const)
    good.set(name, await bench.load(name));
});
afterAll(async () => {
  real.close();
  await bench.remove();
});
beforeEach(async () => {
  const data = await openDataStore({
    folder: join(bench.root, "data"),
    defaults: join(import.meta.dirname, "../../../../data"),
    onRefused: (error) => {
      throw error;
    },
  });
  source = {
    packages: good,
    layout,
    site,
    data: data.documents(),
    pool: recording,
    memory: new FragmentMemory(),
    onFailure: (failure) => failures.push(failure),
  };
});
afterEach(() => {
  tasks = [];
  calls = [];
  failures = [];
});

const plan = (page: string, rule = "none"): PagePlan[] =>
  planPages(site, source.data, layout).filter(({ key }) => key.page === page && key.rule === rule);

async function withRelease(name: PackageName, options: FixtureOptions): Promise<FragmentSource> {
  return { ...source, packages: new Map([...good, [name, await bench.load(name, options)] as const]) };
}

function find(pages: readonly ComposedPage[], island: string): FragmentTree {
  const found = pages.flatMap(({ slots }) => slots).find((slot) => slot.island === island);
  if (!found) throw new Error(`no slot has ${island}`);
  return found;
}

/** All islands of navigation render the HTML of an expression, and say that they read this. */
function withNavigation(html: string, reads: string): Promise<FragmentSource> {
  return withRelease("navigation", { server: toServerSource("navigation", `return { html: ${html}, ${reads} };`) });
}

function listHeaders(pages: readonly ComposedPage[]): string[] {
  return pages.map((page) => find([page], "navigation/header").html);
}

describe("a composed page", () => {
  test("B028 has its slots in document order, each from its own remote", async () => {
    const [page] = await composePages(plan("/about-us/"), source);
    expect(page?.slots.map(({ island, html }) => [island, html])).toEqual([
      ["navigation/header", expect.stringContaining("navigation header on /about-us/")],
      ["navigation/sub-navigation", expect.stringContaining("navigation sub-navigation on /about-us/")],
      ["content/about-us", expect.stringContaining("content about-us on /about-us/")],
      ["navigation/footer", expect.stringContaining("navigation footer on /about-us/")],
      ["shell/quick-area", expect.stringContaining("shell quick-area on /about-us/")],
    ]);
    expect(failures).toEqual([]);
  });

  test("fills the slots inside of a fragment, several levels deep, with ids of their own", async () => {
    const composition = await withRelease("content", {
      server: toServerSource(
        "content",
        `if (key === "home") return { html: '<div data-slot="download/page" data-variant="hero"></div><div data-slot="download/page" data-variant=""></div>', readsVisitor: false };`,
      ),
    });
    const home = find(await composePages(plan("/"), composition), "content/home");
    expect(home.inner.map(({ id, variant }) => [id, variant])).toEqual([
      ["download/page", "hero"],
      ["download/page.2", ""],
    ]);
    expect(home.inner[0]?.html).toContain("download page on /");
  });

  test("stops at the depth limit when islands contain each other", async () => {
    const composition = await withRelease("content", {
      server: toServerSource(
        "content",
        `if (key === "home") return { html: '<div data-slot="content/home" data-variant=""></div>', readsVisitor: false };`,
      ),
    });
    let depth = 0;
    for (
      let tree: FragmentTree | undefined = find(await composePages(plan("/"), composition), "content/home");
      tree;
      tree = tree.inner[0]
    )
      depth += 1;
    expect(depth).toBeLessThanOrEqual(4);
  });

  test("renders an island that does not read its visitor once for all country rules", async () => {
    await composePages(
      planPages(site, source.data, layout).filter(({ key }) => key.page === "/about-us/"),
      source,
    );
    expect(tasks.map(({ owner, task }) => `${owner}/${task.expose}`).toSorted()).toEqual([
      "content/about-us",
      "navigation/footer",
      "navigation/header",
      "navigation/sub-navigation",
      "shell/quick-area",
    ]);
  });

  test("renders an island that reads its visitor once for every country rule", async () => {
    const composition = await withRelease("content", {
      server: toServerSource(
        "content",
        `if (key === "about-us") return { html: context.visitor.rule, readsVisitor: true };`,
      ),
    });
    const pages = await composePages(
      planPages(site, source.data, layout).filter(({ key }) => key.page === "/about-us/"),
      composition,
    );
    const byRule = Object.fromEntries(pages.map((page) => [page.plan.key.rule, find([page], "content/about-us").html]));
    expect(byRule).toEqual({ none: "none", warning: "warning", blocked: "blocked", ontario: "ontario" });
  });

  test.each([
    { reads: "readsVisitor: false, readsRule: false, readsPage: false", page: false, visitor: () => "", each: 1 },
    {
      reads: "readsVisitor: true, readsRule: false, readsPage: false",
      page: false,
      visitor: ({ rule }: Key) => `${rule === "blocked"}`,
      each: 2,
    },
    { reads: "readsVisitor: true, readsPage: false", page: false, visitor: ({ rule }: Key) => rule, each: 4 },
    { reads: "readsVisitor: false", page: true, visitor: () => "", each: 3 },
    {
      reads: "readsVisitor: true, readsRule: false",
      page: true,
      visitor: ({ rule }: Key) => `${rule === "blocked"}`,
      each: 6,
    },
    { reads: "readsVisitor: true", page: true, visitor: ({ rule }: Key) => rule, each: 12 },
  ])(
    "renders an island that says `$reads` $each times for three pages and four country rules",
    async ({ reads, page, visitor, each }) => {
      const html = [
        page ? "context.page.path" : '""',
        reads.includes("readsVisitor: false")
          ? '""'
          : reads.includes("readsRule: false")
            ? 'String(context.visitor.rule === "blocked")'
            : "context.visitor.rule",
      ].join(' + " " + ');
      const composition = await withRelease("navigation", {
        server: toServerSource("navigation", `if (key === "footer") return { html: ${html}, ${reads} };`),
      });
      const plans = planPages(site, source.data, layout).filter(({ key }) =>
        ["/", "/about-us/", "/contact/"].includes(key.page),
      );
      // In two portions, as a server composes them.
      const pages = [
        ...(await composePages(plans.slice(0, 5), composition)),
        ...(await composePages(plans.slice(5), composition)),
      ];
      expect(pages).toHaveLength(12);
      for (const one of pages) {
        const { key, context } = one.plan;
        expect(find([one], "navigation/footer").html).toBe(`${page ? context.path : ""} ${visitor(key)}`);
      }
      expect(tasks.filter(({ task }) => task.expose === "footer")).toHaveLength(each);
    },
  );

  test.each([
    {
      what: "as much as",
      reads: "readsVisitor: true, readsRule: false",
      html: 'context.page.path + (context.visitor.rule === "blocked")',
      most: 1,
    },
    { what: "less than", reads: "readsVisitor: false, readsPage: false", html: '"same"', most: 1 },
    { what: "more than", reads: "readsVisitor: true", html: "context.page.path + context.visitor.rule", most: 2 },
  ])("renders islands that read $what those of the release before in $most calls", async ({ reads, html, most }) => {
    const plans = planPages(site, source.data, layout).filter(({ key }) => ["/", "/about-us/"].includes(key.page));
    const before = `"before " + context.page.path + (context.visitor.rule === "blocked")`;
    await composePages(plans, await withNavigation(before, "readsVisitor: true, readsRule: false"));
    calls = [];
    const next = await withNavigation(html, reads);
    const pages = await composePages(plans, next);
    expect(calls.filter((name) => name === "navigation").length).toBeLessThanOrEqual(most);
    const anew = await composePages(plans, { ...next, memory: new FragmentMemory() });
    expect(listHeaders(pages)).toEqual(listHeaders(anew));
  });

  test("renders nothing that is known from an earlier composition", async () => {
    await composePages(plan("/about-us/"), source);
    tasks = [];
    await composePages(plan("/about-us/"), source);
    expect(tasks).toEqual([]);
  });

  test("gives an island only the documents it declares and the public configuration", async () => {
    const exposes = [{ key: "header", data: ["navigations" as const] }, { key: "sub-navigation" }, { key: "footer" }];
    await composePages(plan("/about-us/"), await withRelease("navigation", { exposes }));
    const header = tasks.find(({ task }) => task.expose === "header")?.task;
    expect(Object.keys(header?.context.data ?? {})).toEqual(["navigations"]);
    expect(tasks.filter(({ task }) => task.expose === "footer").map(({ task }) => task.context.data)).toEqual([{}]);
    expect(JSON.stringify(tasks)).not.toContain("supportChat");
    expect(JSON.stringify(tasks)).not.toContain("download-links");
  });
});

/** A compliance remote with a head fragment that renders with the code in `body`. */
const toHead = (body: string): FixtureOptions => ({
  server: toServerSource("compliance", `if (key === "head") { ${body} }`),
  files: { "browser/head.js": "1;" },
  document: { head: { script: "browser/head.js", vendors: ["consent", "analytics"] } },
});

describe("the head fragment of a remote that the layout names", () => {
  test("is kept apart from the slots, with its script, the script's settings, and the vendors it needs on this page", async () => {
    const composition = await withRelease(
      "compliance",
      toHead(
        'return { html: "", headFragment: { vendors: ["analytics"], settings: { id: 1 } }, readsVisitor: false };',
      ),
    );
    const [page] = await composePages(plan("/about-us/"), composition);
    expect(page?.slots.map(({ island }) => island)).not.toContain("compliance/head");
    expect(page?.heads).toMatchObject([
      {
        island: "compliance/head",
        vendors: ["analytics"],
        live: undefined,
        plain: { script: expect.stringMatching(/^\/_release\/compliance\/.*\/head\.js$/), settings: { id: 1 } },
      },
    ]);
  });

  test("needs no vendor on a page where it renders nothing", async () => {
    const [page] = await composePages(
      plan("/about-us/"),
      await withRelease("compliance", toHead('return { html: "", readsVisitor: false };')),
    );
    expect(page?.heads).toMatchObject([{ vendors: [], plain: undefined, isFallback: false }]);
  });

  test("G4 leaves the page as it is when it fails, and is reported", async () => {
    const [page] = await composePages(
      plan("/about-us/"),
      await withRelease("compliance", toHead('throw new Error("broken");')),
    );
    expect(page?.heads.map(({ vendors, plain }) => ({ vendors, plain }))).toEqual([{ vendors: [], plain: undefined }]);
    expect(page?.slots.map(({ isFallback }) => isFallback)).not.toContain(true);
    expect(failures).toMatchObject([{ island: "compliance/head", problem: "broken" }]);
  });

  test("is absent where its release has none", async () => {
    const [page] = await composePages(plan("/about-us/"), source);
    expect(page?.heads).toEqual([]);
  });
});

describe("B209 G4 a remote that fails costs its own slot", () => {
  const broken: FixtureOptions = { server: toServerSource("content", `throw new Error("broken");`) };

  test("which shows the fallback without last good HTML, and is reported with version, page, problem and place", async () => {
    const composition = await withRelease("content", broken);
    const pages = await composePages(plan("/about-us/"), composition);
    const version = composition.packages.get("content")?.release.version;
    // The innermost place of two: the island's own code, and the server file's around it.
    const place = expect.stringMatching(`^content@${version}/server/entry\\.cjs:\\d+:\\d+$`);
    const at = [place, place];
    expect(failures).toEqual([{ island: "content/about-us", version, page: "/about-us/", problem: "broken", at }]);
    expect(find(pages, "content/about-us")).toMatchObject({ isFallback: true, live: undefined });
    expect(find(pages, "navigation/header")).toMatchObject({
      isFallback: false,
      html: expect.stringContaining("navigation header"),
    });
  });

  test("which shows its last good HTML when there is some", async () => {
    await composePages(plan("/about-us/"), source);
    const pages = await composePages(plan("/about-us/"), await withRelease("content", broken));
    expect(find(pages, "content/about-us")).toMatchObject({
      isFallback: false,
      html: expect.stringContaining("content about-us on /about-us/"),
    });
    expect(failures).toHaveLength(1);
  });

  test("which shows the last good HTML of the same page and country rule, never of another", async () => {
    const looking = await withRelease("content", {
      server: toServerSource(
        "content",
        `return { html: context.page.path + " for " + context.visitor.rule, readsVisitor: true };`,
      ),
    });
    await composePages([...plan("/", "blocked"), ...plan("/about-us/", "none")], looking);
    const pages = await composePages([...plan("/", "none"), ...plan("/about-us/", "none")], {
      ...(await withRelease("content", broken)),
      memory: looking.memory,
    });
    expect(find(pages, "content/home").isFallback).toBe(true);
    expect(find(pages, "content/about-us").html).toBe("/about-us/ for none");
  });

  test("which shows the fallback when the remote has no release", async () => {
    const packages = new Map([...good].filter(([name]) => name !== "navigation"));
    const pages = await composePages(plan("/"), { ...source, packages });
    expect(find(pages, "navigation/header").html).toMatch(/<nav[^>]*>.*href="\/terms-conditions\/"/);
    expect(failures.map(({ island }) => toIslandParts(island).owner)).toEqual([
      "navigation",
      "navigation",
      "navigation",
    ]);
  });

  test.each(["null", "{}", "{ html: 7 }", "'text'"])("also when it answers %s instead of an island", async (answer) => {
    const composition = await withRelease("content", {
      server: toServerSource("content", `if (key === "about-us") return ${answer === "null" ? "0" : answer};`),
    });
    const pages = await composePages(plan("/about-us/"), composition);
    expect(find(pages, "content/about-us").isFallback).toBe(true);
    expect(find(pages, "navigation/footer").isFallback).toBe(false);
  });

  test("also when it names an island that its remote does not have", async () => {
    const composition = await withRelease("content", {
      server: toServerSource(
        "content",
        `if (key === "home") return { html: '<p>before</p><div data-slot="support-chat/nothing" data-variant=""></div>', readsVisitor: false };`,
      ),
      exposes: [{ key: "home" }],
    });
    const home = find(await composePages(plan("/"), composition), "content/home");
    expect(home.html).toContain("<p>before</p>");
  });
});
