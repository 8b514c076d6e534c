import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { portsInARow } from "../harness/free-port.ts";
import { type RunningSite, startSite } from "../harness/start-site.ts";
import { copyStore, removeStore } from "../harness/template-store.ts";
import { readReadiness, untilRemembered } from "./readiness.ts";

let storeDir = "";
const sites: RunningSite[] = [];
let served: unknown;
beforeAll(async () => {
  storeDir = await copyStore();
  served = await serveUntilRemembered();
});
afterEach(async () => {
  for (const site of sites.splice(0)) if (site.child.exitCode === null) await site.stop();
});
afterAll(() => removeStore(storeDir));

async function start(): Promise<RunningSite> {
  const env = { SIMULATORS: "1", SIMULATORS_PORT: String(portsInARow) };
  const site = await startSite("GGPPH", { storeDir, env });
  sites.push(site);
  return site;
}

async function readSite({ origin }: RunningSite): Promise<unknown> {
  const { id } = v.parse(v.object({ id: v.string() }), await (await fetch(`${origin}/builds/latest.json`)).json());
  const page = await fetch(`${origin}/responsible-gaming/`);
  return {
    id,
    etag: page.headers.get("etag"),
    policy: page.headers.get("content-security-policy"),
    html: await page.text(),
  };
}

/** Serves until what is live is remembered, and ends. @returns what it served */
async function serveUntilRemembered(): Promise<unknown> {
  const site = await start();
  const served = await readSite(site);
  await untilRemembered(site);
  await site.stop();
  return served;
}

test("a site with simulated third parties serves the pages from before its restart", { timeout: 180_000 }, async () => {
  const second = await start();
  // Later it says nothing of them, once they are composed anew.
  const restored = second
    .log()
    .find(({ msg }) => msg === "the pages from before the restart are served until they are composed anew");
  expect(Number(restored?.["pages"])).toBeGreaterThan(15);
  expect(await readSite(second)).toEqual(served);
});

test(
  "a simulator whose port is taken has another: the start says so, and composes the pages first",
  { timeout: 180_000 },
  async () => {
    const other = createServer().listen(portsInARow, "127.0.0.1");
    await once(other, "listening");
    try {
      const second = await start();
      expect(second.output()).toMatch(
        new RegExp(`^Simulated chat queue: http://localhost:\\d+/ \\(port ${portsInARow} is taken\\)$`, "m"),
      );
      expect(second.output()).toContain("are composed anew before they are served");
      expect((await readReadiness(second)).restored).toBeNull();
      expect((await fetch(`${second.origin}/responsible-gaming/`)).status).toBe(200);
    } finally {
      other.close();
    }
  },
);
