import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toReleasePath } from "@site/contracts/releases/browser-set";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { describeReleases, listDescriptions, listShown, toBrowserSet } from "./browser-set.ts";

let bench: FixtureBench;
let content: LoadedRelease;
let shell: LoadedRelease;
let compliance: LoadedRelease;

beforeAll(async () => {
  bench = await createFixtureBench();
  const files = {
    "browser/expose-badge.js": "1;",
    "browser/expose-still.js": "2;",
    "browser/messages-en.0a.js": "3;",
    "browser/messages-pt.0b.js": "3;",
    "browser/messages-pt-br.0c.js": "3;",
    "browser/style.css": "",
  };
  content = await bench.load("content", {
    files,
    exposes: [
      { key: "badge", js: ["browser/expose-badge.js"] },
      { key: "still", hydrate: "never", js: ["browser/expose-still.js"] },
    ],
  });
  shell = await bench.load("shell", {
    files: {
      "browser/overlays.js": "4;",
      "browser/react.js": "React",
      "browser/boot.js": "5;",
      "browser/page-end.js": "7;",
    },
  });
  compliance = await bench.load("compliance", {
    files: { "browser/head.js": "6;" },
    document: { head: { script: "browser/head.js", vendors: [] } },
  });
});
afterAll(() => bench.remove());

test("G1 a page names the hash of every script that it loads itself, only the file of scripts that those load, and no messages in other languages", () => {
  const { packages } = toSet(["shell", "content"], "en");
  expect(packages["shell"]).toEqual({
    version: shell.release.version,
    entry: "core.js",
    messages: "",
    exposes: {},
    scripts: {
      "core.js": hash(shell, "core.js"),
      "overlays.js": "",
      // As the build writes it on the tag.
      "react.js": `sha256-${createHash("sha256").update("React").digest("base64")}`,
      "island.js": "",
    },
  });
  expect(packages["content"]).toEqual({
    version: content.release.version,
    entry: "remoteEntry.js",
    messages: "messages-en.0a.js",
    exposes: { badge: ["expose-badge.js"] },
    scripts: {
      "island.js": "",
      "remoteEntry.js": hash(content, "remoteEntry.js"),
      "expose-badge.js": hash(content, "expose-badge.js"),
      "expose-still.js": "",
      "messages-en.0a.js": hash(content, "messages-en.0a.js"),
    },
  });
});

test.each([
  ["in the page's own language", "pt", "en", "messages-pt.0b.js"],
  ["in the next best language, where the package lacks that one", "de", "pt-br", "messages-pt-br.0c.js"],
  ["in the language every package has, where it lacks both", "de", "fr", "messages-en.0a.js"],
])("a page names a remote's messages %s, with their hash", (_what, locale, defaultLocale, file) => {
  const { messages, scripts } = toSet(["shell", "content"], locale, defaultLocale).packages["content"] ?? {};
  expect(messages).toBe(file);
  expect(scripts?.[file]).toBe(hash(content, file));
});

test("a page names no messages of a remote without any", () => {
  expect(toSet(["shell", "compliance"], "en").packages["compliance"]?.messages).toBe("");
});

test("a head script is named by the pages that run it, and by no description", () => {
  const script = `${toReleasePath("compliance", compliance.release.version)}head.js`;
  expect(toSet(["shell", "compliance"], "en").packages["compliance"]?.scripts).not.toHaveProperty(["head.js"]);
  expect(toSet(["shell", "compliance"], "en", "en", [script]).packages["compliance"]?.scripts).toHaveProperty(
    ["head.js"],
    hash(compliance, "head.js"),
  );
  expect(
    [
      ...listDescriptions(compliance.release, {
        locales: [{ code: "en", languageTag: "en", name: "English", files: [] }],
        defaultLocale: "en",
      }).values(),
    ].join(),
  ).not.toContain("head.js");
});

test("the hashes of the libraries that a document fetches beside the core are in no description", () => {
  const site = {
    locales: [{ code: "en", languageTag: "en", name: "English", files: [] }],
    defaultLocale: "en",
  };
  const [description = ""] = listDescriptions(shell.release, site).values();
  expect(JSON.parse(description).scripts).toHaveProperty(["react.js"], "");
});

test("a page shows the shell and the owners of its fragments, sorted, without packages that are not in the set", () => {
  const packages = new Map([
    ["compliance", compliance],
    ["shell", shell],
    ["content", content],
  ]);
  expect(listShown(toFragments("content/badge", "compliance/head", "content/still", "gone/page"), packages)).toEqual([
    "shell",
    "compliance",
    "content",
  ]);
  expect(listShown(toFragments("compliance/head", "shell/quick-area", "content/badge"), packages)).toEqual([
    "shell",
    "compliance",
    "content",
  ]);
  expect(listShown([], packages)).toEqual(["shell"]);
});

function toFragments(...islands: `${string}/${string}`[]) {
  return islands.map((island) => ({ island }));
}

function toSet(shown: readonly string[], locale: string, defaultLocale = "en", heads: readonly string[] = []) {
  const descriptions = describeReleases(
    new Map([
      ["shell", shell],
      ["content", content],
      ["compliance", compliance],
    ]),
    { defaultLocale },
    locale,
  );
  const releases = Object.fromEntries(shown.map((name) => [name, { version: "", integrity: "" }]));
  return toBrowserSet(
    { format: 2, releases, heads: heads.map((script) => ({ owner: "compliance", version: "", script, settings: {} })) },
    descriptions,
  );
}

function hash({ release }: LoadedRelease, file: string): string {
  return release.files[`browser/${file}`]?.integrity ?? "none";
}
