import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { budgets } from "../release-checks/budgets.ts";
import { findLeakProblems, findLeaks } from "../release-checks/find-bundle-problems.ts";
import { readBrowserMaps } from "../release-checks/read-browser-maps.ts";
import { browserMapsFile } from "../src/releases/browser-maps.ts";
import { parseRelease, type Release } from "../src/releases/release.ts";
import { sbomFile } from "../src/releases/sbom-file.ts";
import { packageNames, toRemoteRoot } from "./workspace-packages.ts";

const workspaceRoot = join(import.meta.dirname, "../..");

/** A built release of this workspace with all of its files. */
function readBuilt(name: string): { release: Release; files: Map<string, Buffer> } {
  const dist = join(name === "shell" ? join(workspaceRoot, "shell") : toRemoteRoot(name), "dist");
  const release = parseRelease(JSON.parse(readFileSync(join(dist, "release.json"), "utf8")), name);
  return { release, files: new Map(Object.keys(release.files).map((file) => [file, readFileSync(join(dist, file))])) };
}

const built = packageNames.map((name) => ({ name, ...readBuilt(name) }));

describe.each(built)("the release of $name", ({ name, release, files }) => {
  test("lists what it is made of in a CycloneDX document that its schema accepts", async () => {
    const text = files.get(sbomFile)?.toString("utf8") ?? "";
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
    const listed = v
      .parse(bomSchema, JSON.parse(text))
      .components.map((one) => [...(one.group ? [one.group] : []), one.name].join("/"));
    expect(listed).toContain("@site/contracts");
    const expected = {
      shell: ["react", "single-spa", "@fontsource-variable/archivo", "country-flag-icons"],
      compliance: ["marked"],
    };
    expect(listed).toEqual(expect.arrayContaining(Object.entries(expected).find(([one]) => one === name)?.[1] ?? []));
    // The shell gives React to the remotes.
    if (name !== "shell") expect(listed.filter((one) => /^(react|react-dom|jotai)$/.test(one))).toEqual([]);
    // It says nothing of when and where it was built, so equal builds are equal.
    expect(text).not.toMatch(/timestamp|serialNumber/);
  });

  test("B305 has the source map of every browser script", () => {
    const scripts = Object.keys(release.files).filter((file) => /^browser\/.*\.js$/.test(file));
    const maps = readBrowserMaps(files.get(browserMapsFile) ?? Buffer.of());
    expect([...maps.keys()].map((file) => `browser/${file}`).toSorted()).toEqual(scripts.toSorted());
  });

  test("B305 gives browsers no source map, no secret and no path of the machine that built it, in no file of any kind", () => {
    expect(findLeakProblems({ files, buildRoot: workspaceRoot })).toEqual([]);
    const sent = [...files].filter(([file]) => file.startsWith("browser/"));
    expect(sent.length).toBeGreaterThan(0);
    for (const [file, bytes] of sent) {
      const text = (file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString("latin1");
      expect([file, ...findLeaks(text, workspaceRoot), text.includes("sourceMappingURL")]).toEqual([file, false]);
    }
    expect(Object.keys(release.files).filter((file) => file.startsWith("browser/") && file.includes(".map"))).toEqual(
      [],
    );
  });
});

/** Bytes of a file of the shell's release. */
function toShellSize(file: string): number {
  const size = built.find(({ name }) => name === "shell")?.files.get(file)?.length ?? 0;
  expect(size).toBeGreaterThan(0);
  return size;
}

test("the code that measures a document takes at most 3 KB", () => {
  expect(toShellSize("browser/measure.js.br")).toBeLessThanOrEqual(budgets.measure);
});

test("the scripts that every page carries keep within their budgets", () => {
  expect(toShellSize("browser/boot.js")).toBeLessThanOrEqual(budgets.bootRaw);
  expect(toShellSize("browser/boot.js.br")).toBeLessThanOrEqual(budgets.boot);
  expect(toShellSize("browser/page-end.js")).toBeLessThanOrEqual(budgets.pageEndRaw);
});

test("the core has room in its budget for the routes of a further remote, about 50 bytes", () => {
  expect(toShellSize("browser/core.js.br")).toBeLessThanOrEqual(budgets.core - 100);
});

const bomSchema = v.object({ components: v.array(v.object({ name: v.string(), group: v.optional(v.string()) })) });
