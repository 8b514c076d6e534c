import type { ReleaseProblem } from "@site/contracts/release-checks/release-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createRenderPool } from "../composition/render/render-pool.ts";
import { checkEach, type FindIsland } from "../testing/check-each.ts";
import { contentPages } from "../testing/few-pages.ts";
import { toHeadOptions, toServerSource } from "../testing/fixture-release.ts";
import { clocks, counting, invalid, manyFaults, stable, surroundings, windows } from "../testing/unstable-islands.ts";
import { useCheckedSet } from "../testing/use-checked-set.ts";

vi.setConfig({ testTimeout: 60_000 });

const set = useCheckedSet(contentPages);

describe("a release is refused for what its islands render, with the page and what to change", () => {
  test.each([
    ["throws", 'throw new Error("broken");'],
    [
      "is more than a page should carry",
      'return { html: "", headFragment: { vendors: [], settings: { text: "x".repeat(4000) } }, readsVisitor: false };',
    ],
  ])("for a head fragment that %s", async (_what, body) => {
    expect(await set().check("compliance", toHeadOptions({ body }))).toMatchObject([
      { code: "RELEASE_PAGE_FAILED", problem: expect.stringMatching(/^head does not render.*GGP/) },
    ]);
  });

  describe("for an island that throws", () => {
    let found: ReleaseProblem[];
    beforeAll(async () => {
      const throws = [
        `if (context.page.path === "/contact/") throw new Error("no address");`,
        `if (context.site.siteId === "GGPCOM" && key === "home") throw new Error("no footer");`,
        `if (key === "home" && context.visitor.rule === "ontario") throw new Error("no copy");`,
        `if (key === "home") return { html: context.visitor.rule, head: { title: "a", description: "a" }, readsVisitor: true };`,
        `if (key === "about-us" && new Date().getFullYear() > 2000) throw new Error("the offer has ended");`,
      ];
      found = await set().check(
        "content",
        { server: toServerSource("content", throws.join(" ")) },
        { at: set().sites },
      );
    });

    test.each([
      [
        "on one page only",
        "contact does not render: no address (on GGPPH /contact/ with country rule none, and on 8 other page variants)",
      ],
      [
        "for one country rule only",
        "home does not render: no copy (on GGPPH / with country rule ontario, and on 3 other page variants)",
      ],
      [
        "on one of the sites only",
        "home does not render: no footer (on GGPCOM /en/ with country rule none, and on 3 other page variants)",
      ],
    ])("%s, with the page and how many more", (_what, problem) => {
      const told = found.map((one) => ({ ...one, problem: one.problem.replace(/\d+ other/, "n other") }));
      const place = { code: "RELEASE_PAGE_FAILED", file: "server/entry.cjs", line: 3 };
      expect(told).toContainEqual(
        expect.objectContaining({ ...place, problem: problem.replace(/\d+ other/, "n other") }),
      );
    });

    test("the second time only, with what it threw and where", () => {
      expect(found).toContainEqual(
        expect.objectContaining({
          code: "RELEASE_PAGE_FAILED",
          file: "server/entry.cjs",
          line: 3,
          problem: expect.stringMatching(/^about-us does not render: the offer has ended \(on GGPPH/),
        }),
      );
    });

    test("in each of these ways once, and for nothing else", () => {
      expect(found).toHaveLength(4);
    });
  });

  test("for an island that throws on an error page only", async () => {
    const server = toServerSource("compliance", `if (context.page.status === 403) throw new Error("no 403");`);
    expect(await set().check("compliance", { server })).toMatchObject([
      {
        code: "RELEASE_PAGE_FAILED",
        problem: expect.stringMatching(/^error does not render: no 403 \(on GGPPH error:403/),
      },
    ]);
  });

  test("for an island that fails with the documents of one site only", async () => {
    const [first, ...others] = set().sites;
    if (!first) throw new Error("there is no site");
    const navigations = { ...first.data.navigations, items: [] };
    const server = toServerSource(
      "navigation",
      `if (key === "header" && context.data.navigations.items.length === 0) throw new Error("an empty menu");`,
    );
    const exposes = [{ key: "header", data: ["navigations" as const] }, { key: "sub-navigation" }, { key: "footer" }];
    const empty = [...others, { site: first.site, data: { ...first.data, navigations } }];
    expect(await set().check("navigation", { server, exposes }, { at: set().sites })).toEqual([]);
    expect(await set().check("navigation", { server, exposes }, { at: empty })).toMatchObject([
      { code: "RELEASE_PAGE_FAILED", problem: expect.stringContaining(`an empty menu (on ${first.site.siteId} /`) },
    ]);
  });

  test("for a head fragment whose settings show the clock", async () => {
    const body =
      'return { html: "", headFragment: { vendors: [], settings: { year: new Date().getFullYear() } }, readsVisitor: false };';
    expect(await set().check("compliance", toHeadOptions({ body }))).toMatchObject([
      { code: "RELEASE_RENDER_UNSTABLE", file: "src/exposes/head.ts" },
    ]);
  });

  test.each([
    [
      "for an island that hangs",
      "for (;;);",
      [{ code: "RELEASE_PAGE_FAILED", problem: expect.stringMatching(/contact does not render: no answer within/) }],
    ],
    ["not for an island that hangs where nothing is a real browser", 'while (typeof window === "object");', []],
  ])("%s", async (_what, body, found) => {
    const quick = createRenderPool({ deadlineMs: 200, firstDeadlineMs: 2000 });
    try {
      const server = toServerSource("content", `if (key === "contact") ${body}`);
      const problems = await set().check("content", { server }, { own: quick });
      expect(problems.slice(0, 1)).toMatchObject(found);
    } finally {
      quick.close();
    }
  });

  test("for a server file that does not load, and says why", async () => {
    const problems = await set().check("content", { server: "require('node:fs')" });
    expect(problems).toContainEqual(
      expect.objectContaining({ code: "RELEASE_DESCRIPTION_DIFFERS", problem: expect.stringContaining("node:fs") }),
    );
    expect(problems).toContainEqual(
      expect.objectContaining({ code: "RELEASE_PAGE_FAILED", problem: expect.stringContaining("node:fs") }),
    );
  });
});

describe("of the islands of a release, one is refused", () => {
  let find: FindIsland;
  beforeAll(async () => {
    const tables = [clocks, surroundings, windows, stable, invalid].flatMap((rows) => rows.map(([, source]) => source));
    find = await checkEach(set(), [manyFaults, counting, ...tables]);
  });

  test("for inline styles, an unfilled placeholder and an empty title", () => {
    const { key, problems } = find(manyFaults);
    const file = `src/exposes/${key}.tsx`;
    expect(problems.map((one) => [one.check, one.file])).toEqual([
      ["html", file],
      ["texts", file],
      ["head", file],
    ]);
  });

  test("that renders differently the second time", () => {
    const { key, problems } = find(counting);
    expect(problems).toMatchObject([{ code: "RELEASE_RENDER_UNSTABLE", file: `src/exposes/${key}.tsx` }]);
  });

  test.each(clocks)("that shows a clock that %s, which stands in 1970 on servers", (_what, source) => {
    const { key, problems } = find(source);
    expect(problems).toMatchObject([
      {
        code: "RELEASE_RENDER_UNSTABLE",
        file: `src/exposes/${key}.tsx`,
        problem: expect.stringContaining("clock"),
      },
    ]);
  });

  test.each(surroundings)("that shows %s, with the page and what differs", (_what, source, shown) => {
    const { key, problems } = find(source);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: "RELEASE_RENDER_UNSTABLE",
      file: `src/exposes/${key}.tsx`,
      change: expect.stringContaining("timeZone"),
    });
    const place = key === "home" ? "/" : `/${key}/`;
    expect(problems[0]?.problem).toMatch(
      new RegExp(
        `^${key} renders .*time zone.*language.* \\(on GGPPH ${place} with country rule none, and on \\d+ other page variants\\) `,
      ),
    );
    expect(problems[0]?.problem).toMatch(shown);
  });

  test.each(windows)("that %s, with what differs", (_what, source) => {
    const { key, problems } = find(source);
    expect(problems).toMatchObject([
      {
        code: "RELEASE_RENDER_UNSTABLE",
        file: `src/exposes/${key}.tsx`,
        problem: expect.stringMatching(new RegExp(`^${key} renders something else where there is a window.* shows "`)),
        change: expect.stringContaining("hydrated"),
      },
    ]);
  });

  test.each(stable)("but none that %s", (_what, source) => {
    expect(find(source).problems).toEqual([]);
  });

  test.each(invalid)("that answers %s", (_what, source) => {
    expect(find(source).problems).toMatchObject([{ code: "RELEASE_PAGE_FAILED" }]);
  });
});
