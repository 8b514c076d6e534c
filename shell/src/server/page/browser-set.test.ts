import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoadedRelease } from "../release/release-files.ts";
import { createFixtureBench, type FixtureBench } from "../release/fixture-release.ts";
import { toBrowserSet } from "./browser-set.ts";

let bench: FixtureBench;
let content: LoadedRelease;
let shell: LoadedRelease;

beforeAll(async () => {
  bench = await createFixtureBench();
  const files = { "browser/expose-badge.js": "1;", "browser/expose-still.js": "2;", "browser/messages-en.0a.js": "3;", "browser/messages-pt.0b.js": "3;", "browser/messages-pt-br.0c.js": "3;", "browser/style.css": "" };
  content = await bench.load("content", {
    files,
    exposes: [{ key: "badge", js: ["browser/expose-badge.js"] }, { key: "still", hydrate: "never", js: ["browser/expose-still.js"] }],
  });
  shell = await bench.load("shell", { files: { "browser/react.js": "4;" } });
});
afterAll(() => bench.remove());

test("G1 a page names the hash of every script it asks for itself; of what those load it names the address alone", () => {
  expect(toSet(["en"]).scripts).toEqual({
    [url(shell, "core.js")]: hash(shell, "core.js"),
    [url(shell, "react.js")]: "",
    [url(shell, "island.js")]: "",
    [url(content, "island.js")]: "",
    [url(content, "remoteEntry.js")]: hash(content, "remoteEntry.js"),
    [url(content, "expose-badge.js")]: hash(content, "expose-badge.js"),
    [url(content, "expose-still.js")]: "",
    [url(content, "messages-en.0a.js")]: hash(content, "messages-en.0a.js"),
    [url(content, "messages-pt.0b.js")]: "",
    [url(content, "messages-pt-br.0c.js")]: "",
  });
});

test.each([
  ["in the page's own language", ["pt", "en"], "messages-pt.0b.js"],
  ["in the next best, where the package lacks it", ["de", "pt-br", "en"], "messages-pt-br.0c.js"],
])("a page names a remote's messages %s, with their hash", (_what, locales, file) => {
  const { scripts, remotes } = toSet(locales);
  expect(remotes["content"]?.messages).toBe(url(content, file));
  expect(scripts[url(content, file)]).toBe(hash(content, file));
});

test("of a remote without messages a page names none", () => {
  expect(toSet(["de"]).remotes["content"]?.messages).toBe("");
});

function toSet(locales: readonly string[]) {
  return toBrowserSet({ id: "0123456789abcdef", revision: 1 }, new Map([["shell", shell], ["content", content]]), new Set(), locales);
}

function hash({ release }: LoadedRelease, file: string): string {
  return release.files[`browser/${file}`]?.integrity ?? "none";
}

function url({ release }: LoadedRelease, file: string): string {
  return `/_release/${release.name}/${release.version}/${file}`;
}
