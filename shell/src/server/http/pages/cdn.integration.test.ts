import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Front, nginx, startFront } from "../../../../e2e/geography/start-front.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const icon = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>";
const { app, bench } = useFixtureApp({
  edge: "cloudflare",
  trustedProxies: ["127.0.0.1"],
  releases: { shell: { files: { "browser/images/icon.1a2b3c4d.svg": icon } } },
});

describe.skipIf(nginx === undefined)("behind a CDN that is set up as deploy/cdn says (skipped without nginx)", () => {
  let network: Front;
  /** A file of a release, an asset and a drawn picture. */
  let files: string[] = [];
  beforeAll(async () => {
    const set = (await bench().store.current())?.set.versions ?? {};
    files = [`/_release/shell/${set["shell"]}/core.js`, "/assets/favicon.svg", "/_image/shell/icon.1a2b3c4d/192.png"];
    const origin = await app().server.listen({ port: 0, host: "127.0.0.1" });
    network = await startFront(Number(new URL(origin).port), "network");
  });
  afterAll(() => network?.stop());

  async function ask(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${network.origin}${path}`, { headers, redirect: "manual" });
    await response.arrayBuffer();
    return { status: response.status, cache: response.headers.get("x-cache") };
  }

  test("files of releases, assets and pictures are kept for everyone, for clients that claim a country or a session too", async () => {
    for (const path of files) {
      expect(await ask(path), path).toEqual({ status: 200, cache: "MISS" });
      for (const headers of [
        {},
        { cookie: "bucket=canary; __Host-session=x" },
        { "site-variant": "blocked", "x-forwarded-host": "evil.example", "cf-ipcountry": "US" },
      ])
        expect(await ask(path, headers), path).toEqual({ status: 200, cache: "HIT" });
    }
  });

  test.each([
    "/about-us/",
    "/about-us/_payload.json",
    "/api/visitor",
    "/healthz",
    "/readyz",
    "/-/sign-in",
    "/no-such-page/",
  ])("%s is never kept where no variant is part of the key", async (path) => {
    for (const headers of [{}, {}, { cookie: "__Host-session=x" }])
      expect((await ask(path, headers)).cache).not.toBe("HIT");
  });

  test("what was kept is answered while no server is there, and the rest says that none is", async () => {
    await Promise.all(files.map((path) => ask(path)));
    await app().server.close();
    for (const path of files) expect((await ask(path)).status, path).toBe(200);
    expect((await ask("/about-us/")).status).toBe(502);
  });
});
