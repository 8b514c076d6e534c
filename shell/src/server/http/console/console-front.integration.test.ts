import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Front, nginx, startFront } from "../../../../e2e/geography/start-front.ts";
import { findFreePort } from "../../../../e2e/harness/free-port.ts";
import { type HostAnswer, askHost } from "../../testing/ask-host.ts";
import { openServedStore, toStorePlaces } from "../../releases/stores/open-store.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits, own } from "../../testing/tester-visits.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** As the recipe has it. */
const consoleHost = "console.site.example";
const siteHost = "www.site.example";

/** What a visitor may write to be taken for another one, to be led to another address, or to have each request traced. */
const claims = {
  "x-forwarded-for": "203.0.113.7",
  forwarded: "for=203.0.113.7;host=evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "evil",
  "x-forwarded-port": "666",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  tracestate: "evil=1",
  "site-variant": "override",
};

describe.skipIf(nginx === undefined)("the nginx of the recipe (skipped without nginx)", () => {
  /** Each request that reached the server, with its headers. */
  const reached: { url: string; headers: IncomingHttpHeaders }[] = [];
  // Calls everything public, so that only the front decides what is kept.
  const server = createServer(({ url = "", headers }, response) => {
    reached.push({ url, headers });
    response.writeHead(200, { "cache-control": "public, max-age=600", "site-variant": "none" }).end(url);
  });
  let front: Front;
  beforeAll(async () => {
    const port = await findFreePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    front = await startFront(port, "recipe");
  });
  afterAll(async () => {
    await front?.stop();
    await new Promise((resolve) => server.close(resolve));
  });

  const askTwice = async (host: string, path: string): Promise<typeof reached> => {
    reached.length = 0;
    for (let times = 0; times < 2; times += 1)
      expect((await askHost(front.origin, host, path, { headers: claims })).status).toBe(200);
    return [...reached];
  };

  test.each(["/-/console", "/-/console/prepare?kind=freeze", "/assets/favicon.svg", "/_release/shell/1.0.0/a.woff2"])(
    "keeps no answer of the console's host name for %s, and asks for no variant",
    async (path) => {
      expect((await askTwice(consoleHost, path)).map(({ url }) => url)).toEqual([path, path]);
    },
  );

  test.each([consoleHost, siteHost])(
    "passes the host name %s on, and nothing that a visitor wrote about addresses, hosts, schemes, ports, traces and variants",
    async (host) => {
      for (const path of ["/-/console", "/assets/favicon.svg", "/_release/shell/1.0.0/a.js"]) {
        const passed = await askTwice(host, `${path}?${host}`);
        const told = { host, "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" };
        expect(passed.length).toBeGreaterThan(0);
        for (const { url, headers } of passed) expect([url, headers]).toEqual([url, expect.objectContaining(told)]);
        expect(JSON.stringify(passed)).not.toMatch(/evil|203\.0\.113|override|666|4bf92f/);
      }
    },
  );
});

describe.skipIf(nginx === undefined)("behind the nginx of the recipe (skipped without nginx)", () => {
  const { access, tokens, remove } = openTesterAccess({ consoleHost });
  let bench: FixtureBench;
  let app: FixtureApp;
  let front: Front;
  const { makeToken } = createTesterVisits({ app: () => app }, tokens);

  beforeAll(async () => {
    bench = await createFixtureBench();
    await bench.writeIdentities();
    await bench.releaseAll();
    const served = await openServedStore(toStorePlaces(bench.root));
    app = await createFixtureApp(bench, { ...served, access, trustedProxies: ["127.0.0.1"] });
    await app.live.refresh();
    front = await startFront(Number(new URL(await app.server.listen({ port: 0, host: "127.0.0.1" })).port), "recipe");
  });
  afterAll(async () => {
    await front?.stop();
    await app?.close();
    await bench?.remove();
    await remove();
  });

  /** Signs in at a host name, and prepares an action there. @returns the page that it is confirmed on */
  async function prepare(host: string): Promise<HostAnswer> {
    const token = (await makeToken("operator")).text;
    const { headers } = await askHost(front.origin, host, "/-/sign-in", { headers: own, form: { token } });
    const cookie = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
    const sent = { headers: { ...own, cookie } };
    const { body } = await askHost(front.origin, host, "/-/console/prepare?kind=freeze", sent);
    const [, form = ""] = /name="form" value="([^"]*)"/.exec(body) ?? [];
    const fields = { form, kind: "freeze", why: "a reason" };
    const { headers: led } = await askHost(front.origin, host, "/-/console/prepare", { ...sent, form: fields });
    return askHost(front.origin, host, led.location ?? "", sent);
  }

  test("an operator signs at the console's host name, and is led there from the site's", async () => {
    const here = await prepare(consoleHost);
    expect(here).toMatchObject({ status: 200, headers: { "cache-control": "private, no-store" } });
    expect(here.body).toMatch(/<script[^>]* src="\/-\/console\/confirm\.js"[^]*name="record"/);
    const elsewhere = await prepare(siteHost);
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.body).not.toMatch(/<script|name="record"/);
    expect(elsewhere.body).toContain(`href="//${consoleHost}/-/console/prepare?kind=freeze`);
  });

  test.each([{}, { "x-forwarded-host": consoleHost }, { "x-forwarded-host": siteHost }])(
    "the site's pages are at its host name alone, and the console's scripts at the console's, with any forwarded host: %j",
    async (headers) => {
      const read = async (host: string): Promise<(number | undefined)[]> => {
        const paths = ["/about-us/", "/assets/favicon.svg", "/-/console/confirm.js"];
        return Promise.all(paths.map(async (path) => (await askHost(front.origin, host, path, { headers })).status));
      };
      expect([await read(siteHost), await read(consoleHost)]).toEqual([
        [200, 200, 404],
        [404, 404, 200],
      ]);
    },
  );
});
