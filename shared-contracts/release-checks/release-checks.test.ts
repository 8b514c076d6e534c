import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { toContentVersion } from "../src/releases/content-version.server.ts";
import { toIntegrity } from "../src/releases/integrity.server.ts";
import type { Release } from "../src/releases/release.ts";
import { notTried } from "../confine/render-messages.ts";
import { formatProblems } from "./format-problems.ts";
import {
  type CheckedRelease,
  type CheckedSet,
  type Description,
  type Rendering,
  runAlone,
  runTogether,
} from "./release-check.ts";
import { listAloneChecks, listTogetherChecks, releaseChecks } from "./release-checks.ts";
import { createFakeContext } from "../testing/fake-site.ts";

interface Changes {
  files?: Record<string, string | Buffer>;
  manifest?: Partial<Release>;
  description?: Partial<Extract<Description, { ok: true }>> | { ok: false; problem: string };
}

/** A release that every check lets pass, unless it is changed. */
function make({ files = {}, manifest = {}, description = {} }: Changes = {}): CheckedRelease {
  const contents = new Map(
    Object.entries({
      "browser/remoteEntry.js": "var site_content;",
      "server/entry.cjs": "exports.render = 1;",
      ...files,
    }).map(([file, bytes]) => [file, Buffer.from(bytes)]),
  );
  const content: Omit<Release, "version"> = {
    _type: "release",
    schemaVersion: 1,
    name: "content",
    contract: "1.0.0",
    entry: "browser/remoteEntry.js",
    serverEntry: "server/entry.cjs",
    exposes: [],
    shared: {},
    files: Object.fromEntries(
      [...contents].map(([file, bytes]) => [file, { integrity: toIntegrity(bytes), size: bytes.length }]),
    ),
    ...manifest,
  };
  const release: Release = { version: toContentVersion("1.0.0", content), ...content };
  const told: Description =
    "problem" in description
      ? description
      : {
          ok: true,
          islands: release.exposes.map((one) => ({ ...one, router: false })),
          head: undefined,
          messages: {},
          ...description,
        };
  return {
    release,
    label: `content@${release.version}`,
    files: contents,
    description: told,
    others: ["navigation"],
    buildRoot: "/srv/site",
  };
}

/** What is refused, as `check code file problem`. */
function check(changes: Changes): string[] {
  return listAloneChecks()
    .flatMap((one) => runAlone(one, make(changes)))
    .map(({ check: name, code, file, problem }) => [name, code, file ?? "-", problem].join(" "));
}

test("every check has a name of its own, demands something in a sentence and says what to change", () => {
  expect(new Set(releaseChecks.map(({ name }) => name)).size).toBe(releaseChecks.length);
  for (const { name, demands, change } of releaseChecks)
    expect([name, demands, change]).toEqual([
      expect.stringMatching(/^[a-z-]+$/),
      expect.stringMatching(/^[A-Z].*\.$/),
      expect.stringMatching(/\.$/),
    ]);
});

describe("one release", () => {
  test("passes every check, with brotli copies, files that nothing uses and the map of its server file", () => {
    const script = "x".repeat(500);
    const styles = "@layer remote{.content-a{color:red}}";
    const files = {
      "browser/a.js": script,
      "browser/a.js.br": brotliCompressSync(script),
      "browser/a.css": styles,
      "browser/unused.svg": '<svg viewBox="0 0 1 1"/>',
      "server/entry.cjs.map": `{"sources":["src/a.tsx"]}`,
    };
    expect(
      check({
        files,
        manifest: {
          exposes: [{ key: "home", hydrate: "visible", data: [], js: ["browser/a.js"], css: ["browser/a.css"] }],
        },
      }),
    ).toEqual([]);
  });

  const unlisted = { "browser/remoteEntry.js": { integrity: toIntegrity(Buffer.from("var site_content;")), size: 17 } };
  test.each<[string, Changes, RegExp]>([
    [
      "a hash that is not its file's",
      {
        manifest: { files: { ...unlisted, "server/entry.cjs": { integrity: toIntegrity(Buffer.from("")), size: 19 } } },
      },
      /^files RELEASE_FILE_INVALID server\/entry\.cjs its hash is/,
    ],
    [
      "a size that is not its file's",
      {
        manifest: {
          files: {
            ...unlisted,
            "server/entry.cjs": { integrity: toIntegrity(Buffer.from("exports.render = 1;")), size: 1 },
          },
        },
      },
      /server\/entry\.cjs it has 19 bytes, the manifest says 1/,
    ],
    [
      "a file that is not listed",
      { manifest: { files: unlisted, serverEntry: "browser/remoteEntry.js" } },
      /server\/entry\.cjs it is there and not listed/,
    ],
    [
      "a server entry that is not there",
      { manifest: { serverEntry: "server/gone.cjs" } },
      /server\/gone\.cjs the server entry names it/,
    ],
    [
      "an expose that names a style sheet it does not have",
      { manifest: { exposes: [{ key: "home", hydrate: "never", data: [], js: [], css: ["browser/gone.css"] }] } },
      /gone\.css the expose home names it/,
    ],
    [
      "a version written by hand",
      { manifest: { version: "1.0.0-000000000000" } },
      /^version RELEASE_VERSION_FOREIGN release\.json it claims the version 1\.0\.0-000000000000, its content is 1\.0\.0-[0-9a-f]{12}/,
    ],
    [
      "a federation manifest",
      { files: { "browser/mf-manifest.json": `{"getPublicPath":"return '/'"}` } },
      /^manifest-code RELEASE_ENTRY_FORBIDDEN browser\/mf-manifest\.json/,
    ],
    [
      "a script that hands a federation runtime code",
      { files: { "browser/a.js": `x={getPublicPath:"y"}` } },
      /^manifest-code .* browser\/a\.js/,
    ],
    [
      "a brotli copy of other code",
      { files: { "browser/a.js": "good()", "browser/a.js.br": brotliCompressSync("evil()") } },
      /^brotli RELEASE_BROTLI_INVALID browser\/a\.js\.br it unpacks to 6 bytes that are not those/,
    ],
    [
      "a brotli copy that begins like its file",
      { files: { "browser/a.js": "good()", "browser/a.js.br": brotliCompressSync("good();") } },
      /^brotli .* 7 bytes/,
    ],
    [
      "a brotli copy that is larger than its file, however large it unpacks",
      { files: { "browser/a.js": "good()", "browser/a.js.br": brotliCompressSync(Buffer.alloc(50_000_000)) } },
      /^brotli .* does not unpack/,
    ],
    [
      "a brotli copy that is none",
      { files: { "browser/a.js": "good()", "browser/a.js.br": "good()" } },
      /^brotli .* does not unpack/,
    ],
    [
      "a brotli copy with bytes behind its end",
      {
        files: {
          "browser/a.js": "good()",
          "browser/a.js.br": Buffer.concat([brotliCompressSync("good()"), Buffer.from("more")]),
        },
      },
      /^brotli .* 4 bytes behind its end/,
    ],
    [
      "a brotli copy of nothing",
      { files: { "browser/a.js.br": brotliCompressSync("x") } },
      /^brotli .* a file that the release does not have/,
    ],
    [
      "an entry over its budget",
      { files: { "browser/remoteEntry.js": "x".repeat(20 * 1024 + 1) } },
      /^budgets RELEASE_OVER_BUDGET browser\/remoteEntry\.js the entry is 20481 bytes, the budget is 20480/,
    ],
    [
      "a style outside of the layer",
      { files: { "browser/a.css": ".content-a{color:red}" } },
      /^styles RELEASE_STYLE_FOREIGN browser\/a\.css/,
    ],
    [
      "its own React",
      { files: { "browser/a.js": "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE" } },
      /^library-copies RELEASE_LIBRARY_COPIED browser\/a\.js it contains a copy of react/,
    ],
    [
      "a source map among the browser's files",
      { files: { "browser/a.js.map": "{}" } },
      /^leaks RELEASE_LEAKS browser\/a\.js\.map/,
    ],
    [
      "a script that names a source map",
      { files: { "browser/a.js": "a()\n//# sourceMappingURL=a.js.map" } },
      /^leaks .* it refers to a source map/,
    ],
    [
      "a map with the text of the sources",
      { files: { "server/entry.cjs.map": `{"sourcesContent":["secret"]}` } },
      /^leaks .* the text of the sources/,
    ],
    [
      "a path of the building machine",
      { files: { "server/entry.cjs": `"/srv/site/remote-content/src/a.ts"` } },
      /^leaks .* \/srv\/site/,
    ],
    [
      "a private key",
      { files: { "browser/a.txt": ["-----BEGIN", "PRIVATE KEY-----"].join(" ") } },
      /^leaks .* a private key/,
    ],
    [
      "a server file that does not load",
      { description: { ok: false, problem: "it asks for node:fs" } },
      /^description RELEASE_DESCRIPTION_DIFFERS server\/entry\.cjs it does not load: it asks for node:fs/,
    ],
    [
      "exposes the server file does not know",
      {
        manifest: { exposes: [{ key: "home", hydrate: "never", data: [], js: [], css: [] }] },
        description: { islands: [] },
      },
      /^description .* does not know home/,
    ],
    [
      "a message outside of its names",
      { description: { messages: { en: ["title"] } } },
      /^messages RELEASE_MESSAGES_INVALID - the message title is outside .* expected content\./,
    ],
    [
      "a message of a name that begins alike",
      { description: { messages: { en: ["contents.title"] } } },
      /^messages .* contents\.title/,
    ],
    [
      "a shell without a layout",
      { manifest: { name: "shell" } },
      /^layout RELEASE_LAYOUT_INVALID server\/layout\.json .* a layout of format none/,
    ],
    [
      "a shell with a layout of another format",
      { manifest: { name: "shell" }, files: { "server/layout.json": '{"schemaVersion":9}' } },
      /^layout .* a layout of format 9, and this server understands format 1/,
    ],
    [
      "a shell whose layout is no JSON",
      { manifest: { name: "shell" }, files: { "server/layout.json": "{" } },
      /^layout .* invalid at \(root\)/,
    ],
    [
      "a message that one language lacks",
      { description: { messages: { en: ["content.a"], "pt-br": [] } } },
      /^messages .* pt-br has no message content\.a/,
    ],
  ])("is refused for %s", (_what, changes, line) => {
    expect(check(changes).join("\n")).toMatch(new RegExp(line.source, "m"));
  });

  test("is told everything that is wrong with it, not the first thing only", () => {
    const files = {
      "browser/a.css": "body{color:red}",
      "browser/a.js.map": "{}",
      "browser/a.js.br": brotliCompressSync("x"),
    };
    expect(
      new Set(check({ files, manifest: { version: "1.0.0-000000000000" } }).map((line) => line.split(" ")[0])),
    ).toEqual(new Set(["version", "brotli", "styles", "leaks"]));
  });
});

const shell: CheckedRelease = {
  ...make(),
  release: { ...make().release, name: "shell", contract: "1.0.0", shared: { react: "^19.3.1" } },
  label: "shell@1.0.0-000000000001",
};

function together(set: Partial<CheckedSet>): string[] {
  const candidate = make();
  const whole: CheckedSet = {
    candidates: new Map([["content", candidate]]),
    releases: new Map([["content", candidate]]),
    renderings: [],
    emptySlots: [],
    largePages: [],
    deadLinks: [],
    sharedIds: [],
    ...set,
  };
  return listTogetherChecks()
    .flatMap((one) => runTogether(one, whole))
    .map(({ check: name, release, file, problem }) => [name, release.split("@")[0], file ?? "-", problem].join(" "));
}

function render(changes: Partial<Rendering> & { html?: string }): Rendering {
  const { html = "<p>Hello</p>", ...others } = changes;
  return {
    owner: "content",
    expose: "home",
    label: make().label,
    where: "GGPPH / with country rule none",
    isPage: true,
    context: createFakeContext(),
    outcome: {
      ok: true,
      island: { html, head: { title: "Home", description: "Where it starts" }, readsVisitor: false },
    },
    ...others,
  };
}

/** The HTML of `<Slot>`. */
function place(name: string, variant = ""): string {
  return `<div data-slot="${name}" data-variant="${variant}"></div>`;
}

describe("a set", () => {
  test("passes with a shell of the same contract and libraries, and renderings that are fine", () => {
    const remote = make({ manifest: { shared: { react: "^19.0.0" } } });
    expect(
      together({
        releases: new Map([
          ["shell", shell],
          ["content", remote],
        ]),
        renderings: [render({})],
      }),
    ).toEqual([]);
  });

  test.each<[string, Partial<Release>, RegExp]>([
    [
      "a contract of another major",
      { contract: "9.0.0" },
      /^contract content - it was built against contract 9\.0\.0; accepted is/,
    ],
    [
      "a contract newer than the shell's",
      { contract: "1.1.0" },
      /^contract content - it was built against contract 1\.1\.0; the shell of the set knows 1\.0\.0/,
    ],
    [
      "a library the shell has in another version",
      { shared: { react: "^18.0.0" } },
      /^shared-libraries content - it needs react \^18\.0\.0; the shell provides 19\.3\.1/,
    ],
    ["a library the shell does not have", { shared: { "left-pad": "^1.0.0" } }, /the shell provides nothing/],
  ])("is refused for %s", (_what, manifest, line) => {
    expect(
      together({
        releases: new Map([
          ["shell", shell],
          ["content", make({ manifest })],
        ]),
      }).join("\n"),
    ).toMatch(line);
  });

  test("is refused for an island that never answers, and not for those that were not tried because of it", () => {
    const untried = { ok: false as const, problem: `${notTried}: 3 of its processes ended` };
    const home = render({ outcome: { ok: false, problem: "no answer within 10000 ms" } });
    const others = ["contact", "home"].map((expose) => ({ ...render({ outcome: untried }), expose }));
    expect(together({ renderings: [home, ...others] }).filter((line) => line.startsWith("renders"))).toEqual([
      expect.stringMatching(/home does not render: no answer within 10000 ms/),
    ]);
    // What was never rendered is never admitted.
    expect(together({ renderings: others }).join("\n")).toMatch(/contact does not render: it was not rendered/);
  });

  test.each<[string, Parameters<typeof render>[0], RegExp]>([
    [
      "an island that throws, with its place",
      { outcome: { ok: false, problem: "no cards", file: "src/ui/deck.tsx", line: 7 } },
      /^renders content src\/ui\/deck\.tsx home does not render: no cards \(on GGPPH \/ with country rule none\)/,
    ],
    [
      "an island that renders without an end, with its file",
      { outcome: { ok: false, problem: "no answer within 10000 ms" } },
      /^renders content src\/exposes\/home\.tsx home does not render: no answer within 10000 ms \(on GGPPH \/ with country rule none\)/,
    ],
    ["a page without content", { html: " " }, /^content content src\/exposes\/home\.tsx the page home is empty/],
    [
      "a slot over its budget",
      { html: `<p>${"x".repeat(128 * 1024)}</p>` },
      /^slot-size .* 131079 bytes of HTML, the budget is 131072/,
    ],
    [
      "HTML that the policy drops",
      { html: `<p style="color:red">x</p>` },
      /^html content src\/exposes\/home\.tsx home: <p> has a style attribute/,
    ],
    ["a placeholder that was not filled", { html: "<p>Download for {system}</p>" }, /^texts .* unfilled \{system\}/],
    [
      "a page without a head",
      { outcome: { ok: true, island: { html: "<p>x</p>", readsVisitor: false } } },
      /^head .* the page home has no head/,
    ],
    [
      "a page without a title",
      {
        outcome: { ok: true, island: { html: "<p>x</p>", head: { title: "", description: "x" }, readsVisitor: false } },
      },
      /^head .* is empty/,
    ],
    [
      "an island that renders something else the second time",
      {
        outcome: {
          ok: true,
          island: { html: "<p>1</p>", readsVisitor: false, head: { title: "x", description: "x" } },
          again: { html: "<p>2</p>", readsVisitor: false },
        },
      },
      /^stable .* something else/,
    ],
    [
      "a head fragment that asks for a third party its manifest does not name",
      {
        expose: "head",
        isPage: false,
        outcome: {
          ok: true,
          island: { html: "", readsVisitor: false, headFragment: { vendors: ["chat"], settings: {} } },
        },
      },
      /^head-fragment .* asks for chat/,
    ],
  ])("is refused for %s", (_what, changes, line) => {
    expect(together({ renderings: [render(changes)] }).join("\n")).toMatch(line);
  });

  test("is refused for a place that nothing fills", () => {
    expect(
      together({
        emptySlots: [{ release: make().label, file: "src/exposes/home.tsx", problem: "it names download/buton." }],
      }),
    ).toEqual(["slots content src/exposes/home.tsx it names download/buton."]);
  });

  test("is refused for a shared library that is newer than the installed contract's, where no shell is known", () => {
    const remote = make({ manifest: { shared: { react: "^19.4.0", jotai: "^3.0.0" } } });
    const known = { contractLibraries: { react: "19.3.1", jotai: "3.0.1" } };
    expect(together({ ...known, releases: new Map([["content", remote]]) })).toEqual([
      "shared-libraries content - it needs react ^19.4.0; the installed contract is of a shell that provides 19.3.1.",
    ]);
    expect(together({ releases: new Map([["content", remote]]) })).toEqual([]);
  });

  test("is refused once for islands whose places lead back to themselves, on the page where they do", () => {
    const small = { context: createFakeContext({ variant: "small" }) };
    expect(together({ renderings: [render({ html: place("content/home") })] })).toEqual([
      "slots content src/exposes/home.tsx content/home has a place for itself, so it would nest without end (on GGPPH / with country rule none).",
    ]);
    expect(
      together({
        renderings: [render({ html: place("content/team") }), render({ expose: "team", html: place("content/home") })],
      }),
    ).toEqual([
      expect.stringMatching(/^slots .* content\/home has a place for content\/team, which leads back to it, so/),
    ]);
    expect(
      together({ renderings: [render({ html: place("content/home", "small") }), render({ ...small, isPage: false })] }),
    ).toEqual([]);
  });

  test("passes with a button that opens a popover of another island of its release, and is refused for one of another release", () => {
    const button = render({ html: `<button popovertarget="art">Open</button>` });
    const html = `<div id="art" popover>Art</div>`;
    const other = "download@1.0.0-000000000000";
    expect(together({ renderings: [button, render({ expose: "certificate", isPage: false, html })] })).toEqual([]);
    expect(
      together({ renderings: [button, render({ owner: "download", label: other, isPage: false, html })] }).join(),
    ).toMatch(/<button popovertarget> names the id art, which is not there/);
  });

  test("names a problem once, with the first page that has it and how many more do", () => {
    const pages = [
      "GGPPH / with country rule none",
      "GGPPH / with country rule ontario",
      "GGPCOM /en/ with country rule none",
    ].map((where) => render({ where, html: "<p>undefined</p>" }));
    expect(together({ renderings: pages })).toEqual([
      expect.stringMatching(/\(on GGPPH \/ with country rule none, and on 2 other page variants\)$/),
    ]);
  });
});

test("problems are printed by release, one line each, with what to do below", () => {
  const common = { check: "styles", code: "RELEASE_STYLE_FOREIGN" as const, change: "Use a CSS Module." };
  expect(
    formatProblems([
      {
        ...common,
        release: "content@1.0.0-000000000000",
        file: "browser/a.css",
        line: 3,
        column: 5,
        problem: "the selector body reaches outside.",
      },
      { ...common, release: "download@1.0.0-000000000000", problem: "no file." },
      { ...common, release: "content@1.0.0-000000000000", file: "browser/b.css", problem: "another." },
    ]),
  ).toBe(`content@1.0.0-000000000000: 2 problems
  RELEASE_STYLE_FOREIGN (styles) browser/a.css:3:5 the selector body reaches outside.
      Use a CSS Module.
  RELEASE_STYLE_FOREIGN (styles) browser/b.css another.
      Use a CSS Module.
download@1.0.0-000000000000: 1 problem
  RELEASE_STYLE_FOREIGN (styles) no file.
      Use a CSS Module.`);
});
