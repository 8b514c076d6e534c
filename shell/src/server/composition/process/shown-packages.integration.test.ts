import { join } from "node:path";
import { type NamedRelease, toDescriptionUrl } from "@site/contracts/releases/browser-set";
import type { PackageName } from "@site/contracts/names/package-name";
import type { PagePayload } from "@site/contracts/pages/payload";
import { toIslandParts } from "@site/contracts/names/island-name";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { layout } from "../../../layout/layout.ts";
import { openDataStore } from "../../data/data-store.ts";
import { serverFormat } from "../../pages/build-id.ts";
import { FragmentMemory } from "../fragments/fragment-memory.ts";
import { planPages } from "../../pages/page-plan.ts";
import type { RemoteFailure } from "../fragments/fragment-source.ts";
import type { LoadedPackages } from "../../releases/loaded-release.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { fixturePackages, type FixtureOptions, toServerSource } from "../../testing/fixture-release.ts";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import { createRenderPool, type RenderPool } from "../render/render-pool.ts";
import { createPageWriter, type PageText } from "./write-pages.ts";

vi.setConfig({ testTimeout: 60_000 });

const messages = { "browser/messages-en.0a.js": "1;", "browser/messages-pt-br.0b.js": "2;" };

/** Home has a slot for download's island; only the pages of compliance and the error pages show nothing of content. */
const options: Record<string, FixtureOptions> = {
  content: {
    files: messages,
    server: toServerSource(
      "content",
      `if (key === "home") return { html: '<div data-slot="download/page" data-variant=""></div>', readsVisitor: false };`,
    ),
  },
  download: { files: messages },
  navigation: { files: messages },
};

let bench: FixtureBench;
let pool: RenderPool;
let before: LoadedPackages;
/** The same releases and another one of download. */
let after: LoadedPackages;

beforeAll(async () => {
  bench = await createFixtureBench();
  pool = createRenderPool();
  const loaded = new Map<PackageName, LoadedRelease>();
  for (const name of fixturePackages) loaded.set(name, await bench.load(name, options[name]));
  before = loaded;
  // In another order as well: a page must not depend on it.
  after = new Map([...loaded].toReversed()).set(
    "download",
    await bench.load("download", { files: { ...messages, "browser/island.js": "globalThis.island = 2;" } }),
  );
});
afterAll(async () => {
  pool.close();
  await bench.remove();
});

type ReadText = Omit<PageText, "document" | "payload"> & Record<"document" | "payload", string>;

function fail({ problem }: RemoteFailure): never {
  throw new Error(problem);
}

async function write(site: SiteConfig, packages: LoadedPackages): Promise<Map<string, ReadText>> {
  const store = await openDataStore({
    folder: join(bench.root, "data"),
    defaults: join(import.meta.dirname, "../../../../data"),
    onRefused: (error) => {
      throw error;
    },
  });
  const data = store.documents();
  const writePages = createPageWriter(serverFormat, {
    packages,
    layout,
    site,
    data,
    pool,
    memory: new FragmentMemory(async () => new Map()),
    onFailure: fail,
  });
  const texts = await writePages(planPages(site, data, layout));
  return new Map(
    [...texts].map(({ document, payload, fragments, ...text }) => [
      text.key,
      // What rendering took differs each time, and is in no answer to a visitor.
      {
        ...text,
        fragments: fragments.map(({ ms: _ms, ...ref }) => ref),
        document: String(document.bytes),
        payload: String(payload.bytes),
      },
    ]),
  );
}

function readReleases({ payload }: ReadText): Record<string, NamedRelease> {
  const page: PagePayload = JSON.parse(payload);
  return page.releases;
}

/** Whether an island of download is in a page, at the top or inside of another. */
function showsDownload({ payload }: ReadText): boolean {
  const page: PagePayload = JSON.parse(payload);
  return Object.values(page.parts.islands).some(({ island }) => toIslandParts(island).owner === "download");
}

describe.each(Object.values(siteConfigs))("on $siteId, a set with another release of one remote", (site) => {
  let pages: Map<string, ReadText>;
  let changed: Map<string, ReadText>;
  beforeAll(async () => {
    pages = await write(site, before);
    changed = await write(site, after);
  }, 60_000);

  test("B191 changes no byte, and no header, of the pages that do not show it, in any language and for any country rule", () => {
    const others = [...pages].filter(([, page]) => !showsDownload(page));
    expect(others.length).toBeGreaterThan(40 * site.locales.length);
    expect(
      others.filter(([id, page]) => JSON.stringify(changed.get(id)) !== JSON.stringify(page)).map(([id]) => id),
    ).toEqual([]);
  });

  test("changes the document and the payload of every page that does", () => {
    const shown = [...pages].filter(([, page]) => showsDownload(page));
    expect(shown.length).toBeGreaterThanOrEqual(8 * site.locales.length);
    expect(
      shown
        .filter(
          ([id, page]) => changed.get(id)?.document === page.document || changed.get(id)?.payload === page.payload,
        )
        .map(([id]) => id),
    ).toEqual([]);
  });

  test("a page names the releases it shows, nested islands included, and no others", () => {
    for (const [id, page] of pages) {
      expect(Object.keys(readReleases(page)).includes("download"), id).toBe(showsDownload(page));
      expect(page.document.includes("/_release/support-chat/"), id).toBe(false);
    }
  });

  test("neither a document nor a payload names a set or a revision", () => {
    for (const { document, payload } of pages.values())
      expect(`${document}${payload}`).not.toMatch(/"(set|revision|build)":/);
  });

  test("pages in languages whose messages differ name descriptions of their own", () => {
    const urls = new Set(
      [...pages.values()].map((page) =>
        toDescriptionUrl("navigation", readReleases(page)["navigation"] ?? { version: "", integrity: "" }),
      ),
    );
    const languages = new Set(site.locales.map(({ code }) => (code === "pt-br" ? code : "en")));
    expect(urls.size).toBe(languages.size);
  });
});
