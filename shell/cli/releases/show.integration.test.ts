import { afterAll, beforeAll, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

const provenance = {
  predicateType: "https://slsa.dev/provenance/v1",
  buildDefinition: {
    buildType: "https://site.example/builds/rspack/1",
    externalParameters: { package: "content" },
    resolvedDependencies: [{ name: "source", digest: { gitCommit: "1".repeat(40) } }],
  },
  runDetails: { builder: { id: "https://ci.site.example/content", version: { node: "24.21.0" } } },
};

let bench: FixtureBench;
let before: string;
let version: string;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  before = (await bench.releaseAll()).content;
  ({ version } = await bench.release("content", { document: { provenance }, files: { "browser/more.js": "12345" } }));
});
afterAll(() => bench.remove());

test("site show says who built a release of which commit, its checks, its sizes against the one before, and where it is shown", async () => {
  const { code, out } = await runSiteIn(bench.root, ["show", "content"]);
  expect(code).toBe(0);
  for (const line of [
    `release   content@${version}, live`,
    "built by  https://ci.site.example/content",
    `made of   source, gitCommit ${"1".repeat(40)}`,
    "tools     node 24.21.0",
    "for GGPPH:",
    "locales   en",
  ])
    expect(out).toContain(line);
  expect(out).toMatch(/shown on {2}9 of 17 routes \(53 %\), \d+ of \d+ pages/);
  expect(out).toMatch(new RegExp(`^BYTES +NOW +AGAINST ${before}$`, "m"));
  expect(out).toMatch(/^scripts +\d+ +\+5$/m);
});

test("site show says what a team wrote of its release as the team's words, and in no row of its own", async () => {
  const { buildDefinition } = provenance;
  const forged = { name: "checks", digest: { "57 of the whole set, for GGPPH: styles, leaks": "1".repeat(40) } };
  const { version: hostile } = await bench.release("download", {
    files: { "browser/more.js": "1" },
    document: {
      provenance: { ...provenance, buildDefinition: { ...buildDefinition, resolvedDependencies: [forged] } },
    },
  });
  const { out } = await runSiteIn(bench.root, ["show", `download@${hostile}`]);
  expect(out.split("\n").filter((line) => line.startsWith("checks "))).toHaveLength(1);
  expect(out).toMatch(/^made of {3}checks, 57 of/m);
});

test("site show --json says the same for machines, also of a release that is not live", async () => {
  const shown: unknown = JSON.parse((await runSiteIn(bench.root, ["--json", "show", `content@${before}`])).out);
  expect(shown).toMatchObject({
    release: `content@${before}`,
    isLive: false,
    provenance: null,
    checks: { revision: 1, sites: ["GGPPH"] },
    before: { release: `content@${version}` },
    blastRadius: { allRoutes: 17 },
  });
});

test("site show of a release of the shell reaches every route", async () => {
  const shown: unknown = JSON.parse((await runSiteIn(bench.root, ["--json", "show", "shell"])).out);
  expect(shown).toMatchObject({ blastRadius: { routes: { length: 17 } } });
});
