import { join } from "node:path";
import type { PackageName } from "@site/contracts/package-name";
import { contractVersion } from "@site/contracts/share-scope";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { openDataStore } from "../data/data-store.ts";
import { createRenderPool, type RenderPool } from "../render/render-pool.ts";
import { createFixtureBench, type FixtureBench, type FixtureOptions, toServerSource } from "./fixture-release.ts";
import { checkRelease, checkSet, releaseBudgets } from "./gate.ts";
import type { LoadedRelease } from "./release-files.ts";

vi.setConfig({ testTimeout: 30_000 });

let bench: FixtureBench;
let pool: RenderPool;
let beside: Map<PackageName, LoadedRelease>;

beforeAll(async () => {
  bench = createFixtureBench();
  pool = createRenderPool();
  beside = new Map();
  const shared = { react: "^19.3.1", jotai: "^3.0.1" };
  for (const name of ["shell", "navigation", "download", "support-chat", "content", "compliance"] as const) beside.set(name, await bench.load(name, { shared }));
});
afterAll(async () => {
  pool.close();
  await bench.remove();
});

async function check(name: PackageName, options: FixtureOptions = {}, others: ReadonlyMap<PackageName, LoadedRelease> = beside): Promise<void> {
  const data = openDataStore({ folder: join(bench.root, "data"), defaults: join(import.meta.dirname, "../../../data"), onRefused: (error) => { throw error; } });
  const candidate = await bench.load(name, { shared: { react: "^19.3.1" }, ...options });
  await checkRelease(candidate, { sites: Object.values(siteConfigs), data: data.documents(), pool, beside: others });
}

/** A release with a head fragment: so many bytes of script, and what its server does for a page. */
function toHeadOptions({ size = 1, body = "" }: { size?: number; body?: string }): FixtureOptions {
  return {
    document: { head: { script: "browser/head.js", vendors: [] } },
    files: { "browser/head.js": "x".repeat(size) },
    server: toServerSource("compliance", `if (key === "head") { ${body} }`),
  };
}

const [major = 0] = contractVersion.split(".").map(Number);

describe("the gate lets in", () => {
  test.each(["shell", "navigation", "download", "content", "compliance"] as const)("a good release of %s", async (name) => {
    await expect(check(name)).resolves.toBeUndefined();
  });

  test("the first release of a remote, before there is anything beside it", async () => {
    await expect(check("content", {}, new Map())).resolves.toBeUndefined();
  });

  test("a release built against the present major of the contract", async () => {
    await expect(check("content", { contract: `${major}.0.0` })).resolves.toBeUndefined();
  });

  test("a release whose islands are failed by another remote's", async () => {
    const broken = new Map([...beside, ["navigation", await bench.load("navigation", { server: toServerSource("x", "throw new Error('broken');") })] as const]);
    await expect(check("content", {}, broken)).resolves.toBeUndefined();
  });
});

describe("the gate refuses, with a code and what to change", () => {
  test("a contract whose major is too new", async () => {
    await expect(check("content", { contract: `${major + 1}.0.0` })).rejects.toMatchObject({
      code: "RELEASE_CONTRACT_UNSUPPORTED", details: { contract: `${major + 1}.0.0` }, message: expect.stringContaining("Rebuild it"),
    });
  });

  test("a contract whose major is too old", async () => {
    await expect(check("content", { contract: "0.9.0" })).rejects.toMatchObject({ code: "RELEASE_CONTRACT_UNSUPPORTED" });
  });

  test.each([["react", "^20.0.0"], ["react", "^18.2.0"], ["react", "99.0.0"], ["react", "^19.4.0"], ["jotai", "^2.0.0"], ["left-pad", "^1.0.0"]])("%s %s, which the shell does not provide", async (library, range) => {
    await expect(check("content", { shared: { [library]: range } })).rejects.toMatchObject({
      code: "RELEASE_SHARED_UNSUPPORTED", details: { library, range, release: expect.stringMatching(/^content@/) },
    });
  });

  test("an entry over its budget, and says by how much", async () => {
    await expect(check("content", { files: { "browser/remoteEntry.js": "x".repeat(releaseBudgets.entry + 1) } })).rejects.toMatchObject({
      code: "RELEASE_OVER_BUDGET", details: { what: "the entry", actual: releaseBudgets.entry + 1, budget: releaseBudgets.entry },
    });
    await expect(check("content", { files: { "browser/remoteEntry.js": "x".repeat(releaseBudgets.entry) } })).resolves.toBeUndefined();
  });

  test("an island whose scripts are together over their budget", async () => {
    const half = "x".repeat(releaseBudgets.expose / 2 + 1);
    await expect(
      check("content", { files: { "browser/a.js": half, "browser/b.js": half }, exposes: [{ key: "home", js: ["browser/a.js", "browser/b.js"] }] }),
    ).rejects.toMatchObject({ code: "RELEASE_OVER_BUDGET", details: { what: "the island home" } });
  });

  test("a head script over its budget", async () => {
    await expect(check("compliance", toHeadOptions({ size: releaseBudgets.head + 1 }))).rejects.toMatchObject({
      code: "RELEASE_OVER_BUDGET", details: { what: "the head script", actual: releaseBudgets.head + 1, budget: releaseBudgets.head },
    });
    await expect(check("compliance", toHeadOptions({ size: releaseBudgets.head }))).resolves.toBeUndefined();
  });

  test.each([
    ["throws", 'throw new Error("broken");'],
    ["is more than a page should carry", 'return { html: "", headFragment: { vendors: [], settings: { text: "x".repeat(4000) } }, readsVisitor: false };'],
  ])("a head fragment that %s", async (_what, body) => {
    await expect(check("compliance", toHeadOptions({ body }))).rejects.toMatchObject({ details: { expose: "head", page: "/" } });
  });

  test("a head script that is not among its files", async () => {
    await expect(check("compliance", { ...toHeadOptions({}), files: {} })).rejects.toMatchObject({ code: "RELEASE_FILE_MISSING" });
  });

  test("a budget met only by what the document says of its sizes: the bytes count", async () => {
    const honest = await bench.load("content", { files: { "browser/remoteEntry.js": "x".repeat(releaseBudgets.entry + 1) } });
    const files = Object.fromEntries(Object.entries(honest.release.files).map(([file, { integrity }]) => [file, { integrity, size: 1 }]));
    await expect(check("content", { files: { "browser/remoteEntry.js": "x".repeat(releaseBudgets.entry + 1) }, document: { files } })).rejects.toMatchObject({
      code: "RELEASE_OVER_BUDGET",
    });
  });

  test("a selector that reaches outside the remote, and names it with its file", async () => {
    await expect(check("content", { files: { "browser/a.css": "@layer remote{.content-a{color:red}body{display:none}}" } })).rejects.toMatchObject({
      code: "RELEASE_STYLE_FOREIGN", details: { selector: "body", file: "browser/a.css" },
    });
    await expect(check("shell", { files: { "browser/base.css": "body{margin:0}" } })).resolves.toBeUndefined();
  });

  test("an island that throws on one page only, and names the page", async () => {
    const server = toServerSource("content", `if (context.page.path === "/contact/") throw new Error("no address");`);
    await expect(check("content", { server })).rejects.toMatchObject({
      code: "RELEASE_PAGE_FAILED", details: { expose: "contact", page: "/contact/", problem: "no address" },
    });
  });

  test("an island that throws for one country rule only", async () => {
    const server = toServerSource("content", `if (context.visitor.rule === "ontario") throw new Error("no copy"); return { html: context.visitor.rule, readsVisitor: true };`);
    await expect(check("content", { server })).rejects.toMatchObject({ code: "RELEASE_PAGE_FAILED", details: { problem: "no copy" } });
  });

  test("an island that throws on one of the sites only", async () => {
    const server = toServerSource("content", `if (context.site.siteId === "GGPCOM" && key === "home") throw new Error("no footer");`);
    await expect(check("content", { server })).rejects.toMatchObject({ code: "RELEASE_PAGE_FAILED", details: { page: "/en/", problem: "no footer" } });
  });

  test("an island that throws on an error page only", async () => {
    const server = toServerSource("compliance", `if (context.page.status === 403) throw new Error("no 403");`);
    await expect(check("compliance", { server })).rejects.toMatchObject({ code: "RELEASE_PAGE_FAILED", details: { expose: "error", page: "error:403" } });
  });

  test("an island that hangs", async () => {
    const quick = createRenderPool({ deadline: 200, firstDeadline: 2000 });
    const data = openDataStore({ folder: join(bench.root, "data"), defaults: join(import.meta.dirname, "../../../data"), onRefused: (error) => { throw error; } });
    try {
      const candidate = await bench.load("content", { server: toServerSource("content", `if (key === "contact") for (;;);`) });
      await expect(checkRelease(candidate, { sites: [siteConfigs.GGPPH], data: data.documents(), pool: quick, beside })).rejects.toMatchObject({
        code: "RELEASE_PAGE_FAILED", details: { page: "/contact/", problem: expect.stringMatching(/^no answer within/) },
      });
    } finally {
      quick.close();
    }
  });

  test.each(["{}", "{ html: 7 }", "'text'"])("an island that answers %s", async (answer) => {
    await expect(check("content", { server: toServerSource("content", `if (key === "contact") return ${answer};`) })).rejects.toMatchObject({ code: "RELEASE_PAGE_FAILED" });
  });

  test("a server file that does not load, and says why", async () => {
    await expect(check("content", { server: "require('node:fs')" })).rejects.toMatchObject({
      code: "RELEASE_PAGE_FAILED", details: { problem: expect.stringContaining("node:fs") },
    });
  });
});

describe("releases that were admitted one by one", () => {
  test("go together while the shell provides what each was built against", () => {
    expect(() => checkSet(beside)).not.toThrow();
  });

  test("do not go together once the shell provides other libraries", async () => {
    const shell = await bench.load("shell", { shared: { react: "^20.0.0", jotai: "^3.0.1" } });
    expect(() => checkSet(new Map([...beside, ["shell", shell] as const]))).toThrow(
      expect.objectContaining({ code: "RELEASE_SHARED_UNSUPPORTED", details: expect.objectContaining({ library: "react", provided: "20.0.0" }) }),
    );
  });
});
