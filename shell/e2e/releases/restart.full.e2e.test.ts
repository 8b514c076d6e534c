import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import * as v from "valibot";
import brandAmbassadors from "../../data/brand-ambassador.json" with { type: "json" };
import { copyStartedStore, type RunningSite, type SiteId, startSite } from "../harness/start-site.ts";
import { listTree, readProcessName } from "../harness/started-processes.ts";
import { toStoredPath } from "../harness/stored-file.ts";
import { removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { admitVariant, promoteVariants } from "../faults/admit-variant.ts";
import { readReadiness, untilComposed, untilRemembered } from "./readiness.ts";
import { openStore } from "./site-command.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";

const manifestSchema = v.object({ prerendered: v.array(v.string()) });

const stores: string[] = [];
const sites: RunningSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0))
    if (site.child.exitCode === null && site.child.signalCode === null) await site.stop();
  for (const storeDir of stores.splice(0)) await removeStore(storeDir);
});

/** The store of a server that ran before, with the pages it had. */
async function copyServed(id: SiteId = "GGPPH"): Promise<string> {
  const storeDir = await copyStartedStore(id);
  stores.push(storeDir);
  return storeDir;
}

async function start(id: SiteId, storeDir: string, env: Record<string, string> = {}): Promise<RunningSite> {
  const site = await startSite(id, { storeDir, env });
  sites.push(site);
  return site;
}

/** Starts a server, and waits until it has composed every page itself. */
async function startAnew(id: SiteId, storeDir: string): Promise<RunningSite> {
  const site = await start(id, storeDir);
  await untilComposed(site);
  return site;
}

/** The HTML of every page, with those of errors. */
async function readPages({ origin, prefix }: RunningSite): Promise<Map<string, string>> {
  const { id } = v.parse(v.object({ id: v.string() }), await (await fetch(`${origin}/builds/latest.json`)).json());
  const { prerendered } = v.parse(manifestSchema, await (await fetch(`${origin}/builds/meta/${id}.json`)).json());
  const pages = new Map<string, string>();
  for (const path of [...prerendered, `${prefix}/no-such-page/`])
    pages.set(path, await (await fetch(`${origin}${path}`)).text());
  expect(pages.size).toBeGreaterThan(15);
  return pages;
}

/** Serves a store until its pages are remembered, and ends the server. @returns the HTML of every page */
async function serveUntilRemembered(storeDir: string): Promise<Map<string, string>> {
  const site = await startAnew("GGPPH", storeDir);
  const pages = await readPages(site);
  await untilRemembered(site);
  await site.stop();
  return pages;
}

/** The pages that are not what they were. */
function listChanged(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].filter(([path, html]) => after.get(path) !== html).map(([path]) => path);
}

/** Takes the server files of every remote out of the store: none of their releases verifies any more. */
async function killRemotes(storeDir: string): Promise<void> {
  const store = await openStore(storeDir);
  const versions = (await store.current())?.set.versions ?? {};
  for (const [name, version] of Object.entries(versions)) {
    const { release } = await store.load(name, version);
    if (name !== "shell") await rm(toStoredPath(storeDir, release, release.serverEntry));
  }
}

describe.each(sampled<SiteId[]>({ all: ["GGPPH", "GGPCOM", "GGPBR"], sample: ["GGPBR"] }))(
  "the site %s, started again with every remote dead",
  (id) => {
    test("shows every page as before the restart, and says so", { timeout: 180_000 }, async () => {
      const storeDir = await copyServed(id);
      const startedAt = Date.now();
      const first = await startAnew(id, storeDir);
      const before = await readPages(first);
      await untilRemembered(first);
      // Not even the chance to write at the end.
      first.child.kill("SIGKILL");
      await first.ended;
      await killRemotes(storeDir);

      const second = await start(id, storeDir);
      expect(listChanged(before, await readPages(second))).toEqual([]);
      const { restored } = await readReadiness(second);
      expect(restored?.pages).toBeGreaterThan(15);
      // They are of the server that was killed, and not of one before it.
      expect(Date.parse(restored?.composedAt ?? "")).toBeGreaterThanOrEqual(startedAt);
      expect(second.log().map(({ msg }) => msg)).toContain(
        "the pages from before the restart are served until they are composed anew",
      );
      await waitUntil(() => second.log().some(({ msg }) => msg === "the set is live"), {
        what: "the set to be composed with what there is",
        within: 60_000,
      });
      expect(listChanged(before, await readPages(second))).toEqual([]);
      expect((await readReadiness(second)).restored?.pages).toBeGreaterThan(15);
    });
  },
);

test(
  "a remote that does not verify in the set that was promoted while the server was down keeps its last good HTML",
  { timeout: 240_000 },
  async () => {
    const storeDir = await copyServed();
    const before = await serveUntilRemembered(storeDir);
    // The next set has another content, and a navigation that does not verify.
    const store = await openStore(storeDir);
    const variants = [
      await admitVariant(storeDir, "content", { mark: "later" }),
      await admitVariant(storeDir, "navigation", { mark: "broken" }),
    ];
    const current = await store.current();
    if (!current) throw new Error("Nothing is live.");
    const versions = {
      ...current.set.versions,
      ...Object.fromEntries(variants.map(({ name, version }) => [name, version])),
    };
    await store.countersign(await store.toSet(versions), { sites: ["GGPPH"], checks: [] });
    await store.advance(current.set.revision, versions, { why: "promoted while the server was down" });
    const { release } = await store.load("navigation", versions["navigation"] ?? "none");
    await rm(toStoredPath(storeDir, release, release.serverEntry));

    const second = await start("GGPPH", storeDir);
    await waitUntil(async () => (await readReadiness(second)).revision === current.set.revision + 1, {
      what: "the promoted set",
      within: 60_000,
    });
    const after = await readPages(second);
    for (const [path, html] of before) {
      const now = after.get(path) ?? "";
      expect(readText(now, "header"), path).toBe(readText(html, "header"));
      expect(readText(now, "footer"), path).toBe(readText(html, "footer"));
    }
    expect(after.get("/about-us/")).toContain('data-made-by="later"');
  },
);

test.for(
  sampledCases(1, [
    { does: "throws", code: 'throw new Error("asked to throw");' },
    { does: "loops for ever", code: "for (;;);" },
  ]),
)(
  "a remote that $does on data that is new after a restart keeps its last good HTML, and the rest is fresh",
  { timeout: 240_000 },
  async ({ code }) => {
    const storeDir = await copyServed();
    const variant = await admitVariant(storeDir, "navigation", {
      mark: "frail",
      beforeRender: `if (key === "header" && JSON.stringify(context.data).includes("Ada Fails")) ${code}`,
    });
    await promoteVariants(storeDir, [variant]);
    const before = await serveUntilRemembered(storeDir);
    expect(before.get("/ggteam/")).toContain('data-made-by="frail"');
    const ambassadors = brandAmbassadors.ambassadors.map((one, index) =>
      index === 0 ? { ...one, name: "Ada Fails" } : one,
    );
    await write(join(storeDir, "data/GGPPH"), "brand-ambassador", JSON.stringify({ ambassadors }));

    const second = await start("GGPPH", storeDir);
    const readMain = async (): Promise<string> =>
      readText(await (await fetch(`${second.origin}/ggteam/`)).text(), "main");
    await waitUntil(async () => (await readMain()).includes("Ada Fails"), { what: "the fresh data", within: 90_000 });
    for (const [path, html] of await readPages(second))
      expect(readText(html, "header"), path).toBe(readText(before.get(path) ?? "", "header"));
  },
);

test(
  "a site whose release store is away starts with the pages and pictures that are remembered, says since when, draws nothing anew, and catches up",
  { timeout: 180_000 },
  async () => {
    const storeDir = await copyServed();
    const first = await startAnew("GGPPH", storeDir);
    expect(isDrawing(first)).toBe(false);
    const [before, pictures] = [await readPages(first), await readPictures(first)];
    expect(isDrawing(first)).toBe(true);
    await untilRemembered(first);
    await first.stop();
    await rename(storeDir, `${storeDir}.away`);
    const second = await start("GGPPH", storeDir);
    expect(await (await fetch(`${second.origin}/about-us/`)).text()).toBe(before.get("/about-us/"));
    expect(await readPictures(second)).toEqual(pictures);
    expect((await readReadiness(second)).restored?.pages).toBeGreaterThan(15);
    await rename(`${storeDir}.away`, storeDir);
    await untilComposed(second);
    expect(listChanged(before, await readPages(second))).toEqual([]);
    expect(await readPictures(second)).toEqual(pictures);
    expect(isDrawing(second)).toBe(false);
  },
);

test(
  "country rules that are broken while the server is down stay the strict ones of before",
  { timeout: 180_000 },
  async () => {
    const storeDir = await copyServed();
    const folder = join(storeDir, "data/GGPPH");
    const env = { SITE_EDGE: "cloudflare", TRUSTED_PROXIES: "127.0.0.1,::1" };
    await write(folder, "geo-rules", '{"rules":{"MX":{"ruleType":"DENIED"}}}');
    const first = await start("GGPPH", storeDir, env);
    expect(await visitFromMexico(first)).toBe(403);
    await untilRemembered(first);
    await first.stop();
    await write(folder, "geo-rules", '{"rules":{"MX":');
    const second = await start("GGPPH", storeDir, env);
    expect(await visitFromMexico(second)).toBe(403);
    expect(second.log()).toContainEqual(
      expect.objectContaining({ document: "geo-rules", msg: "a data document was refused; the last good one stays" }),
    );
  },
);

/** Whether the server has started a process that draws. */
function isDrawing({ child }: RunningSite): boolean {
  return listTree(child.pid ?? 0).some((pid) => readProcessName(pid) === "draw-process.ts");
}

/** The entity tags of some pictures of a page whose pictures are not drawn before they are asked for here. */
async function readPictures({ origin }: RunningSite): Promise<string[]> {
  const html = await (await fetch(`${origin}/about-us/`)).text();
  const addresses = [...new Set(html.match(/\/_image\/[^\s",]+/g))].slice(0, 5);
  expect(addresses.length).toBe(5);
  return Promise.all(
    addresses.map(async (address) => {
      const { status, headers } = await fetch(`${origin}${address}`);
      expect(status, address).toBe(200);
      return headers.get("etag") ?? "";
    }),
  );
}

async function visitFromMexico({ origin }: RunningSite): Promise<number> {
  return (await fetch(`${origin}/about-us/`, { headers: { "cf-ipcountry": "MX" } })).status;
}

async function write(folder: string, document: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${document}.aside`), text);
  await rename(join(folder, `${document}.aside`), join(folder, `${document}.json`));
}

/** The words of a part of a page, without those of other islands inside of it. */
function readText(html: string, part: "header" | "footer" | "main"): string {
  return (new RegExp(`<${part}.*?</${part}>`, "s").exec(html)?.[0] ?? "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}
