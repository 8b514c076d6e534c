import { createHash } from "node:crypto";
import * as fc from "fast-check";
import type { DataDocuments } from "@site/contracts/documents/data-documents";
import type { PackageName } from "@site/contracts/names/package-name";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { beforeAll, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { layout as wholeLayout } from "../../../layout/layout.ts";
import { openDataStore } from "../../data/data-store.ts";
import { toPageInputs } from "../../pages/page-id.ts";
import { indexSite } from "../../pages/site-index.ts";
import { createSitePlanner } from "../../pages/site-plans.ts";
import type { SiteState } from "../../pages/site-state.ts";
import { type ChangedPages, createChangedPages, type SetSource, type WrittenPages } from "./changed-pages.ts";

const site = siteConfigs.GGPPH;
const planSite = createSitePlanner(site);
/** Some routes, the one with a page for each ambassador among them: enough for every kind of page. */
const layout = {
  ...wholeLayout,
  routes: wholeLayout.routes.filter(({ parameter }, index) => parameter !== undefined || index < 6),
};
/** The layout of another release of the shell, which has one page less. */
const shorter = { ...layout, routes: layout.routes.slice(1) };
let data: DataDocuments;

beforeAll(async () => {
  const store = await openDataStore({
    folder: "/nowhere",
    defaults: `${import.meta.dirname}/../../../../data`,
    onRefused: (error) => {
      throw error;
    },
  });
  data = store.documents();
});

const remotes = ["content", "lobby", "navigation"] as const;

/** A set of releases with the data it is composed with. */
interface Scene {
  digests: Record<PackageName, string>;
  checksum: number;
  ambassadors: number;
}

const firstScene: Scene = {
  digests: { shell: "0", content: "0", lobby: "0", navigation: "0" },
  checksum: 0,
  ambassadors: 2,
};

function toSource({ digests, checksum, ambassadors }: Scene, revision: number): SetSource {
  const set: ReleaseSet = { id: JSON.stringify(digests), revision, versions: digests, digests };
  const documents: DataDocuments = {
    ...data,
    "installer-checksums": {
      checksums: { windows: { file: "client.exe", version: "1", sha256: String(checksum).repeat(64) } },
    },
    "brand-ambassador": { ambassadors: data["brand-ambassador"].ambassadors.slice(0, ambassadors) },
  };
  return {
    set,
    plans: planSite(documents, digests["shell"] === "2" ? shorter : layout),
    inputs: toPageInputs({ site, set, heads: [], data: documents, format: 1, code: "" }),
  };
}

/** A number that depends on a text alone. */
const toNumber = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();

/** Pages as a composing process writes them: their content's release says which packages they show, and some fail with some releases. */
function write({ set: { digests }, inputs }: SetSource, keys: readonly string[]): WrittenPages {
  const fragments = new Map<string, Buffer>();
  const pages = keys.map((key): [string, ReturnType<typeof toWritten>] => {
    const chance = toNumber(`${key} ${digests["content"]}`);
    const shown = ["content", ...(chance % 4 === 0 ? ["lobby"] : []), "navigation"];
    const reads = chance % 5 === 0 ? (["installer-checksums"] as const) : [];
    const documents = reads.map((name) => inputs.data[name]);
    const text = JSON.stringify([key, shown.map((name) => digests[name]), documents, digests["shell"]]);
    const isWhole = !shown.includes("lobby") || toNumber(`${key} ${digests["lobby"]}`) % 3 > 0;
    const names = shown.map((name) => `${name} ${digests[name]} ${name === "navigation" ? "" : key}`);
    for (const name of names) fragments.set(name, Buffer.from(name));
    return [key, toWritten(text, { shown, reads: [...reads], isWhole, names })];
  });
  return { pages: new Map(pages), fragments };
}

function toWritten(
  text: string,
  { names, ...use }: { shown: PackageName[]; reads: "installer-checksums"[]; isWhole: boolean; names: string[] },
) {
  const body = { etag: text, br: Buffer.from(text), size: text.length, effort: "fast" as const };
  return {
    status: 200 as const,
    document: body,
    payload: { ...body },
    policies: { usual: {}, clean: {} },
    hasFallback: !use.isWhole,
    cardTitle: null,
    slots: [],
    pictures: [],
    ...use,
    fragments: names.map((name) => ({ slot: name, key: name, digest: name })),
  };
}

/** Composes a set as the composer does, without processes. */
async function compose(
  changedPages: ChangedPages,
  source: SetSource,
  {
    before,
    beside,
    isWanted = () => true,
  }: { before?: SiteState; beside?: SiteState; isWanted?(key: string): boolean },
): Promise<{ state: SiteState; changed: readonly string[] }> {
  const base = await changedPages.find(source, before, beside);
  const gathered = await changedPages.gather(source, base, write(source, base.changed.filter(isWanted)));
  const { set, plans } = source;
  const state: SiteState = {
    ...gathered,
    set,
    build: "",
    format: 1,
    layout,
    packages: new Map(),
    heads: [],
    paths: plans.paths,
    index: indexSite(layout, gathered.pages),
  };
  return { state, changed: base.changed };
}

const listPages = ({ pages }: SiteState): string[] =>
  [...pages].map(([key, { pageId, document, isWhole }]) => `${key} ${pageId} ${document.etag} ${isWhole}`);

const step = fc.record({
  promoted: fc.constantFrom<PackageName>(...remotes, "shell"),
  digest: fc.constantFrom("0", "1", "2"),
  checksum: fc.nat(1),
  ambassadors: fc.constantFrom(2, 2, 2, 3),
  /** Composed ahead of the promote, served to some visitors meanwhile, or shown to a developer page by page. */
  how: fc.constantFrom("promote", "ahead", "canary", "awaited"),
});

test("looking only at the pages of changed packages finds and keeps what comparing all pages does, after any promotes, rollbacks and changes of data", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const remembering = createChangedPages();
      let scene = firstScene;
      let live: SiteState | undefined;
      let canary: SiteState | undefined;
      /** Composes with what is known, and again by comparing every page: both have to be the same. */
      const composeTwice = async (...given: [SetSource, Parameters<typeof compose>[2]]): Promise<SiteState> => {
        const known = await compose(remembering, ...given);
        const compared = await compose(createChangedPages(), ...given);
        expect(known.changed).toEqual(compared.changed);
        expect(listPages(known.state)).toEqual(listPages(compared.state));
        expect([...known.state.fragments.keys()].toSorted()).toEqual([...compared.state.fragments.keys()].toSorted());
        return known.state;
      };
      for (const [index, { promoted, digest, checksum, ambassadors, how }] of steps.entries()) {
        scene = { digests: { ...scene.digests, [promoted]: digest }, checksum, ambassadors };
        const source = toSource(scene, index + 1);
        const before = live && { before: live };
        if (how === "canary" && live) {
          canary = await composeTwice(source, { ...(canary && { before: canary }), beside: live });
          continue;
        }
        if (how === "awaited")
          live = await composeTwice(source, { ...before, isWanted: (key) => toNumber(key) % 3 === 0 });
        const beside = how === "ahead" && live ? await composeTwice(source, { beside: live }) : canary;
        live = await composeTwice(source, { ...(live && { before: live }), ...(beside && { beside }) });
        // A page with a fallback may be an earlier one without, until its package can be rendered.
        const { pages } = write(source, [...source.plans.byKey.keys()]);
        for (const [key, { isWhole, document }] of pages)
          if (isWhole) expect(live.pages.get(key)?.document.etag).toBe(document.etag);
        canary = undefined;
      }
    }),
    { numRuns: 50 },
  );
});

test("B191 a promote of a package that stands on some pages reads no other page, also when it was composed ahead", async () => {
  const changedPages = createChangedPages();
  const { state: before } = await compose(changedPages, toSource(firstScene, 1), {});
  const shows = new Set([...before.pages].flatMap(([key, { shown }]) => (shown.includes("lobby") ? [key] : [])));
  const read = new Set<string>();
  for (const [key, page] of before.pages)
    for (const name of ["pageId", "shown", "fragments", "document"] as const) {
      const value = page[name];
      Object.defineProperty(page, name, { get: () => (read.add(key), value), enumerable: true });
    }
  const source = toSource({ ...firstScene, digests: { ...firstScene.digests, lobby: "1" } }, 2);
  const { state: ahead, changed } = await compose(changedPages, source, { beside: before });
  expect(new Set(changed)).toEqual(shows);
  expect(shows.size).toBeLessThan(before.pages.size / 2);
  expect(read).toEqual(shows);
  read.clear();
  const open = [...ahead.pages].flatMap(([key, { isWhole }]) => (isWhole ? [] : [key]));
  const promoted = await compose(changedPages, source, { before, beside: ahead });
  expect(promoted.changed).toEqual(open);
  expect([...read].filter((key) => !open.includes(key))).toEqual([]);
});
