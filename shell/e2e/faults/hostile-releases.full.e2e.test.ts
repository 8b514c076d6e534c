import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { sampled } from "../harness/sampled.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPage } from "../releases/answers.ts";
import { admitVariant, promoteVariants } from "./admit-variant.ts";
import { isSetLive } from "./is-set-live.ts";
import { beginLoad, toDocumentAndData } from "./steady-load.ts";

/** Where a header never ends: on one page in a sample. That a release which costs three processes is given up is tested by render-pool. */
const endless = sampled({ all: "true", sample: 'context.page.path === "/about-us/"' });

/** How many numbers fill the memory at once: few make it collect garbage until the island is late, many end the process. */
const numbers = sampled({ all: 100_000, sample: 4_000_000 });

/** What each package's server code does when it is asked for HTML. What takes memory outside of the heap ends at 3 GB: tests share their machine. */
const hostile = [
  {
    name: "navigation",
    key: "header",
    does: `if (${endless}) { const turn = () => Promise.resolve().then(turn); turn(); }`,
  },
  { name: "download", key: "button", does: `for (const all = [];;) all.push(new Array(${numbers}).fill(all.length));` },
  {
    name: "support-chat",
    key: "launcher",
    does: "const all = []; for (;;) if (all.length < 48) all.push(new Uint8Array(1 << 26).fill(1));",
  },
  { name: "compliance", key: "privacy-policy", does: 'return { html: "x".repeat(60_000_000), readsVisitor: false };' },
];
const paths = ["/", "/about-us/", "/download/", "/privacy-policy/", "/responsible-gaming/"];

/** Requests a second. */
const rate = sampled({ all: 200, sample: 40 });

let storeDir = "";
let site: RunningSite;
const before = new Map<string, string>();

beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
  site = await startSite("GGPPH", { storeDir });
  for (const path of paths) before.set(path, await readText(path));
});
afterAll(async () => {
  await site?.stop();
  await removeStore(storeDir);
});

test(
  "endless promises, memory without end and a page of 60 MB, all live at once, cost no request and take nothing from a page",
  { timeout: 120_000 },
  async () => {
    const endLoad = beginLoad(site.origin, paths.flatMap(toDocumentAndData), rate);
    const variants = await Promise.all(
      hostile.map(({ name, key, does }) =>
        admitVariant(storeDir, name, { mark: "hostile", beforeRender: `if (key === "${key}") { ${does} }` }),
      ),
    );
    const set = await promoteVariants(storeDir, variants);
    await waitUntil(() => isSetLive(site, set), { what: "the hostile set to be live", within: 90_000 });
    expect(await readReadiness()).toEqual({ revision: 2, desired: 2 });
    for (const path of paths) expect(await findDifference(path)).toBe("");
    const { failures, requests } = await endLoad();
    expect([...failures]).toEqual([]);
    expect(requests).toBeGreaterThan(100);
    expect(site.child.exitCode).toBeNull();
  },
);

test(
  "a server that is killed and started again while they are live serves every page as it was before them",
  { timeout: 120_000 },
  async () => {
    site.child.kill("SIGKILL");
    await site.ended;
    site = await startSite("GGPPH", { storeDir });
    for (const path of paths) expect(await findDifference(path)).toBe("");
  },
);

const readySchema = v.object({ revision: v.number(), desired: v.nullable(v.number()) });

/** Which revision the server serves, and which was promoted last. */
async function readReadiness(): Promise<v.InferOutput<typeof readySchema>> {
  return v.parse(readySchema, await (await fetch(`${site.origin}/readyz`)).json());
}

/** Where the words of a page begin to differ from those it had before, with some of both; nothing when they are the same. */
async function findDifference(path: string): Promise<string> {
  const [then = "", now] = [before.get(path), await readText(path)];
  const at = [...now].findIndex((letter, index) => letter !== then[index]);
  if (then === now) return "";
  return `${path}: ${[then, now].map((text) => text.slice(Math.max(0, at - 60), at + 120)).join(" IS NOW ")}`;
}

/** The words of a page. */
async function readText(path: string): Promise<string> {
  const { status, html } = await fetchPage(site, path);
  expect(status).toBe(200);
  return html
    .slice(html.indexOf("<body"))
    .replaceAll(/<(script|style).*?<\/\1>/gs, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}
