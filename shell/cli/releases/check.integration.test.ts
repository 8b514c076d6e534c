import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { PassThrough } from "node:stream";
import { budgets } from "@site/contracts/release-checks/budgets";
import { releaseChecks } from "@site/contracts/release-checks/release-checks";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  createFixtureBench,
  type FixtureBench,
  type FixtureOptions,
  type FixtureRelease,
  listExposeKeys,
  toServerSource,
} from "../../src/server/testing/fixture-release.ts";
import { runSite } from "../commands/run-site.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A release that a remote's team built, and what `site check` says of it. */
interface Refusal {
  /** The name of the check that refuses it. */
  check: string;
  options?: FixtureOptions;
  package?: PackageName;
  /** Spoils what was built. */
  spoil?(built: FixtureRelease): void;
  /** The file, line and column of the first problem, as far as it has them. */
  place?: string;
  problem: RegExp;
  change: RegExp;
}

const island = (body: string): FixtureOptions => ({ server: toServerSource("content", body) });
const answer = (html: string, rest = ""): FixtureOptions =>
  island(
    `if (key === "contact") return { html: ${JSON.stringify(html)}, head: { title: "a", description: "b" }, readsVisitor: false${rest} };`,
  );
const css = (text: string): FixtureOptions => ({ files: { "browser/a.css": text } });

const noSurface = { sends: {}, hears: {}, messages: {} };

const refusals: Refusal[] = [
  {
    check: "files",
    spoil: ({ folder }) => appendFileSync(join(folder, "browser/remoteEntry.js"), ";"),
    place: "browser/remoteEntry.js",
    problem: /its hash is sha384-.*the manifest says sha384-/,
    change: /[Bb]uild/,
  },
  {
    check: "version",
    options: { version: "1.0.0-000000000000" },
    place: "release.json",
    problem: /it claims the version 1\.0\.0-000000000000, its content is 1\.0\.0-/,
    change: /Build it again/,
  },
  {
    check: "manifest-code",
    options: { files: { "browser/x.json": '{\n  "getPublicPath": "return 1"}' } },
    place: "browser/x.json:2:4",
    problem: /getPublicPath/,
    change: /Remove the field/,
  },
  {
    check: "brotli",
    options: { files: { "browser/x.js": "1", "browser/x.js.br": brotliCompressSync("22").toString("latin1") } },
    place: "browser/x.js.br",
    problem: /unpack|brotli/,
    change: /Build it again/,
  },
  {
    check: "budgets",
    options: { files: { "browser/remoteEntry.js": "x".repeat(budgets.entry + 1) } },
    place: "browser/remoteEntry.js",
    problem: /the budget is 20480/,
    change: /load what is rarely needed with import\(\)/,
  },
  {
    check: "styles",
    options: css("@layer remote{\n.content-a{color:red}\nbody{display:none}}"),
    place: "browser/a.css:3:1",
    problem: /body/,
    change: /Use a CSS Module/,
  },
  {
    check: "pictures",
    options: {
      files: {
        "browser/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'><script>1</script></svg>",
      },
    },
    place: "browser/a.svg",
    problem: /script.*at character/,
    change: /Export the picture again/,
  },
  {
    check: "library-copies",
    options: { files: { "browser/x.js": "'__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'" } },
    place: "browser/x.js",
    problem: /copy of react/,
    change: /share-scope/,
  },
  {
    check: "leaks",
    options: { files: { "browser/x.js": "// /home/ada/site" } },
    place: "browser/x.js",
    problem: /\/home\/ada.*built on/,
    change: /Take it out/,
  },
  {
    check: "description",
    options: {
      server:
        "exports.describe = () => []; exports.messages = () => ({}); exports.render = () => ({ html: '', head: { title: 'a', description: 'b' }, readsVisitor: false });",
    },
    place: "server/entry.cjs",
    problem: /./,
    change: /Build it again/,
  },
  {
    check: "messages",
    options: {
      server: `${toServerSource("content")}\nexports.describe = () => []; exports.messages = () => ({ "en.json": ["download.title"] });`,
      exposes: [],
    },
    problem: /download\.title/,
    change: /Rename it to content\./,
  },
  {
    check: "layout",
    package: "shell",
    options: { files: { "server/layout.json": "{}" } },
    place: "server/layout.json",
    problem: /./,
    change: /routes\.ts/,
  },
  { check: "contract", options: { contract: "9.0.0" }, problem: /contract 9\.0\.0/, change: /Rebuild it/ },
  {
    check: "shared-libraries",
    options: { shared: { react: "^99.0.0" } },
    problem: /react \^99\.0\.0; the shell provides/,
    change: /Build it against the shell's version/,
  },
  {
    check: "renders",
    options: island('if (key === "contact") throw new Error("no address");'),
    place: "server/entry.cjs:3",
    problem: /contact does not render: no address \(GGPPH \/contact\//,
    change: /Make it render there/,
  },
  {
    check: "slots",
    options: answer('<p>a</p><div data-slot="lobby/tables" data-variant=""></div>'),
    problem: /lobby\/tables/,
    change: /publish both packages together/,
  },
  { check: "content", options: answer(""), problem: /contact/, change: /Render the page's content on the server/ },
  {
    check: "slot-size",
    options: answer(`<p>${"x".repeat(budgets.slotHtml)}</p>`),
    problem: /contact/,
    change: /Render less/,
  },
  {
    check: "html",
    options: answer("<p style='color:red'>a</p>"),
    problem: /style/,
    change: /Correct the component's markup/,
  },
  {
    check: "texts",
    options: answer("<p>undefined tables</p>"),
    problem: /undefined/,
    change: /Give the message its text/,
  },
  {
    check: "head",
    options: island('if (key === "contact") return { html: "<p>a</p>", readsVisitor: false };'),
    problem: /contact/,
    change: /Return both/,
  },
  {
    check: "stable",
    options: island(
      'if (key === "contact") return { html: "<p>" + (own.count = (own.count ?? 0) + 1) + "</p>", head: { title: "a", description: "b" }, readsVisitor: false };',
    ),
    problem: /contact/,
    change: /Do not use the time/,
  },
  {
    check: "announcements",
    options: { document: { surface: { ...noSurface, deprecates: { "expose:hom": "Use about-us." } } } },
    place: "package.json",
    problem: /"deprecates" names expose:hom, which the release does not have/,
    change: /Correct the name/,
  },
  {
    check: "needs",
    options: {
      exposes: listExposeKeys("content").map((key) => ({ key, ...(key === "home" && { slots: ["download/buton"] }) })),
    },
    problem:
      /content\/home of content@\S+ has a slot for download\/buton; expected download@\S+ to have the island buton, found page\./,
    change: /Name an island and a variant that are there/,
  },
  {
    check: "removals",
    options: {
      exposes: listExposeKeys("content").flatMap((key) => (key === "contact" ? [] : { key })),
      document: { surface: noSurface },
    },
    problem:
      /it no longer has the island contact; expected it, or its announcement in content@\S+, which is live; found neither\./,
    change: /add "expose:contact" with what to use instead to "deprecates"/,
  },
];

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll();
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

  test.each(refusals)(
    "refuses what $check does not let pass, with the file and line as far as they are known, and what to change",
    async ({ check: name, package: own = "content", options, spoil, place, problem, change }) => {
      const built = await bench.write(own, options);
      spoil?.(built);
      const people = await check(own, "--from", built.folder);
      expect({ code: people.code, out: people.out }).toEqual({ code: 3, out: "" });
      const lines = people.err.split("\n");
      const index = lines.findIndex((line) => line.includes(`(${name})`));
      expect(lines[index], people.err).toMatch(
        new RegExp(`^  RELEASE_[A-Z_]+ \\(${name}\\) ${place === undefined ? "" : place.replaceAll(".", "\\.")}`),
      );
      expect(lines.slice(index, index + 2).join("\n")).toMatch(problem);
      expect(lines.slice(index).join("\n")).toMatch(change);
    },
  );

  test("has a refusal for each check in this table, but for those of a whole page and of a head fragment", () => {
    expect(
      releaseChecks
        .map(({ name }) => name)
        .filter((name) => !refusals.some((one) => one.check === name))
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

  test("lists everything that is wrong, not only the first", async () => {
    const { folder } = await bench.write("content", { ...css("body{display:none}"), contract: "9.0.0" });
    const { err } = await check("content", "--from", folder);
    expect(err).toContain("3 problems");
    expect(err).toMatch(/\(styles\)[^]*\(contract\)/);
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
    const { folder, version } = await bench.write("content");
    const run = await runSiteIn(join(bench.root, "none"), ["check", "content", "--from", folder]);
    expect(run.err).toContain(`checking content@${version}`);
    expect(run.err).not.toContain("STORE_NOT_FOUND");
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
