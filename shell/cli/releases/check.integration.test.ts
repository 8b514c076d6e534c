import { appendFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { PassThrough } from "node:stream";
import { budgets } from "@site/contracts/release-checks/budgets";
import { releaseChecks } from "@site/contracts/release-checks/release-checks";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import {
  type FixtureOptions,
  type FixtureRelease,
  listExposeKeys,
  toServerSource,
} from "../../src/server/testing/fixture-release.ts";
import { runSite } from "../commands/run-site.ts";
import { contentPages, fewPages } from "../../src/server/testing/few-pages.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What `site check` says of one thing that is wrong with a release. */
interface Refusal {
  /** The name of the check that refuses it. */
  check: string;
  /** The file, line and column of the first problem, as far as it has them. */
  place?: string;
  problem: RegExp;
  change: RegExp;
}

/** A release that a remote's team built, and what each check that refuses it says. A check renders every page: one is for many refusals. */
interface RefusedRelease {
  what: string;
  options: FixtureOptions;
  package?: PackageName;
  /** Spoils what was built. */
  spoil?(built: FixtureRelease): void;
  refusals: readonly Refusal[];
}

const css = (text: string): FixtureOptions => ({ files: { "browser/a.css": text } });

/** An island with some HTML, in the code that renders it. */
const toIsland = (html: string): string =>
  `{ html: ${html}, head: { title: "a", description: "b" }, readsVisitor: false }`;

/** What the islands of content render, each wrong in a way of its own. The place of the error is in the third line. */
const islands = [
  'if (key === "contact") throw new Error("no address");',
  'if (key === "home") return { html: \'<p><a href="/nowhere/">a</a></p>\', readsVisitor: false };',
  "const islands = {",
  `"about-us": () => (${toIsland(`'<p>a</p><div data-slot="lobby/tables" data-variant=""></div>'`)}),`,
  `"affiliate-program": () => (${toIsland(`""`)}),`,
  `"channeling-solution": () => (${toIsland(`"<p>" + "x".repeat(${budgets.slotHtml}) + "</p>"`)}),`,
  `"streamer-mode": () => (${toIsland(`"<p style='color:red'>a</p>"`)}),`,
  `"poker-school": () => (${toIsland(`"<p>undefined tables</p>"`)}),`,
  `ggteam: () => (${toIsland(`"<p>" + (own.count = (own.count ?? 0) + 1) + "</p>"`)}),`,
  "};",
  "return islands[key]?.();",
].join(" ");

const refused: readonly RefusedRelease[] = [
  {
    what: "the bytes",
    options: {
      version: "1.0.0-000000000000",
      contract: "9.0.0",
      files: {
        "browser/remoteEntry.js": "x".repeat(budgets.entry + 1),
        "browser/x.json": '{\n  "getPublicPath": "return 1"}',
        "browser/x.js": "1",
        "browser/x.js.br": brotliCompressSync("22").toString("latin1"),
        ...css("@layer remote{\n.content-a{color:red}\nbody{display:none}}").files,
        "browser/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><script>1</script></svg>",
        "browser/copy.js": "'__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'",
        "browser/leak.js": "// /home/ada/site",
      },
    },
    spoil: ({ folder }) => appendFileSync(join(folder, "browser/island.js"), ";"),
    refusals: [
      {
        check: "files",
        place: "browser/island.js",
        problem: /its hash is sha384-.*the manifest says sha384-/,
        change: /[Bb]uild/,
      },
      {
        check: "version",
        place: "release.json",
        problem: /it claims the version 1\.0\.0-000000000000, its content is 1\.0\.0-/,
        change: /Build it again/,
      },
      {
        check: "manifest-code",
        place: "browser/x.json:2:4",
        problem: /getPublicPath/,
        change: /Remove the field/,
      },
      { check: "brotli", place: "browser/x.js.br", problem: /unpack|brotli/, change: /Build it again/ },
      {
        check: "budgets",
        place: "browser/remoteEntry.js",
        problem: /the budget is 20480/,
        change: /load what is rarely needed with import\(\)/,
      },
      { check: "styles", place: "browser/a.css:3:1", problem: /body/, change: /Name a class of this CSS Module/ },
      {
        check: "pictures",
        place: "browser/a.svg",
        problem: /script.*at character/,
        change: /Export the picture again/,
      },
      { check: "library-copies", place: "browser/copy.js", problem: /copy of react/, change: /react-intl/ },
      { check: "leaks", place: "browser/leak.js", problem: /\/home\/ada.*built on/, change: /Take it out/ },
      {
        check: "contract",
        problem: /contract 9\.0\.0/,
        change: /Install @site\/contracts 1\.0\.0, which is the shell's, and build again\.$/,
      },
    ],
  },
  {
    what: "what it says of itself",
    options: {
      server: `${toServerSource("content")}\nexports.describe = () => []; exports.messages = () => ({ "en.json": ["download.title"] });`,
      shared: { react: "^99.0.0" },
      exposes: listExposeKeys("content").flatMap((key) =>
        key === "contact" ? [] : { key, ...(key === "home" && { slots: ["download/buton"] }) },
      ),
      document: {
        surface: {
          sends: { "content:opend": [] },
          hears: {},
          messages: {},
          deprecates: { "expose:hom": "Use about-us." },
        },
      },
    },
    refusals: [
      { check: "description", place: "server/entry.cjs", problem: /./, change: /Build it again/ },
      { check: "messages", problem: /download\.title/, change: /Rename it to content\./ },
      {
        check: "events",
        place: "release.json",
        problem: /it sends content:opend, which is no event of the contract/,
        change: /Correct the name/,
      },
      {
        check: "announcements",
        place: "package.json",
        problem: /"deprecates" names expose:hom, which the release does not have/,
        change: /Correct the name/,
      },
      {
        check: "shared-libraries",
        problem: /react \^99\.0\.0; the shell provides/,
        change: /Install the shell's version: pnpm add --save-exact react@19\./,
      },
      {
        check: "needs",
        problem:
          /content\/home of content@\S+ has a slot for download\/buton; expected download@\S+ to have the island buton, found page\./,
        change: /Name an island and a variant that are there/,
      },
      {
        check: "removals",
        problem:
          /it no longer has the island contact; expected it, or its announcement in content@\S+, which is live; found neither\./,
        change: /add "expose:contact" with what to use instead to "deprecates"/,
      },
    ],
  },
  {
    what: "what its islands render",
    options: { server: toServerSource("content", islands) },
    refusals: [
      {
        check: "renders",
        place: "server/entry.cjs:3",
        problem: /contact does not render: no address \(on GGPPH \/contact\//,
        change: /Make it render there/,
      },
      { check: "slots", problem: /about-us has a place for lobby\/tables/, change: /publish both packages together/ },
      { check: "content", problem: /affiliate-program/, change: /Render the page's content on the server/ },
      { check: "slot-size", problem: /channeling-solution/, change: /Render less/ },
      { check: "links", problem: /content\/home links to \/nowhere\//, change: /Link to a page that is there/ },
      { check: "html", problem: /streamer-mode: .*style/, change: /Correct the component's markup/ },
      { check: "texts", problem: /poker-school: .*undefined/, change: /Give the message its text/ },
      { check: "head", problem: /home/, change: /Return both/ },
      { check: "stable", problem: /ggteam/, change: /Do not use the time/ },
    ],
  },
  {
    what: "a call of eval that never runs",
    options: { server: `const never = () =>\n  eval("1");\n${toServerSource("content")}` },
    refusals: [
      {
        check: "description",
        place: "server/entry.cjs:2:3",
        problem: /it calls eval/,
        change: /Write it without eval/,
      },
      { check: "renders", problem: /does not render/, change: /Make it render there/ },
    ],
  },
  {
    what: "its layout",
    package: "shell",
    options: { files: { "server/layout.json": "{}" } },
    refusals: [{ check: "layout", place: "server/layout.json", problem: /./, change: /routes\.ts/ }],
  },
];

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({ shell: contentPages });
});
afterAll(() => bench.remove());

const check = (...words: string[]): Promise<SiteRun> => runSiteIn(bench.root, ["check", ...words]);

describe("site check, for the team of a remote", () => {
  test("passes a good build, and says beside what and for which sites it was checked", async () => {
    const { folder, version } = await bench.write("content");
    expect(await check("content", "--from", folder)).toMatchObject({
      code: 0,
      out: `content@${version}\npasses ${releaseChecks.length} checks for GGPPH, GGPCOM, GGPBR, beside what is live`,
      err: `checking content@${version} (1 of 1)`,
    });
    expect(
      JSON.parse((await runSiteIn(bench.root, ["--json", "check", "content", "--from", folder])).out),
    ).toMatchObject({ checked: [`content@${version}`], problems: [] });
  });

  describe.each(refused)("refuses of $what", ({ package: own = "content", options, spoil, refusals }) => {
    let run: SiteRun;
    beforeAll(async () => {
      const built = await bench.write(own, options);
      spoil?.(built);
      run = await check(own, "--from", built.folder);
    });

    test.each(refusals)(
      "what $check does not let pass, with the file and line as far as they are known, and what to change",
      ({ check: name, place, problem, change }) => {
        expect({ code: run.code, out: run.out }).toEqual({ code: 3, out: "" });
        const lines = run.err.split("\n");
        const index = lines.findIndex((line) => line.includes(`(${name})`));
        expect(lines[index], run.err).toMatch(
          new RegExp(`^  RELEASE_[A-Z_]+ \\(${name}\\) ${place === undefined ? "" : place.replaceAll(".", "\\.")}`),
        );
        expect(lines.slice(index, index + 2).join("\n")).toMatch(problem);
        expect(lines[index + 1]).toMatch(change);
      },
    );

    test("everything that is wrong, not only the first", () => {
      const found = [...run.err.matchAll(/^ {2}RELEASE_[A-Z_]+ \(([a-z-]+)\)/gm)].map(([, name]) => name);
      expect(new Set(found)).toEqual(new Set(refusals.map((one) => one.check)));
      expect(run.err).toContain(found.length === 1 ? "1 problem" : `${found.length} problems`);
    });
  });

  test("has a refusal for each check in this table, but for those of a whole page and of a head fragment", () => {
    const refusing = new Set(refused.flatMap(({ refusals }) => refusals.map((one) => one.check)));
    expect(
      releaseChecks
        .map(({ name }) => name)
        .filter((name) => !refusing.has(name))
        .toSorted(),
    ).toEqual(["head-fragment", "page-size"]);
  });

  test("says the same with --json: check, code, release, file, line, what is wrong and what to change", async () => {
    const { folder, version } = await bench.write(
      "content",
      css("@layer remote{\n.content-a{color:red}\nbody{display:none}}"),
    );
    const { code, out, err } = await runSiteIn(bench.root, ["--json", "check", "content", "--from", folder]);
    expect({ code, err }).toEqual({ code: 3, err: "" });
    expect(JSON.parse(out)).toEqual({
      error: {
        code: "RELEASE_REFUSED",
        detail: expect.stringContaining("cannot be admitted"),
        problems: [
          {
            check: "styles",
            code: "RELEASE_STYLE_FOREIGN",
            release: `content@${version}`,
            file: "browser/a.css",
            line: 3,
            column: 1,
            problem: expect.stringContaining("body"),
            change: expect.stringContaining("CSS Module"),
          },
        ],
      },
    });
  });

  test("refuses a package that there is none of, and names the nearest", async () => {
    expect(await check("contnet")).toMatchObject({
      code: 5,
      out: "",
      err: expect.stringMatching(/^PACKAGE_UNKNOWN: There is no package contnet\. There are: content,/),
    });
  });

  test("refuses a folder in which nothing is built, and a file that is no manifest", async () => {
    const { folder } = await bench.write("content");
    writeFileSync(join(folder, "release.json"), "{");
    expect(await check("content", "--from", folder)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^RELEASE_INVALID: .*not JSON/),
    });
    rmSync(join(folder, "release.json"));
    expect(await check("content", "--from", folder)).toMatchObject({
      code: 5,
      err: expect.stringMatching(/^RELEASE_NOT_BUILT: There is no built release in .*site build makes one/),
    });
  });

  test("refuses one folder for two packages", async () => {
    expect(await check("content", "download", "--from", bench.root)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^USAGE_INVALID: .*one release/),
    });
  });

  test("needs no store, and writes nothing where there is none", async () => {
    const { folder, version } = await bench.write("shell", {
      files: { ...fewPages.files, "browser/leak.js": "// /home/ada/site" },
    });
    const none = join(bench.root, "none");
    const run = await runSiteIn(none, ["check", "shell", "--from", folder]);
    expect(run.err).toContain(`checking shell@${version}`);
    expect(run.err).toMatch(/\(leaks\) browser\/leak\.js/);
    expect(run.err).not.toContain("STORE_NOT_FOUND");
    expect(existsSync(none)).toBe(false);
  });

  test("shows a bar on a terminal, and leaves the answer's stream clean", async () => {
    const { folder } = await bench.write("content");
    const terminal = Object.assign(new PassThrough(), {
      isTTY: true,
      columns: 80,
      cursorTo: () => true,
      clearLine: () => true,
    });
    const pipe = new PassThrough();
    expect(
      await runSite(["check", "content", "--from", folder], {
        env: { STORE_DIR: bench.root },
        stdout: pipe,
        stderr: terminal,
      }),
    ).toBe(0);
    expect(String(terminal.read())).toMatch(/░+ 0\/1 checking content@/);
    expect(String(pipe.read())).toMatch(/^content@\S+\npasses /);
  });
});
