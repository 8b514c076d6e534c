import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { rspack } from "@rspack/core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { budgets } from "../release-checks/budgets.ts";
import { readBrowserMaps } from "../release-checks/read-browser-maps.ts";
import { findSource, toSourcePlace } from "../release-checks/to-source-place.ts";
import { toGlobalName } from "../src/names/package-name.ts";
import { browserMapsFile } from "../src/releases/browser-maps.ts";
import { toIntegrity } from "../src/releases/integrity.server.ts";
import { parseRelease, type Release } from "../src/releases/release.ts";
import { federationGlobal } from "../src/releases/share-scope.ts";
import { copyRemote } from "../testing/workbench/copy-remote.ts";
import { compile } from "./compile.ts";
import { defineRemote } from "./define-remote.ts";

const name = "navigation";
// The remote's own sources, built in a folder of the test's own.
const { root, remove } = copyRemote(name);
const dist = join(root, "dist");
let release: Release;

const readRelease = (folder = dist): Release =>
  parseRelease(JSON.parse(readFileSync(join(folder, "release.json"), "utf8")), name);

beforeAll(async () => {
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  execFileSync(join(root, "node_modules/.bin/rspack"), ["build"], { cwd: root, env: { PATH: path }, stdio: "pipe" });
  release = readRelease();
});
afterAll(remove);

const read = (file: string): string => readFileSync(join(dist, file), "utf8");
const scripts = (): string[] =>
  Object.keys(release.files).filter((file) => file.startsWith("browser/") && file.endsWith(".js"));

describe("the federation entry of a built remote", () => {
  test("is at most 20 KB in brotli", () => {
    expect(release.files["browser/remoteEntry.js.br"]?.size).toBeLessThanOrEqual(budgets.entry);
  });

  test("carries no copy of federation's runtime: it stays below 6 KB in brotli", () => {
    expect(release.files["browser/remoteEntry.js.br"]?.size).toBeLessThan(6 * 1024);
  });

  test("takes federation's runtime from the shell, and says so when there is none", () => {
    const entry = read("browser/remoteEntry.js");
    expect(entry).toContain(federationGlobal);
    expect(entry).toContain("before the shell's federation runtime");
  });

  test("defines the remote's own global, and offers every island that is hydrated", () => {
    const entry = read("browser/remoteEntry.js");
    expect(entry).toContain(`var ${toGlobalName(name)}`);
    for (const { key, hydrate } of release.exposes) expect(entry.includes(`./${key}"`)).toBe(hydrate !== "never");
  });

  test("knows the hash of every chunk it may load", () => {
    const entry = read("browser/remoteEntry.js");
    for (const file of scripts().filter((one) => one !== release.entry)) {
      expect({ file, known: entry.includes(release.files[file]?.integrity ?? "no hash") }).toEqual({
        file,
        known: true,
      });
    }
  });
});

describe("the scripts of a built remote", () => {
  test("contain none of the shared libraries' sources", () => {
    // Each is a piece of text that only the library's own code carries.
    const traces = [
      "react.transitional.element",
      "react.dev/errors",
      "FORMAT_ERROR",
      "MISSING_TRANSLATION",
      "reactrouter.com",
      "__reactRouterVersion",
    ];
    for (const file of scripts()) {
      const source = read(file);
      expect({ file, found: traces.filter((trace) => source.includes(trace)) }).toEqual({ file, found: [] });
    }
  });

  test("contain no source map and no address of a machine", () => {
    for (const file of scripts()) expect(read(file)).not.toMatch(/sourceMappingURL|file:\/\/\/|localhost/);
  });

  test("are small: each island at most 20 KB in brotli", () => {
    for (const { key, js } of release.exposes) {
      const size = js.reduce((sum, file) => sum + ((release.files[`${file}.br`] ?? release.files[file])?.size ?? 0), 0);
      expect({ key, small: size <= budgets.island }).toEqual({ key, small: true });
    }
  });
});

describe("the rest of a built remote", () => {
  test("is one server file that takes React from the shell", () => {
    expect(Object.keys(release.files).filter((file) => file.startsWith("server/"))).toEqual([
      "server/browser-maps.json.gz",
      "server/entry.cjs",
      "server/entry.cjs.map",
      "server/sbom.cdx.json",
    ]);
    const server = read("server/entry.cjs");
    expect(server).toContain(`require("react")`);
    expect(server).not.toContain("react.transitional.element");
  });

  test("tells the place in the sources of what its server file does, and nothing of the sources or of the machine", () => {
    const map = readFileSync(join(dist, "server/entry.cjs.map"));
    expect(map.toString("utf8")).not.toMatch(/sourcesContent|file:\/\/|"\//);
    const before = read("server/entry.cjs").split("formatMessage(")[0]?.split("\n") ?? [];
    const place = toSourcePlace({ release, files: new Map([["server/entry.cjs.map", map]]) }, [
      { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 },
    ]);
    expect(place).toEqual({
      file: expect.stringMatching(/\.tsx?$/),
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  test("B305 tells the place in the sources of every browser script, in a file that browsers do not get, without the sources' text", () => {
    const maps = readBrowserMaps(readFileSync(join(dist, browserMapsFile)));
    expect([...maps.keys()].map((file) => `browser/${file}`)).toEqual(scripts());
    expect(Object.keys(release.files).filter((file) => /^browser\/.*\.map/.test(file))).toEqual([]);
    expect(JSON.stringify([...maps])).not.toMatch(/sourcesContent|file:\/\/|"\//);
    // A name that minifying leaves as it is, in one source of the header alone.
    const [file = ""] = scripts().filter(
      (one) => read(one).includes("popovertarget") || read(one).includes("popoverTarget"),
    );
    const before =
      read(file)
        .split(/popover[tT]arget/)[0]
        ?.split("\n") ?? [];
    const files = new Map([[browserMapsFile, readFileSync(join(dist, browserMapsFile))]]);
    const place = findSource(files, file.slice("browser/".length), {
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    });
    const source = readFileSync(join(root, place?.file ?? "none"), "utf8").split("\n")[(place?.line ?? 0) - 1];
    expect(source).toMatch(/popover[tT]arget/);
  });

  test("has only styles in the layer of remotes, with classes of the remote's own name", () => {
    // What the body says of an embedding client is no region's class (B210).
    const ownClass = new RegExp(`^(?:${name}-|client-nav-(?:1|logo|all)$)`);
    const styles = Object.keys(release.files).filter((file) => file.endsWith(".css"));
    expect(styles.length).toBeGreaterThan(0);
    for (const file of styles) {
      const css = read(file);
      expect(css.startsWith("@layer remote{")).toBe(true);
      for (const [, found = ""] of css.matchAll(/\.(-?[_a-zA-Z][\w-]*)(?=[^{}]*\{)/g)) expect(found).toMatch(ownClass);
    }
  });

  test("contains no script of an island that is never hydrated", () => {
    expect(scripts().filter((file) => file.includes("still-"))).toEqual([]);
    expect(existsSync(join(dist, "browser/still-footer.js"))).toBe(false);
  });
});

describe("a build in this process, as `site build` does it", () => {
  test("makes the release that `rspack build` makes", async () => {
    await compile(defineRemote({ name, root })());
    expect(readRelease()).toEqual(release);
  });

  test("makes the same release, byte for byte, in another folder", async () => {
    const other = copyRemote(name);
    try {
      await compile(defineRemote({ name, root: other.root })());
      expect(JSON.parse(readFileSync(join(other.root, "dist/release.json"), "utf8"))).toEqual(release);
    } finally {
      other.remove();
    }
  });

  test("that does not compile leaves the release that was built before, and says what is wrong", async () => {
    const file = join(root, "src/exposes/header.tsx");
    const source = readFileSync(file, "utf8");
    writeFileSync(file, source.replace("export const island", "export const isle"));
    try {
      await expect(compile(defineRemote({ name, root })())).rejects.toThrow(
        /src\/exposes\/header\.tsx exports no island/,
      );
    } finally {
      writeFileSync(file, source);
    }
    expect(readRelease()).toEqual(release);
    for (const [path, { size }] of Object.entries(release.files)) expect(statSync(join(dist, path)).size).toBe(size);
  });

  test("that has styles which cannot be read is refused, not built without them", async () => {
    const file = join(root, "src/ui/footer.module.css");
    const source = readFileSync(file, "utf8");
    writeFileSync(file, `@import url("https://fonts.example/face.css");\n${source}`);
    try {
      await expect(compile(defineRemote({ name, root })())).rejects.toThrow(
        /src\/ui\/footer\.module\.css:1:1: @import .*Write the rules/,
      );
    } finally {
      writeFileSync(file, source);
    }
  });
});

describe("`rspack build --watch`", () => {
  const outcomes: (Error | undefined)[] = [];
  const watching = { close: (_done: () => void): void => undefined };
  beforeAll(() => {
    const started = rspack(defineRemote({ name, root })()).watch(
      { aggregateTimeout: 20 },
      (error: Error | null) => void outcomes.push(error ?? undefined),
    );
    watching.close = (done) => (started ? started.close(() => done()) : done());
  });
  afterAll(() => new Promise<void>((resolve) => watching.close(resolve)));

  /** What the build after the first `count` ended with. */
  const waitForBuild = async (count: number): Promise<Error | undefined> => {
    await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(count), { timeout: 50_000, interval: 20 });
    return outcomes[count];
  };

  /** Saves a file, and gives what the build after it ended with. */
  const save = (file: string, text: string): Promise<Error | undefined> => {
    const count = outcomes.length;
    writeFileSync(join(root, file), text);
    return waitForBuild(count);
  };

  test("makes the release that a build without it makes: at first, of a saved component, and of the earlier one again", async () => {
    expect(await waitForBuild(0)).toBeUndefined();
    const file = "src/ui/main-navigation.tsx";
    const source = readFileSync(join(root, file), "utf8");
    const saved = source.replace(/className=\{styles\.\w+\}/, (found) => `${found} data-saved=""`);
    expect(saved).not.toBe(source);
    const other = copyRemote(name);
    try {
      writeFileSync(join(other.root, file), saved);
      await compile(defineRemote({ name, root: other.root })());
      const expected = [release, readRelease(join(other.root, "dist")), release];
      for (const [index, one] of expected.entries()) {
        if (index > 0) expect(await save(file, one === release ? source : saved)).toBeUndefined();
        expect(readRelease()).toEqual(one);
        for (const [path, { integrity }] of Object.entries(one.files))
          expect([path, toIntegrity(readFileSync(join(dist, path)))]).toEqual([path, integrity]);
      }
    } finally {
      other.remove();
    }
  });

  test("stops when an island begins to hydrate, which a running build cannot add", async () => {
    const file = "src/exposes/footer.tsx";
    const source = readFileSync(join(root, file), "utf8");
    try {
      const problem = await save(file, source.replace('hydrate: "never"', 'hydrate: "interaction"'));
      expect(problem?.message).toMatch(/islands of navigation have changed: start the build again/);
      expect(readRelease()).toEqual(release);
    } finally {
      writeFileSync(join(root, file), source);
    }
  });
});
