import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { layoutFile } from "@site/contracts/pages/layout";
import { copyDocuments } from "../../src/server/releases/nats/copy-documents.ts";
import { openNatsLink } from "../../src/server/releases/nats/nats-link.ts";
import { layout } from "../../src/layout/layout.ts";
import { fewRoutes } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { natsNote, natsProgram, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { runSiteIn, type SiteRun } from "../testing/run-site-fixture.ts";

const shipped = join(import.meta.dirname, "../../data/geo-rules.json");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "store-put-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a data document that is put into a store of files is where servers look for it; an invalid one is refused", async () => {
  const store = join(folder, "store");
  expect(await runSiteIn(store, ["store", "put", "geo-rules", shipped])).toMatchObject({ code: 0 });
  const file = join(store, "data/GGPPH/geo-rules.json");
  expect(await readFile(file, "utf8")).toBe(await readFile(shipped, "utf8"));
  const broken = join(folder, "broken.json");
  await writeFile(broken, "{");
  const refused = await runSiteIn(store, ["store", "put", "geo-rules", broken]);
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining("DATA_DOCUMENT_INVALID") });
  expect(await runSiteIn(store, ["store", "put", "nothing", shipped])).toMatchObject({ code: 2 });
  const missing = await runSiteIn(store, ["store", "put", "geo-rules", join(folder, "mistyped.json")]);
  expect(missing).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^USAGE_INVALID: .*mistyped\.json cannot be read/),
  });
  expect(await readFile(file, "utf8")).toBe(await readFile(shipped, "utf8"));
});

test("a data document that is larger than servers read is refused, and the one before stays", async () => {
  const store = join(folder, "small");
  const large = join(folder, "large.json");
  await writeFile(large, `{"rules":{}${" ".repeat(1_048_576)}}`);
  expect(await runSiteIn(store, ["store", "put", "geo-rules", shipped])).toMatchObject({ code: 0 });
  expect(await runSiteIn(store, ["store", "put", "geo-rules", large])).toMatchObject({
    code: 3,
    err: expect.stringMatching(
      /^DATA_DOCUMENT_INVALID: .*large\.json: it has 1048588 bytes, at most 1048576 are read$/,
    ),
  });
  expect(await readFile(join(store, "data/GGPPH/geo-rules.json"), "utf8")).toBe(await readFile(shipped, "utf8"));
});

test("a data document that several commands put at once is there whole, and no other file is beside it", async () => {
  const store = join(folder, "shared");
  expect(await runSiteIn(store, ["init"])).toMatchObject({ code: 0 });
  const puts = Array.from({ length: 8 }, () => runSiteIn(store, ["store", "put", "geo-rules", shipped]));
  for (const put of await Promise.all(puts))
    expect(put).toEqual({ code: 0, out: "geo-rules of GGPPH is in the store.", err: "" });
  expect(await readdir(join(store, "data/GGPPH"))).toEqual(["geo-rules.json"]);
  expect(await readFile(join(store, "data/GGPPH/geo-rules.json"), "utf8")).toBe(await readFile(shipped, "utf8"));
});

test("a data document that is put where no store is says so: STORE_DIR may be mistyped", async () => {
  const typo = join(folder, "stroe");
  expect(await runSiteIn(typo, ["store", "put", "geo-rules", shipped])).toMatchObject({
    code: 0,
    out: `geo-rules of GGPPH is in ${typo}, where there is no release store yet. site init makes one; is STORE_DIR mistyped?`,
  });
});

describe("a menu that is put", () => {
  let bench: FixtureBench;
  beforeAll(async () => {
    bench = await createFixtureBench();
    await bench.writeIdentities();
    const routes = [...fewRoutes, ...layout.routes.filter(({ name }) => name.startsWith("ggteam"))];
    await bench.releaseAll({ shell: { files: { [layoutFile]: JSON.stringify({ ...layout, routes }) } } });
  });
  afterAll(() => bench.remove());

  const put = async (...paths: string[]): Promise<SiteRun> => {
    const item = { langKey: "A", label: "a", siteType: "contents" };
    const items = [{ ...item, path: "/", children: paths.map((path) => ({ ...item, path })) }];
    const file = join(folder, "menu.json");
    await writeFile(file, JSON.stringify({ items }));
    return runSiteIn(bench.root, ["store", "put", "navigations", file]);
  };

  test("leads to pages that the live site has, and to nothing else", async () => {
    expect(await put("/about-us/", "/contact/#a-part", "/download/installer/windows")).toMatchObject({ code: 0 });
    for (const [path, problem] of [
      ["/nowhere/", /items\.0\.children\.1\.path.*no page at \/nowhere\//],
      ["https://evil.example/", /items\.0\.children\.1\.path.*evil\.example/],
    ] as const)
      expect(await put("/about-us/", path)).toMatchObject({ code: 3, err: expect.stringMatching(problem) });
    expect(await readFile(join(bench.root, "data/GGPPH/navigations.json"), "utf8")).toContain("#a-part");
  });

  test("keeps the ambassadors that it leads to: a list without one of them is refused, with the menu's item", async () => {
    const file = join(folder, "ambassadors.json");
    const putTeam = async (...slugs: string[]): Promise<SiteRun> => {
      await writeFile(file, JSON.stringify({ ambassadors: slugs.map((slug) => ({ slug, name: slug })) }));
      return runSiteIn(bench.root, ["store", "put", "brand-ambassador", file]);
    };
    expect(await putTeam("ace", "rex")).toMatchObject({ code: 0 });
    expect(await put("/contact/", "/ggteam/rex/")).toMatchObject({ code: 0 });
    expect(await putTeam("ace")).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        /items\.0\.children\.1\.path of navigations leads to \/ggteam\/rex\/, which would be gone/,
      ),
    });
    expect(await putTeam("rex")).toMatchObject({ code: 0 });
    expect(await put("/contact/")).toMatchObject({ code: 0 });
    expect(await putTeam()).toMatchObject({ code: 0 });
  });
});

describe.skipIf(natsProgram === undefined)(`a store in NATS${natsNote}`, () => {
  test("gives a document that was put to the folder of every machine", async () => {
    const nats = await startNatsServers({ folder });
    const env = { STORE: nats.url };
    const operator = join(folder, "operator");
    expect(await runSiteIn(operator, ["init"], env)).toMatchObject({ code: 0, out: expect.stringContaining(nats.url) });
    expect(await runSiteIn(operator, ["store", "put", "geo-rules", shipped], env)).toMatchObject({ code: 0 });
    const link = openNatsLink({ servers: [nats.url], name: "site" }, { keepsTrying: false });
    await copyDocuments(link, join(folder, "machine"));
    expect(await readFile(join(folder, "machine/data/GGPPH/geo-rules.json"), "utf8")).toBe(
      await readFile(shipped, "utf8"),
    );
    await link.close();
    await nats.stop();
  });
});
