import { budgets } from "@site/contracts/release-checks/budgets";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import type { PackageName } from "@site/contracts/names/package-name";
import { contractVersion } from "@site/contracts/releases/share-scope";
import { lastingAttacks, toAllAttacks, toAttack } from "@site/contracts/testing/hostile/server-attacks";
import { createWitness } from "@site/contracts/testing/hostile/witness";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openSites } from "../data/open-sites.ts";
import { fewPages } from "../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { type FixtureOptions, toServerSource } from "../testing/fixture-release.ts";
import { rememberBeside } from "../testing/remember-beside.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { createRenderPool, type RenderPool } from "../composition/render/render-pool.ts";
import { findProblems } from "./check-set.ts";
import { findProblemsOfSet } from "./find-problems-of-set.ts";
import type { SiteWithData } from "../data/open-sites.ts";

vi.setConfig({ testTimeout: 60_000 });

let bench: FixtureBench;
let pool: RenderPool;
let remembering: RenderPool;
let sites: SiteWithData[];
let beside: Map<PackageName, LoadedRelease>;
const names = ["shell", "navigation", "download", "support-chat", "content", "compliance"] as const;
const shared = { react: "^19.3.1", jotai: "^3.0.1" };

beforeAll(async () => {
  bench = await createFixtureBench();
  pool = createRenderPool();
  sites = await openSites(bench.root, (error) => {
    throw error;
  });
  beside = new Map();
  for (const name of names) beside.set(name, await bench.load(name, { shared, ...(name === "shell" && fewPages) }));
  remembering = rememberBeside(pool, beside, bench.root);
});
afterAll(async () => {
  pool.close();
  await bench.remove();
});

interface Around {
  /** What is live; the candidate is checked together with it. */
  live?: ReadonlyMap<PackageName, LoadedRelease>;
  at?: readonly SiteWithData[];
}

async function check(
  name: PackageName,
  options: FixtureOptions = {},
  { live = beside, at = sites }: Around = {},
): Promise<ReleaseProblem[]> {
  const candidate = await bench.load(name, {
    shared: { react: "^19.3.1" },
    ...(name === "shell" && fewPages),
    ...options,
  });
  return findProblems(new Map([[name, candidate]]), live, { sites: at, pool: remembering, live });
}

/** A release with a head fragment: `size` bytes of script, and `body` as the code that renders it. */
function toHeadOptions({ size = 1, body = "" }: { size?: number; body?: string }): FixtureOptions {
  return {
    document: { head: { script: "browser/head.js", vendors: [] } },
    files: { "browser/head.js": "x".repeat(size) },
    server: toServerSource("compliance", `if (key === "head") { ${body} }`),
  };
}

const broken = async (name: PackageName): Promise<Map<PackageName, LoadedRelease>> =>
  new Map([
    ...beside,
    [name, await bench.load(name, { shared, server: toServerSource("x", "throw new Error('broken');") })],
  ]);

test("a hostile server file reaches nothing while it is checked", async () => {
  const witness = await createWitness();
  try {
    const body = `${toAttack(toAllAttacks(lastingAttacks), witness.targets)}
      const text = attack(context);
      if (text !== "won: ") throw new Error(text);`;
    expect(await check("content", { server: toServerSource("content", body) })).toEqual([]);
    expect(await witness.findHits()).toEqual([]);
  } finally {
    witness.close();
  }
});

describe("the release checks find nothing wrong with", () => {
  test.each(names)("a good release of %s", async (name) => {
    // Another version than the one beside it: a release that is checked is rendered.
    expect(await check(name, { packageVersion: "1.0.1", ...(name === "shell" && { shared }) })).toEqual([]);
  });

  test("the first release of a remote, while nothing is live", async () => {
    expect(await check("content", {}, { live: new Map() })).toEqual([]);
  });

  test("all packages at once, before anything is live", async () => {
    expect(await findProblems(beside, new Map(), { sites, pool })).toEqual([]);
  });

  test("a release, when another live one is broken already", async () => {
    expect(await check("content", {}, { live: await broken("navigation") })).toEqual([]);
    expect(await check("shell", { shared }, { live: await broken("navigation") })).toEqual([]);
  });
});

describe("a candidate shell", () => {
  test("with which no remote renders is refused, although its own islands render", async () => {
    const remotes = new Map(beside);
    for (const name of names.slice(1)) {
      remotes.set(
        name,
        await bench.load(name, { shared: {}, server: `const { html } = require("shared"); ${toServerSource(name)}` }),
      );
    }
    const withShared = await bench.load("shell", {
      files: { "server/shared.cjs": "exports.sharedModules = { shared: { html: 1 } };" },
    });
    const live = new Map([...remotes, ["shell", withShared] as const]);
    expect(
      await check(
        "shell",
        { files: { "server/shared.cjs": "exports.sharedModules = { shared: { html: 2 } };" } },
        { live },
      ),
    ).toEqual([]);
    const problems = await check("shell", {}, { live });
    expect(new Set(problems.map(({ check: name, release }) => `${name} ${release.split("@")[0]}`))).toEqual(
      new Set(["renders shell"]),
    );
    expect(problems.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^navigation\/header does not render: .*asks for shared, which the shell does not provide/,
        ),
        expect.stringMatching(/^content\/home does not render/),
      ]),
    );
  });

  test("without the shared libraries is refused for each remote that needs them", async () => {
    const problems = await check("shell", { shared: {} });
    expect(problems.map(({ code, release, problem }) => [code, release.split("@")[0], problem])).toContainEqual([
      "RELEASE_SHARED_UNSUPPORTED",
      "content",
      "it needs react ^19.3.1; the shell provides nothing.",
    ]);
  });
});

describe("a release is refused, with a code, the problem and what to change", () => {
  test("for a contract whose major the shell does not know", async () => {
    const [major = 0] = contractVersion.split(".").map(Number);
    expect(await check("content", { contract: `${major + 1}.0.0` })).toMatchObject([
      {
        code: "RELEASE_CONTRACT_UNSUPPORTED",
        problem: expect.stringContaining(`${major + 1}.0.0`),
        change: expect.stringContaining("Rebuild it"),
      },
    ]);
  });

  test("for a contract newer than the shell's", async () => {
    expect(await check("content", { contract: contractVersion.replace(/\d+$/, "7") })).toMatchObject([
      {
        code: "RELEASE_CONTRACT_UNSUPPORTED",
        problem: expect.stringContaining(`the shell of the set knows ${contractVersion}`),
      },
    ]);
  });

  test.each([
    ["react", "^20.0.0"],
    ["react", "^18.2.0"],
    ["react", "99.0.0"],
    ["react", "^19.4.0"],
    ["jotai", "^2.0.0"],
    ["left-pad", "^1.0.0"],
  ])("for %s %s, which the shell does not provide", async (library, range) => {
    expect(await check("content", { shared: { [library]: range } })).toMatchObject([
      {
        code: "RELEASE_SHARED_UNSUPPORTED",
        problem: expect.stringContaining(`${library} ${range}`),
        release: expect.stringMatching(/^content@/),
      },
    ]);
  });

  test("for an entry over its budget, although its manifest claims a smaller size", async () => {
    const files = { "browser/remoteEntry.js": "x".repeat(budgets.entry + 1) };
    expect(await check("content", { files })).toMatchObject([
      {
        code: "RELEASE_OVER_BUDGET",
        problem: `the entry is ${budgets.entry + 1} bytes, the budget is ${budgets.entry}.`,
      },
    ]);
    expect(await check("content", { files: { "browser/remoteEntry.js": "x".repeat(budgets.entry) } })).toEqual([]);
    const honest = await bench.load("content", { files });
    const claimed = Object.fromEntries(
      Object.entries(honest.release.files).map(([file, { integrity }]) => [file, { integrity, size: 1 }]),
    );
    await expect(check("content", { files, document: { files: claimed } })).rejects.toMatchObject({
      code: "RELEASE_FILE_MISMATCH",
    });
  });

  test("for an island whose scripts are together over their budget", async () => {
    const half = "x".repeat(budgets.island / 2 + 1);
    const problems = await check("content", {
      files: { "browser/a.js": half, "browser/b.js": half },
      exposes: [{ key: "home", js: ["browser/a.js", "browser/b.js"] }],
    });
    expect(problems).toContainEqual(
      expect.objectContaining({ code: "RELEASE_OVER_BUDGET", problem: expect.stringContaining("the island home") }),
    );
  });

  test("for a head script over its budget", async () => {
    expect(await check("compliance", toHeadOptions({ size: budgets.head + 1 }))).toMatchObject([
      { code: "RELEASE_OVER_BUDGET", file: "browser/head.js" },
    ]);
    expect(await check("compliance", toHeadOptions({ size: budgets.head }))).toEqual([]);
  });

  test.each([
    ["throws", 'throw new Error("broken");'],
    [
      "is more than a page should carry",
      'return { html: "", headFragment: { vendors: [], settings: { text: "x".repeat(4000) } }, readsVisitor: false };',
    ],
  ])("for a head fragment that %s", async (_what, body) => {
    expect(await check("compliance", toHeadOptions({ body }))).toMatchObject([
      { code: "RELEASE_PAGE_FAILED", problem: expect.stringMatching(/^head does not render.*GGP/) },
    ]);
  });

  test("for a selector that reaches outside the remote, with its file, line and column", async () => {
    expect(
      await check("content", {
        files: { "browser/a.css": "@layer remote{\n.content-a{color:red}body{display:none}}" },
      }),
    ).toMatchObject([
      {
        code: "RELEASE_STYLE_FOREIGN",
        file: "browser/a.css",
        line: 2,
        column: 22,
        problem: expect.stringContaining("body"),
      },
    ]);
    expect(await check("shell", { shared, files: { "browser/base.css": "body{margin:0}" } })).toEqual([]);
  });

  test.each([
    [
      "on one page only",
      `if (context.page.path === "/contact/") throw new Error("no address");`,
      "contact does not render: no address (GGPPH /contact/, none and 8 more)",
    ],
    [
      "for one country rule only",
      `if (key !== "home") return; if (context.visitor.rule === "ontario") throw new Error("no copy"); return { html: context.visitor.rule, head: { title: "a", description: "a" }, readsVisitor: true };`,
      "home does not render: no copy (GGPPH /, ontario and 3 more)",
    ],
    [
      "on one of the sites only",
      `if (context.site.siteId === "GGPCOM" && key === "home") throw new Error("no footer");`,
      "home does not render: no footer (GGPCOM /en/, none and 3 more)",
    ],
  ])("for an island that throws %s, with the page and how many more", async (_what, body, problem) => {
    const [found, ...others] = await check("content", { server: toServerSource("content", body) });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "RELEASE_PAGE_FAILED", file: "server/entry.cjs", line: 3 });
    expect(found?.problem.replace(/\d+ more/, "n more")).toBe(problem.replace(/\d+ more/, "n more"));
  });

  test("for an island that throws on an error page only", async () => {
    const server = toServerSource("compliance", `if (context.page.status === 403) throw new Error("no 403");`);
    expect(await check("compliance", { server })).toMatchObject([
      {
        code: "RELEASE_PAGE_FAILED",
        problem: expect.stringMatching(/^error does not render: no 403 \(GGPPH error:403/),
      },
    ]);
  });

  test("for an island that fails with the documents of one site only", async () => {
    const [first, ...others] = sites;
    if (!first) throw new Error("there is no site");
    const navigations = { ...first.data.navigations, items: [] };
    const server = toServerSource(
      "navigation",
      `if (key === "header" && context.data.navigations.items.length === 0) throw new Error("an empty menu");`,
    );
    const exposes = [{ key: "header", data: ["navigations" as const] }, { key: "sub-navigation" }, { key: "footer" }];
    const empty = [...others, { site: first.site, data: { ...first.data, navigations } }];
    expect(await check("navigation", { server, exposes })).toEqual([]);
    expect(await check("navigation", { server, exposes }, { at: empty })).toMatchObject([
      { code: "RELEASE_PAGE_FAILED", problem: expect.stringContaining(`an empty menu (${first.site.siteId} /`) },
    ]);
  });

  test("for inline styles, an unfilled placeholder and an empty title", async () => {
    const server = toServerSource(
      "content",
      `if (key === "contact") return { html: '<p style="color:red">{name}</p>', head: { title: "", description: "x" }, readsVisitor: false };`,
    );
    expect((await check("content", { server })).map(({ check: name, file }) => [name, file])).toEqual([
      ["html", "src/exposes/contact.tsx"],
      ["texts", "src/exposes/contact.tsx"],
      ["head", "src/exposes/contact.tsx"],
    ]);
  });

  test("for an island that renders differently the second time", async () => {
    const server = `let count = 0;${toServerSource("content", `if (key === "contact") return { html: "<p>" + (count += 1) + "</p>", head: { title: "x", description: "x" }, readsVisitor: false };`)}`;
    expect(await check("content", { server })).toMatchObject([
      { code: "RELEASE_RENDER_UNSTABLE", file: "src/exposes/contact.tsx" },
    ]);
  });

  test("for an island that hangs", async () => {
    const quick = createRenderPool({ deadline: 200, firstDeadline: 2000 });
    try {
      const candidate = await bench.load("content", {
        shared,
        server: toServerSource("content", `if (key === "contact") for (;;);`),
      });
      expect(
        await findProblems(new Map([["content", candidate]]), beside, {
          sites: sites.slice(0, 1),
          pool: quick,
          live: beside,
        }),
      ).toContainEqual(
        expect.objectContaining({
          code: "RELEASE_PAGE_FAILED",
          problem: expect.stringMatching(/contact does not render: no answer within/),
        }),
      );
    } finally {
      quick.close();
    }
  });

  test.each(["{}", "{ html: 7 }", "'text'"])("for an island that answers %s", async (answer) => {
    expect(
      await check("content", { server: toServerSource("content", `if (key === "contact") return ${answer};`) }),
    ).toMatchObject([{ code: "RELEASE_PAGE_FAILED" }]);
  });

  test("for a server file that does not load, and says why", async () => {
    const problems = await check("content", { server: "require('node:fs')" });
    expect(problems).toContainEqual(
      expect.objectContaining({ code: "RELEASE_DESCRIPTION_DIFFERS", problem: expect.stringContaining("node:fs") }),
    );
    expect(problems).toContainEqual(
      expect.objectContaining({ code: "RELEASE_PAGE_FAILED", problem: expect.stringContaining("node:fs") }),
    );
  });

  test("for everything at once, in one list", async () => {
    const problems = await check("content", {
      version: "1.0.0-000000000000",
      contract: "9.0.0",
      shared: { react: "^1.0.0" },
      files: { "browser/a.css": "body{margin:0}", "browser/a.js.map": "{}" },
      server: toServerSource("content", "throw new Error('x')"),
    });
    expect(new Set(problems.map(({ check: name }) => name))).toEqual(
      new Set(["version", "styles", "leaks", "contract", "shared-libraries", "renders"]),
    );
  });
});

describe("releases that were admitted one by one", () => {
  test("are compatible while the shell provides what each was built against", () => {
    expect(findProblemsOfSet(beside)).toEqual([]);
  });

  test("are incompatible once the shell provides other libraries", async () => {
    const shell = await bench.load("shell", { shared: { react: "^20.0.0", jotai: "^3.0.1" } });
    expect(findProblemsOfSet(new Map([...beside, ["shell", shell] as const]))).toContainEqual(
      expect.objectContaining({
        code: "RELEASE_SHARED_UNSUPPORTED",
        problem: expect.stringContaining("the shell provides 20.0.0"),
      }),
    );
  });
});
