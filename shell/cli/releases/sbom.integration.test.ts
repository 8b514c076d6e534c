import { afterAll, beforeAll, expect, test } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

const document = JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", components: [] }, null, 2);

let bench: FixtureBench;
let before: string;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  before = (await bench.releaseAll()).content;
  await bench.release("content", { files: { "server/sbom.cdx.json": document } });
});
afterAll(() => bench.remove());

test("site sbom prints the document of the release that is live, byte for byte, for people and for machines", async () => {
  expect(await runSiteIn(bench.root, ["sbom", "content"])).toEqual({ code: 0, out: document, err: "" });
  const { out } = await runSiteIn(bench.root, ["--json", "sbom", "content"]);
  expect(JSON.parse(out)).toEqual(JSON.parse(document));
});

test("site sbom of a release that has none says why, and what to do", async () => {
  const { code, err } = await runSiteIn(bench.root, ["sbom", `content@${before}`]);
  expect(code).toBe(5);
  expect(err).toMatch(/^RELEASE_WITHOUT_SBOM: content@\S+ does not say of which packages it is made/);
  expect((await runSiteIn(bench.root, ["sbom", "contant"])).code).toBe(5);
});
