import { describe, expect, test, vi } from "vitest";
import { createRenderPool } from "../composition/render/render-pool.ts";
import { toHeadOptions, toServerSource } from "../testing/fixture-release.ts";
import { sharedVersions, useCheckedSet } from "../testing/use-checked-set.ts";
import { findProblems } from "./check-set.ts";

vi.setConfig({ testTimeout: 60_000 });

const set = useCheckedSet();

/** A server file of which the contact page shows a value. */
const toContact = (value: string, before = ""): string =>
  `${before}${toServerSource("content", `if (key === "contact") return { html: "<p>" + (${value}) + "</p>", head: { title: "x", description: "x" }, readsVisitor: false };`)}`;

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

  test.each([
    [
      "on one page only",
      `if (context.page.path === "/contact/") throw new Error("no address");`,
      "contact does not render: no address (on GGPPH /contact/ with country rule none, and on 8 other page variants)",
    ],
    [
      "for one country rule only",
      `if (key !== "home") return; if (context.visitor.rule === "ontario") throw new Error("no copy"); return { html: context.visitor.rule, head: { title: "a", description: "a" }, readsVisitor: true };`,
      "home does not render: no copy (on GGPPH / with country rule ontario, and on 3 other page variants)",
    ],
    [
      "on one of the sites only",
      `if (context.site.siteId === "GGPCOM" && key === "home") throw new Error("no footer");`,
      "home does not render: no footer (on GGPCOM /en/ with country rule none, and on 3 other page variants)",
    ],
  ])("for an island that throws %s, with the page and how many more", async (_what, body, problem) => {
    const [found, ...others] = await set().check("content", { server: toServerSource("content", body) });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "RELEASE_PAGE_FAILED", file: "server/entry.cjs", line: 3 });
    expect(found?.problem.replace(/\d+ other/, "n other")).toBe(problem.replace(/\d+ other/, "n other"));
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
    expect(await set().check("navigation", { server, exposes })).toEqual([]);
    expect(await set().check("navigation", { server, exposes }, { at: empty })).toMatchObject([
      { code: "RELEASE_PAGE_FAILED", problem: expect.stringContaining(`an empty menu (on ${first.site.siteId} /`) },
    ]);
  });

  test("for inline styles, an unfilled placeholder and an empty title", async () => {
    const server = toServerSource(
      "content",
      `if (key === "contact") return { html: '<p style="color:red">{name}</p>', head: { title: "", description: "x" }, readsVisitor: false };`,
    );
    expect((await set().check("content", { server })).map(({ check: name, file }) => [name, file])).toEqual([
      ["html", "src/exposes/contact.tsx"],
      ["texts", "src/exposes/contact.tsx"],
      ["head", "src/exposes/contact.tsx"],
    ]);
  });

  test("for an island that renders differently the second time", async () => {
    const server = `let count = 0;${toServerSource("content", `if (key === "contact") return { html: "<p>" + (count += 1) + "</p>", head: { title: "x", description: "x" }, readsVisitor: false };`)}`;
    expect(await set().check("content", { server })).toMatchObject([
      { code: "RELEASE_RENDER_UNSTABLE", file: "src/exposes/contact.tsx" },
    ]);
  });

  test("for an island that fails the second time, with what it threw and where", async () => {
    const server = toServerSource(
      "content",
      `if (key === "contact" && new Date().getFullYear() > 2000) throw new Error("the offer has ended");`,
    );
    expect(await set().check("content", { server })).toMatchObject([
      {
        code: "RELEASE_PAGE_FAILED",
        file: "server/entry.cjs",
        line: 3,
        problem: expect.stringMatching(/^contact does not render: the offer has ended \(on GGPPH/),
      },
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
    ["its component reads", "", "new Date().getFullYear()"],
    ["its component formats", "", 'new Intl.DateTimeFormat("en").format()'],
    ["its server file reads when it is loaded", "const year = Date();", "year"],
    // The render after it in the same process shows the same.
    ["its component keeps from its first render", "let year;", "(year ??= new Date().getFullYear())"],
    // A render where there is a window shows the same.
    [
      "its server file reads where there is no window",
      'const year = typeof window === "undefined" ? new Date().getFullYear() : 1970;',
      "year",
    ],
  ])("for an island that shows a clock that %s, which stands in 1970 on servers", async (_what, before, value) => {
    const server = toContact(value, before);
    expect(await set().check("content", { server })).toMatchObject([
      { code: "RELEASE_RENDER_UNSTABLE", file: "src/exposes/contact.tsx", problem: expect.stringContaining("clock") },
    ]);
  });

  test.each([
    [
      "a number in the language of the process",
      "",
      "(1234.5).toLocaleString()",
      /At character 4 of its HTML it shows "1,234\.5<\/p>", and then "١٬٢٣٤٫٥<\/p>"\.$/,
    ],
    [
      "a number as it is formatted by what the server file made when it was loaded",
      "const format = new Intl.NumberFormat();",
      "format.format(7)",
      /shows "7<\/p>", and then "٧<\/p>"\.$/,
    ],
    [
      "a list in the language of the process",
      "",
      'new Intl.ListFormat([]).format(["a", "b"])',
      /"and b<\/p>", and then "ve b<\/p>"/,
    ],
    ["a capital of the language of the process", "", '"i".toLocaleUpperCase()', /"I<\/p>", and then "İ<\/p>"/],
    [
      "a date in the time zone of the process",
      "",
      'new Intl.DateTimeFormat("en").format(Date.UTC(2026, 0, 1))',
      /"1\/1\/2026<\/p>", and then "12\/31\/2025<\/p>"/,
    ],
    ["the hour of a date", "", "new Date(Date.UTC(2026, 0, 1)).getHours()", /"0<\/p>", and then "13<\/p>"/],
  ])("for an island that shows %s, with the page and what differs", async (_what, before, value, shown) => {
    const server = toContact(value, before);
    const [found, ...others] = await set().check("content", { server });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: "RELEASE_RENDER_UNSTABLE",
      file: "src/exposes/contact.tsx",
      problem: expect.stringMatching(
        /^contact renders .*time zone.*language.* \(on GGPPH \/contact\/ with country rule none, and on \d+ other page variants\) /,
      ),
      change: expect.stringContaining("timeZone"),
    });
    expect(found?.problem).toMatch(shown);
  });

  test.each([
    ["asks whether there is a window", 'typeof window === "undefined" ? "server" : "browser"', ""],
    ["asks it when its server file is loaded", "place", 'const place = typeof document === "object" ? "b" : "s";'],
    ["is wider than a breakpoint", 'typeof window !== "undefined" && innerWidth >= 1024', ""],
    ["is no narrower than a breakpoint", 'typeof window === "undefined" || window.innerWidth >= 600', ""],
    ["takes a width of the window", 'typeof window !== "undefined" && window.matchMedia("(width > 9em)").matches', ""],
    ["shows the language of the browser", '(globalThis.navigator?.language ?? "en")', ""],
    ["shows what the browser keeps", '(typeof localStorage === "object" && localStorage.getItem("seat"))', ""],
  ])("for an island that %s, with what differs", async (_what, value, before) => {
    expect(await set().check("content", { server: toContact(value, before) })).toMatchObject([
      {
        code: "RELEASE_RENDER_UNSTABLE",
        file: "src/exposes/contact.tsx",
        problem: expect.stringMatching(/^contact renders something else where there is a window.* shows "/),
        change: expect.stringContaining("hydrated"),
      },
    ]);
  });

  test.each([
    ["asks for a browser and shows the same", 'String(typeof window).replace(/.+/, "same")'],
    ["fails without a real browser", '(typeof window === "object" ? [...document.forms][0].name : "x")'],
  ])("not for an island that %s", async (_what, value) => {
    expect(await set().check("content", { server: toContact(value) })).toEqual([]);
  });

  test("not for an island that is never hydrated and asks whether there is a window", async () => {
    const server = toContact('typeof window === "undefined" ? "server" : "browser"');
    expect(await set().check("content", { server, exposes: [{ key: "contact", hydrate: "never" }] })).toEqual([]);
  });

  test("not for an island that formats in the language of its page and in a named time zone", async () => {
    const value = `(1234.5).toLocaleString("en") + new Date(0).toLocaleString("pt-BR", { timeZone: "UTC" }) + new Intl.DateTimeFormat("en", { timeZone: "Asia/Manila" }).format(0) + "i".toLocaleUpperCase("en") + "a".localeCompare("b", "en")`;
    const server = toServerSource(
      "content",
      `if (key === "contact") return { html: "<p>" + ${value} + "</p>", head: { title: "x", description: "x" }, readsVisitor: false };`,
    );
    expect(await set().check("content", { server })).toEqual([]);
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
      const candidate = await set().bench.load("content", { shared: sharedVersions, server });
      const problems = await findProblems(new Map([["content", candidate]]), set().beside, {
        sites: set().sites.slice(0, 1),
        pool: quick,
        live: set().beside,
      });
      expect(problems.slice(0, 1)).toMatchObject(found);
    } finally {
      quick.close();
    }
  });

  test.each(["{}", "{ html: 7 }", "'text'"])("for an island that answers %s", async (answer) => {
    expect(
      await set().check("content", { server: toServerSource("content", `if (key === "contact") return ${answer};`) }),
    ).toMatchObject([{ code: "RELEASE_PAGE_FAILED" }]);
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
