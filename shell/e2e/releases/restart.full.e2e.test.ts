import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
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

test.each(sampled<SiteId[]>({ all: ["GGPPH", "GGPCOM", "GGPBR"], sample: ["GGPPH"] }))(
  "the site %s starts without its release store with the pages and pictures that are remembered, says since when, draws nothing anew, catches up, and started again with every remote dead shows every page as before",
  { timeout: 300_000 },
  async (id) => {
    const storeDir = await copyServed(id);
    const startedAt = Date.now();
    const first = await startAnew(id, storeDir);
    expect(isDrawing(first)).toBe(false);
    const [before, pictures] = [await readPages(first), await readPictures(first)];
    expect(isDrawing(first)).toBe(true);
    await untilRemembered(first);
    // A server that is killed may not have written the pictures that it drew last.
    await first.stop();

    // The store is away.
    await rename(storeDir, `${storeDir}.away`);
    const second = await start(id, storeDir);
    const page = `${second.prefix}/about-us/`;
    expect(await (await fetch(`${second.origin}${page}`)).text()).toBe(before.get(page));
    expect(await readPictures(second)).toEqual(pictures);
    const { restored: withoutStore } = await readReadiness(second);
    expect(withoutStore?.pages).toBeGreaterThan(15);
    // They are of the server that ended, and not of one before it.
    expect(Date.parse(withoutStore?.composedAt ?? "")).toBeGreaterThanOrEqual(startedAt);
    await rename(`${storeDir}.away`, storeDir);
    await untilComposed(second);
    expect(listChanged(before, await readPages(second))).toEqual([]);
    expect(await readPictures(second)).toEqual(pictures);
    expect(isDrawing(second)).toBe(false);
    await untilRemembered(second);
    await kill(second);

    // Every remote is dead.
    await killRemotes(storeDir);
    const third = await start(id, storeDir);
    expect(listChanged(before, await readPages(third))).toEqual([]);
    const { restored } = await readReadiness(third);
    expect(restored?.pages).toBeGreaterThan(15);
    expect(Date.parse(restored?.composedAt ?? "")).toBeGreaterThanOrEqual(second.startedAt);
    expect(third.log().map(({ msg }) => msg)).toContain(
      "the pages from before the restart are served until they are composed anew",
    );
    await waitUntil(() => third.log().some(({ msg }) => msg === "the set is live"), {
      what: "the set to be composed with what there is",
      within: 60_000,
    });
    expect(listChanged(before, await readPages(third))).toEqual([]);
    expect((await readReadiness(third)).restored?.pages).toBeGreaterThan(15);
  },
);

test.for(
  sampledCases(1, [
    { does: "throws", code: 'throw new Error("asked to throw");' },
    { does: "loops for ever", code: "for (;;);" },
  ]),
)(
  "after a restart a remote that $does on new data keeps its last good HTML, and so does one that does not verify in the set that was promoted meanwhile; country rules that were broken stay the strict ones, and the rest is fresh",
  { timeout: 240_000 },
  async ({ code }) => {
    const storeDir = await copyServed();
    const folder = join(storeDir, "data/GGPPH");
    const env = { SITE_EDGE: "cloudflare", TRUSTED_PROXIES: "127.0.0.1,::1" };
    const frail = await admitVariant(storeDir, "navigation", {
      mark: "frail",
      beforeRender: `if (key === "header" && JSON.stringify(context.data).includes("Ada Fails")) ${code}`,
    });
    const set = await promoteVariants(storeDir, [frail]);
    await write(folder, "geo-rules", '{"rules":{"MX":{"ruleType":"DENIED"}}}');
    const first = await start("GGPPH", storeDir, env);
    await untilComposed(first);
    expect(await visitFromMexico(first)).toBe(403);
    const before = await readPages(first);
    expect(before.get("/ggteam/")).toContain('data-made-by="frail"');
    await untilRemembered(first);
    await first.stop();

    // Meanwhile other texts are promoted, and policies that do not verify.
    const store = await openStore(storeDir);
    const texts = await admitVariant(storeDir, "content", { mark: "later" });
    const policies = await admitVariant(storeDir, "compliance", { mark: "broken" });
    const versions = { ...set.versions, content: texts.version, compliance: policies.version };
    await store.countersign(await store.toSet(versions), { sites: ["GGPPH"], checks: [] });
    await store.advance(set.revision, versions, { why: "promoted while the server was down" });
    const { release } = await store.load("compliance", policies.version);
    await rm(toStoredPath(storeDir, release, release.serverEntry));
    // Both documents change too.
    const ambassadors = brandAmbassadors.ambassadors.map((one, index) =>
      index === 0 ? { ...one, name: "Ada Fails" } : one,
    );
    await write(folder, "brand-ambassador", JSON.stringify({ ambassadors }));
    await write(folder, "geo-rules", '{"rules":{"MX":');

    const second = await start("GGPPH", storeDir, env);
    expect(await visitFromMexico(second)).toBe(403);
    expect(second.log()).toContainEqual(
      expect.objectContaining({ document: "geo-rules", msg: "a data document was refused; the last good one stays" }),
    );
    await waitUntil(async () => (await readReadiness(second)).revision === set.revision + 1, {
      what: "the promoted set",
      within: 60_000,
    });
    const readTeam = async (): Promise<string> =>
      readText(await (await fetch(`${second.origin}/ggteam/`)).text(), "main");
    await waitUntil(async () => (await readTeam()).includes("Ada Fails"), { what: "the fresh data", within: 90_000 });
    const after = await readPages(second);
    for (const [path, html] of before) {
      const now = after.get(path) ?? "";
      expect(readText(now, "header"), path).toBe(readText(html, "header"));
      expect(readText(now, "footer"), path).toBe(readText(html, "footer"));
    }
    const policy = before.get("/privacy-policy/") ?? "";
    expect(readMain(policy)).toMatch(/class="[^"]*compliance-/);
    expect(readText(after.get("/privacy-policy/") ?? "", "main")).toBe(readText(policy, "main"));
    expect(after.get("/privacy-policy/")).not.toContain('data-made-by="broken"');
    expect(after.get("/about-us/")).toContain('data-made-by="later"');
    expect(await visitFromMexico(second)).toBe(403);
  },
);

function readMain(html: string): string {
  return /<main.*?<\/main>/s.exec(html)?.[0] ?? "";
}

/** Ends a server without a chance to write. */
async function kill({ child, ended }: RunningSite): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

/** Whether the server has started a process that draws. */
function isDrawing({ child }: RunningSite): boolean {
  return listTree(child.pid ?? 0).some((pid) => readProcessName(pid) === "draw-process.ts");
}

/** The entity tags of some pictures of a page whose pictures are not drawn before they are asked for here. */
async function readPictures({ origin, prefix }: RunningSite): Promise<string[]> {
  const html = await (await fetch(`${origin}${prefix}/about-us/`)).text();
  const addresses = [...new Set(html.match(/\/_image\/[^\s",]+/g))].slice(0, 5);
  expect(addresses.length).toBe(5);
  const tags: string[] = [];
  // In sequence: the process that draws refuses requests beyond its queue.
  for (const address of addresses) {
    const { status, headers } = await fetch(`${origin}${address}`);
    expect(status, address).toBe(200);
    tags.push(headers.get("etag") ?? "");
  }
  return tags;
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
