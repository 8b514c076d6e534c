import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { IslandDescriptor } from "../src/islands/island.ts";
import {
  findExposes,
  findHeadScript,
  findLocales,
  generateBrowserExposes,
  generateServerEntry,
} from "./generate-entries.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "generate-entries-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text = ""): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const toDescriptor = (key: string, more: Partial<IslandDescriptor> = {}): IslandDescriptor => ({
  key,
  hydrate: "interaction",
  data: [],
  router: false,
  ...more,
});

describe("the exposes of a package", () => {
  test("are the .tsx files of src/exposes, by name and sorted, and nothing else", () => {
    for (const file of ["page.tsx", "about-us.tsx", "page.module.css", "notes.md", "shared.ts"])
      write(`src/exposes/${file}`);
    expect(findExposes(root)).toEqual(["about-us", "page"]);
  });

  test.each(["MyPage", "my_page", "page.test", "404"])("have names of small letters, unlike %s", (key) => {
    write(`src/exposes/${key}.tsx`);
    expect(() => findExposes(root)).toThrow(`Rename src/exposes/${key}.tsx, such as my-page.tsx`);
  });

  test("must have a folder", () => {
    expect(() => findExposes(root)).toThrow("src/exposes");
    write("src/exposes");
    expect(() => findExposes(root)).toThrow("src/exposes is a file, and has to be a folder.");
  });

  test("are no hidden files, which editors and systems keep beside others, as Emacs does while a file is changed", () => {
    write("src/exposes/page.tsx");
    write("src/exposes/._page.tsx", "\0");
    for (const name of [".#page.tsx", ".#head.ts"]) symlinkSync("me@machine.1:2", join(root, "src/exposes", name));
    expect(findExposes(root)).toEqual(["page"]);
  });

  test.each([
    ["a folder", "is no file", () => mkdirSync(join(root, "src/exposes/x.tsx"))],
    [
      "a link to nothing",
      "is a link that leads to no file",
      () => symlinkSync("none", join(root, "src/exposes/x.tsx")),
    ],
    [
      "a link to itself",
      "is a link that leads to no file",
      () => symlinkSync("x.tsx", join(root, "src/exposes/x.tsx")),
    ],
    ["a link to a folder", "is a link that leads to no file", () => symlinkSync(".", join(root, "src/exposes/x.tsx"))],
  ])("are files, and %s is refused by its name", (_what, problem, make) => {
    write("src/exposes/page.tsx");
    make();
    expect(() => findExposes(root)).toThrow(`src/exposes/x.tsx ${problem}`);
  });
});

describe("the head fragment of a package", () => {
  test("is absent without src/exposes/head.ts, and is not listed as an island", () => {
    write("src/exposes/page.tsx");
    expect(findHeadScript(root)).toBeUndefined();
    write("src/exposes/head.ts");
    write("src/head.browser.ts");
    expect(findHeadScript(root)).toBe(join(root, "src/head.browser.ts"));
    expect(findExposes(root)).toEqual(["page"]);
    expect(readFileSync(generateServerEntry(root), "utf8")).toContain(
      "export const { describe, messages, render, head } =",
    );
  });

  test("needs its script, and no island has its name", () => {
    write("src/exposes/head.ts");
    expect(() => findHeadScript(root)).toThrow("no src/head.browser.ts");
    write("src/exposes/head.tsx");
    expect(() => findExposes(root)).toThrow("an island named head");
  });
});

describe("the locales of a package", () => {
  test("are its message files, sorted", () => {
    for (const file of ["pt-br.json", "en.json", "README.md"]) write(`messages/${file}`);
    expect(findLocales(root)).toEqual(["en", "pt-br"]);
  });

  test("are no hidden files, and nothing else that is no file", () => {
    write("messages/en.json");
    symlinkSync("me@machine.1:2", join(root, "messages/.#en.json"));
    expect(findLocales(root)).toEqual(["en"]);
    symlinkSync("none", join(root, "messages/de.json"));
    expect(() => findLocales(root)).toThrow("messages/de.json is a link that leads to no file");
  });

  test("may be none", () => {
    expect(findLocales(root)).toEqual([]);
  });
});

describe("the generated server module", () => {
  test("exports describe and render over every island and every locale", () => {
    write("src/exposes/about-us.tsx");
    write("src/exposes/page.tsx");
    write("messages/en.json", "{}");
    write("messages/pt-br.json", "{}");
    const file = generateServerEntry(root);
    expect(file).toBe(join(root, ".build/server-entry.ts"));
    expect(readFileSync(file, "utf8")).toBe(
      [
        `import { createServerEntry } from "@site/contracts/react/server-entry";`,
        `import { island as island_about_us } from "../src/exposes/about-us.tsx";`,
        `import { island as island_page } from "../src/exposes/page.tsx";`,
        `import messages_en from "../messages/en.json";`,
        `import messages_pt_br from "../messages/pt-br.json";`,
        `export const { describe, messages, render } = createServerEntry(`,
        `  { "about-us": island_about_us, "page": island_page },`,
        `  { "en": messages_en, "pt-br": messages_pt_br },`,
        `);`,
        ``,
      ].join("\n"),
    );
  });

  test("is not written again while nothing changed, so that a watching build does not run again", () => {
    write("src/exposes/page.tsx");
    const file = generateServerEntry(root);
    const long = new Date("2020-01-01T00:00:00Z");
    utimesSync(file, long, long);
    generateServerEntry(root);
    expect(statSync(file).mtime).toEqual(long);
    write("src/exposes/button.tsx");
    generateServerEntry(root);
    expect(statSync(file).mtime).not.toEqual(long);
  });
});

describe("the generated browser modules", () => {
  test("are one for each island that is hydrated, and none for one that never is", () => {
    const files = generateBrowserExposes(root, [
      toDescriptor("button"),
      toDescriptor("chat", { hydrate: "visible" }),
      toDescriptor("page", { hydrate: "never" }),
    ]);
    expect(files).toEqual({
      button: join(root, ".build/browser/button.ts"),
      chat: join(root, ".build/browser/chat.ts"),
    });
  });

  test("load messages by locale when they are wanted, and react-router only for an island that asks for it", () => {
    write("messages/en.json", "{}");
    const { button = "", header = "" } = generateBrowserExposes(root, [
      toDescriptor("button"),
      toDescriptor("header", { router: true }),
    ]);
    const plain = readFileSync(button, "utf8");
    expect(plain).toContain(`"en": () => import(/* webpackChunkName: "messages-en" */ "../../messages/en.json"),`);
    expect(plain).toContain("export const { mount, prepare } = toLifecycles(island, messages);");
    expect(plain).not.toContain("router");
    const routed = readFileSync(header, "utf8");
    expect(routed).toContain(`import { Router } from "@site/contracts/react/router";`);
    expect(routed).toContain("export const { mount, prepare } = toLifecycles(island, messages, Router);");
  });
});
