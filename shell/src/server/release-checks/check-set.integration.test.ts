import { budgets } from "@site/contracts/release-checks/budgets";
import type { PackageName } from "@site/contracts/names/package-name";
import { contractVersion } from "@site/contracts/releases/share-scope";
import { lastingAttacks, toAllAttacks, toAttack } from "@site/contracts/testing/hostile/server-attacks";
import { createWitness } from "@site/contracts/testing/hostile/witness";
import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { fewPages } from "../testing/few-pages.ts";
import {
  type FixtureOptions,
  fixturePackages,
  listExposeKeys,
  toHeadOptions,
  toServerSource,
} from "../testing/fixture-release.ts";
import { sharedVersions, useCheckedSet } from "../testing/use-checked-set.ts";
import { findProblems } from "./check-set.ts";
import { findProblemsOfSet } from "./find-problems-of-set.ts";

vi.setConfig({ testTimeout: 60_000 });

const set = useCheckedSet();

const broken = async (name: PackageName): Promise<Map<PackageName, LoadedRelease>> =>
  new Map([
    ...set().beside,
    [
      name,
      await set().bench.load(name, {
        shared: sharedVersions,
        server: toServerSource("x", "throw new Error('broken');"),
      }),
    ],
  ]);

/** A remote of which one island has an element with the id `menu`. */
const withId = (name: PackageName, key: string) => ({
  server: toServerSource(
    name,
    `if (key === "${key}") return { html: '<p id="menu">x</p>', head: { title: "a", description: "b" }, readsVisitor: false };`,
  ),
});

const isRender = ({ check }: ReleaseProblem): boolean => check === "renders";

/** The problems of another release of content that are found without a render. */
const findTogether = async (options: FixtureOptions): Promise<ReleaseProblem[]> =>
  findProblemsOfSet(new Map([...set().beside, ["content", await set().bench.load("content", options)]]));

/** A release whose entry and head script have these many bytes, and with further files. */
const toSized = (entry: number, head: number, files: Record<string, string> = {}): FixtureOptions => {
  const options = toHeadOptions({ size: head });
  return { ...options, files: { ...options.files, "browser/remoteEntry.js": "x".repeat(entry), ...files } };
};

test("a hostile server file reaches nothing while it is checked", async () => {
  const witness = await createWitness();
  try {
    const body = `${toAttack(toAllAttacks(lastingAttacks), witness.targets)}
      const text = attack(context);
      if (text !== "won: ") throw new Error(text);`;
    expect(await set().check("content", { server: toServerSource("content", body) })).toEqual([]);
    expect(await witness.findHits()).toEqual([]);
  } finally {
    witness.close();
  }
});

describe("the release checks find nothing wrong with", () => {
  test.each(fixturePackages)("a good release of %s", async (name) => {
    // Another version than the one beside it: a release that is checked is rendered.
    expect(
      await set().check(name, {
        packageVersion: "1.0.1",
        // The styles of the shell may reach everything.
        ...(name === "shell" && {
          shared: sharedVersions,
          files: { ...fewPages.files, "browser/base.css": "body{margin:0}" },
        }),
      }),
    ).toEqual([]);
  });

  test("the first release of a remote, while nothing is live", async () => {
    expect(await set().check("content", {}, { live: new Map() })).toEqual([]);
  });

  test("all packages at once, before anything is live", async () => {
    expect(await findProblems(set().beside, new Map(), set())).toEqual([]);
  });

  test("a release, when another live one is broken already", async () => {
    expect(await set().check("content", {}, { live: await broken("navigation") })).toEqual([]);
    expect(await set().check("shell", { shared: sharedVersions }, { live: await broken("navigation") })).toEqual([]);
  });
});

describe("a candidate shell", () => {
  test("with which no remote renders is refused, although its own islands render, and for each library that it lacks", async () => {
    const remotes = new Map(set().beside);
    for (const name of fixturePackages.slice(1)) {
      remotes.set(
        name,
        await set().bench.load(name, {
          shared: sharedVersions,
          server: `const { html } = require("shared"); ${toServerSource(name)}`,
        }),
      );
    }
    const withShared = await set().bench.load("shell", {
      shared: sharedVersions,
      files: { "server/shared.cjs": "exports.sharedModules = { shared: { html: 1 } };" },
    });
    const live = new Map([...remotes, ["shell", withShared] as const]);
    expect(
      await set().check(
        "shell",
        {
          shared: sharedVersions,
          files: { "server/shared.cjs": "exports.sharedModules = { shared: { html: 2 } };" },
        },
        { live },
      ),
    ).toEqual([]);
    const problems = await set().check("shell", { shared: {} }, { live });
    const [renders, others] = [problems.filter(isRender), problems.filter((one) => !isRender(one))];
    expect(new Set(renders.map(({ release }) => release.split("@")[0]))).toEqual(new Set(["shell"]));
    expect(renders.map(({ problem }) => problem)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^navigation\/header does not render: .*asks for shared, which the shell does not provide/,
        ),
        expect.stringMatching(/^content\/home does not render/),
      ]),
    );
    // Without the shared libraries it is refused for each remote that needs them.
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set(["RELEASE_SHARED_UNSUPPORTED"]));
    expect(others.map(({ release, problem }) => [release.split("@")[0], problem])).toContainEqual([
      "content",
      "it needs react ^19.3.1; the shell provides nothing.",
    ]);
  });
});

describe("a release is refused, with a code, the problem and what to change", () => {
  test("for a contract whose major the shell does not know", async () => {
    const [major = 0] = contractVersion.split(".").map(Number);
    expect(await findTogether({ contract: `${major + 1}.0.0` })).toMatchObject([
      {
        code: "RELEASE_CONTRACT_UNSUPPORTED",
        problem: expect.stringContaining(`${major + 1}.0.0`),
        change: expect.stringContaining("Install @site/contracts 1.0.0"),
      },
    ]);
  });

  test("for a contract newer than the shell's", async () => {
    expect(await findTogether({ contract: contractVersion.replace(/\d+$/, "7") })).toMatchObject([
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
    expect(await findTogether({ shared: { [library]: range } })).toMatchObject([
      {
        code: "RELEASE_SHARED_UNSUPPORTED",
        problem: expect.stringContaining(`${library} ${range}`),
        release: expect.stringMatching(/^content@/),
      },
    ]);
  });

  describe("of one release,", () => {
    let found: ReleaseProblem[];
    beforeAll(async () => {
      const half = "x".repeat(budgets.island / 2 + 1);
      const options = toSized(budgets.entry + 1, budgets.head + 1, {
        "browser/a.js": half,
        "browser/b.js": half,
        "browser/a.css": "@layer remote{\n.compliance-a{color:red}body{display:none}}",
      });
      found = await set().check("compliance", {
        ...options,
        exposes: listExposeKeys("compliance").map((key) =>
          key === "privacy-policy" ? { key, js: ["browser/a.js", "browser/b.js"] } : { key },
        ),
      });
    });

    test("for an entry over its budget", () => {
      expect(found).toContainEqual(
        expect.objectContaining({
          code: "RELEASE_OVER_BUDGET",
          problem: `the entry is ${budgets.entry + 1} bytes, the budget is ${budgets.entry}.`,
        }),
      );
    });

    test("for an island whose scripts are together over their budget", () => {
      expect(found).toContainEqual(
        expect.objectContaining({
          code: "RELEASE_OVER_BUDGET",
          problem: expect.stringContaining("the island privacy-policy"),
        }),
      );
    });

    test("for a head script over its budget", () => {
      expect(found).toContainEqual(expect.objectContaining({ code: "RELEASE_OVER_BUDGET", file: "browser/head.js" }));
    });

    test("for a selector that reaches outside the remote, with its file, line and column", () => {
      expect(found).toContainEqual(
        expect.objectContaining({
          code: "RELEASE_STYLE_FOREIGN",
          file: "browser/a.css",
          line: 2,
          column: 25,
          problem: expect.stringContaining("body"),
        }),
      );
    });

    test("and for nothing else, nor for files whose bytes are at their budgets", async () => {
      expect(found.map(({ code }) => code).toSorted()).toEqual([
        ...Array.from({ length: 3 }, () => "RELEASE_OVER_BUDGET"),
        "RELEASE_STYLE_FOREIGN",
      ]);
      expect(await set().check("compliance", toSized(budgets.entry, budgets.head))).toEqual([]);
    });
  });

  test("for an entry over its budget whose manifest claims a smaller size", async () => {
    const files = { "browser/remoteEntry.js": "x".repeat(budgets.entry + 1) };
    const honest = await set().bench.load("content", { files });
    const claimed = Object.fromEntries(
      Object.entries(honest.release.files).map(([file, { integrity }]) => [file, { integrity, size: 1 }]),
    );
    await expect(set().bench.load("content", { files, document: { files: claimed } })).rejects.toMatchObject({
      code: "RELEASE_FILE_MISMATCH",
    });
  });

  test("for a style sheet that a page would have of a file which is checked as none", async () => {
    await expect(
      set().check("content", {
        files: { "server/a.txt": "body{display:none}" },
        exposes: [{ key: "home", css: ["server/a.txt"] }],
      }),
    ).rejects.toMatchObject({ code: "RELEASE_INVALID", details: { path: "exposes.0.css.0" } });
  });

  test("for an id that another island of a page has, unless the live releases share it as well", async () => {
    const owning = await set().bench.load("compliance", {
      shared: sharedVersions,
      ...withId("compliance", "privacy-policy"),
    });
    const live = new Map([...set().beside, ["compliance", owning] as const]);
    // Found among the islands in front of it and behind it, with the page.
    for (const key of ["header", "footer"])
      expect(await set().check("navigation", withId("navigation", key), { live })).toEqual([
        {
          check: "html",
          code: "RELEASE_HTML_INVALID",
          release: expect.stringMatching(/^navigation@/),
          file: `src/exposes/${key}.tsx`,
          problem: `navigation/${key} has the id menu, which compliance/privacy-policy has on the same page. (on GGPPH /privacy-policy/ with country rule none)`,
          change: "Give it another id, or one of React's useId.",
        },
      ]);
    const sharing = await set().bench.load("navigation", { shared: sharedVersions, ...withId("navigation", "header") });
    const both = new Map([...live, ["navigation", sharing] as const]);
    expect(
      await set().check(
        "compliance",
        { ...withId("compliance", "privacy-policy"), packageVersion: "1.0.1" },
        { live: both },
      ),
    ).toEqual([]);
  });

  test("for everything at once, in one list", async () => {
    const problems = await set().check("content", {
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
    expect(findProblemsOfSet(set().beside)).toEqual([]);
  });

  test("are incompatible once the shell provides other libraries", async () => {
    const shell = await set().bench.load("shell", { shared: { react: "^20.0.0", jotai: "^3.0.1" } });
    expect(findProblemsOfSet(new Map([...set().beside, ["shell", shell] as const]))).toContainEqual(
      expect.objectContaining({
        code: "RELEASE_SHARED_UNSUPPORTED",
        problem: expect.stringContaining("the shell provides 20.0.0"),
      }),
    );
  });
});
