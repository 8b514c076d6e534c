import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Front, nginx, startFront } from "../../../../e2e/geography/start-front.ts";
import { createIdentityProvider } from "../../access/identity-provider.ts";
import { openServedStore, toStorePlaces } from "../../releases/stores/open-store.ts";
import { askHost, type HostAnswer } from "../../testing/ask-host.ts";
import { type CookieClient, createCookieClient, type OpenedPage } from "../../testing/cookie-client.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { startSimulatedProvider } from "../../testing/simulated-provider.ts";
import { own } from "../../testing/tester-visits.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** As the recipe has it. */
const consoleHost = "console.site.example";
const siteHost = "www.site.example";
const callback = "/-/sign-in/callback";

const provider = await startSimulatedProvider();
afterAll(() => provider.close());

describe.skipIf(nginx === undefined)("behind the nginx of the recipe (skipped without nginx)", () => {
  const { access, remove } = openTesterAccess({
    consoleHost,
    provider: createIdentityProvider({
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      siteUrl: `https://${siteHost}`,
      claim: "groups",
      viewers: ["testers"],
      operators: ["operators"],
    }),
  });
  let bench: FixtureBench;
  let app: FixtureApp;
  let front: Front;

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
  afterEach(() => provider.set({}));

  /** The browser of a person: https ends before this nginx, and the provider is asked directly. */
  const openClient = (): CookieClient =>
    createCookieClient((url) => (url.origin === provider.issuer ? provider.issuer : front.origin));

  /** Comes to a page that needs a sign-in, and presses the button of the provider there. */
  async function signIn(
    client: CookieClient,
    { host = consoleHost, headers = {} }: { host?: string; headers?: Record<string, string> } = {},
  ): Promise<OpenedPage> {
    const asked = await client.open(`https://${host}/-/console/history`, { headers });
    expect([asked.status, asked.url.host, asked.url.pathname]).toEqual([200, host, "/-/sign-in"]);
    const [, button = ""] = /href="(\/-\/sign-in\/provider[^"]*)"/.exec(asked.body) ?? [];
    return client.open(new URL(button.replaceAll("&amp;", "&"), asked.url).href, { headers });
  }

  test.each([consoleHost, siteHost])(
    "a person who signs in at the provider from %s comes back there, to the page that was asked for, and is signed in there alone",
    async (host) => {
      const client = openClient();
      const page = await signIn(client, { host });
      expect(page.led).toEqual([
        `https://${host}/-/sign-in/provider`,
        `${provider.issuer}/authorize`,
        `https://${host}${callback}`,
        `https://${host}/-/console/history`,
      ]);
      expect([page.status, page.headers["cache-control"], page.body.includes("robin@operator.example")]).toEqual([
        200,
        "private, no-store",
        true,
      ]);
      expect(client.cookies(host)).toEqual(["__Host-session"]);
      const other = host === consoleHost ? siteHost : consoleHost;
      expect(client.cookies(other)).toEqual([]);
      expect((await client.open(`https://${other}/-/console`)).url.pathname).toBe("/-/sign-in");

      expect((await client.open(`https://${host}/-/console`)).url.pathname).toBe("/-/console");
      await client.open(`https://${host}/-/sign-out`, { headers: own, form: {} });
      expect(client.cookies(host)).toEqual([]);
      expect((await client.open(`https://${host}/-/console`)).url.pathname).toBe("/-/sign-in");
    },
  );

  test("an operator who signed in at the provider prepares an action at the console's host name, to be signed there", async () => {
    provider.set({ claims: { groups: ["operators"] } });
    const client = openClient();
    await signIn(client);
    const address = `https://${consoleHost}/-/console/prepare`;
    const { body } = await client.open(`${address}?kind=freeze`);
    const [, form = ""] = /name="form" value="([^"]*)"/.exec(body) ?? [];
    const page = await client.open(address, { headers: own, form: { form, kind: "freeze", why: "a reason" } });
    expect(page.status).toBe(200);
    expect(page.body).toMatch(/<script[^>]* src="\/-\/console\/confirm\.js"[^]*name="record"/);
  });

  test.each([
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-host": siteHost, "x-forwarded-proto": "http", "x-forwarded-port": "666" },
    { forwarded: "for=203.0.113.7;host=evil.example;proto=http" },
  ])("what a client claims of host, scheme and port leads the provider nowhere else: %j", async (headers) => {
    const client = openClient();
    const page = await signIn(client, { headers });
    expect(page.led).toContain(`https://${consoleHost}${callback}`);
    expect([page.status, page.url.href]).toEqual([200, `https://${consoleHost}/-/console/history`]);
    expect(client.cookies(consoleHost)).toEqual(["__Host-session"]);
  });

  test("what the provider answered for the console's host name is not taken at the site's, and only once where it is", async () => {
    const client = openClient();
    const begun = await client.open(`https://${consoleHost}/-/sign-in`);
    const [, button = ""] = /href="(\/-\/sign-in\/provider[^"]*)"/.exec(begun.body) ?? [];
    const { headers } = await app.server.inject({ url: button, headers: { host: consoleHost } });
    const back = await provider.visit(String(headers.location));
    const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
    const finish = (host: string): Promise<HostAnswer> =>
      askHost(front.origin, host, `${back.pathname}${back.search}`, { headers: { cookie } });
    expect((await finish(siteHost)).status).toBe(401);
    expect((await finish(consoleHost)).status).toBe(303);
    const again = await finish(consoleHost);
    expect([again.status, again.headers["cache-control"]]).toEqual([401, "private, no-store"]);
    expect(again.body).toContain("finished before");
  });

  test("a form that another site sends is refused, also when it claims that site's address for this one", async () => {
    const client = openClient();
    await signIn(client);
    for (const headers of [
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
      { origin: "https://evil.example", forwarded: "host=evil.example;proto=https" },
    ]) {
      const refused = await client.open(`https://${consoleHost}/-/sign-out`, { headers, form: {} });
      expect([headers, refused.status]).toEqual([headers, 403]);
    }
    expect(client.cookies(consoleHost)).toEqual(["__Host-session"]);
  });
});
