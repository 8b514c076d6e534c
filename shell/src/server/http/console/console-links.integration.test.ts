import { afterAll, beforeAll, expect, test } from "vitest";
import { planChannels } from "../../publishing/plan-channels.ts";
import { carryOut } from "../../publishing/promote.ts";
import type { VerdictScope } from "../../releases/release-store.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const consoleHost = "console.site.example";
const siteHost = "www.site.example";
const place = "/-/console";

const { access, tokens, remove } = openTesterAccess({ consoleHost });
afterAll(remove);

const { app, bench } = useFixtureApp({ access });
const { signIn, makeToken } = createTesterVisits({ app }, tokens);

const checkSet = (): Promise<VerdictScope> => Promise.resolve({ sites: ["GGPPH"], checks: ["types"] });
let candidate = "";
let cookie = "";

beforeAll(async () => {
  const { store } = bench();
  candidate = (await bench().admit("content", { server: toServerSource("the candidate's text") })).version;
  const changes = { content: candidate };
  for (const plan of [
    { kind: "preview", name: "new-home", changes },
    { kind: "canary-start", changes, first: 0, percent: 5 },
  ] as const)
    await carryOut(store, await planChannels(store, plan), { why: "a reason", checkSet });
  await app().live.refresh();
  cookie = await signIn((await makeToken("operator")).text);
});

let readers = 0;
/** Each request comes from another address, because one address may ask seldom. */
async function read(host: string, url: string): Promise<{ status: number; body: string }> {
  const remoteAddress = `198.51.${(readers += 1) >> 8}.${readers & 255}`;
  const { statusCode, body } = await app().server.inject({ url, remoteAddress, headers: { host, cookie } });
  return { status: statusCode, body };
}

const onePage = "/-/console/difference?from=live&to=canary&page=/about-us/&locale=en";

const pages = (): string[] => [
  place,
  `${place}/history`,
  `${place}/releases`,
  `${place}/releases/content/${candidate}`,
  `${place}/difference?from=live&to=canary`,
  onePage,
  `${place}/keys`,
  `${place}/prepare?kind=canary-stop`,
  `${place}/done?after=1`,
];

/** The addresses of this host name to which links of a page lead. */
const listLinks = (body: string): string[] =>
  [...body.matchAll(/<a [^>]*href="(\/(?!\/)[^"#]*)/g)].map(([, path = ""]) => path.replaceAll("&amp;", "&"));

test.each([siteHost, consoleHost])(
  "every link of the console at %s leads to a page of that host name",
  async (host) => {
    const links = new Map<string, string>();
    for (const url of pages()) {
      const { status, body } = await read(host, url);
      expect([url, status]).toEqual([url, 200]);
      for (const link of listLinks(body)) links.set(link, url);
    }
    expect(links.size).toBeGreaterThan(30);
    const broken: string[] = [];
    for (const [link, url] of links) if ((await read(host, link)).status >= 400) broken.push(`${link} on ${url}`);
    expect(broken).toEqual([]);
  },
);

test("what is only at the site's host name is a link there, and an address to be opened there at the console's", async () => {
  for (const [url, address] of [
    [place, "/-/override?preview=new-home"],
    [`${place}/releases/content/${candidate}`, `/-/override?with=content@${candidate}`],
    [onePage, "/about-us/"],
  ] as const) {
    const [atSite, atConsole] = [await read(siteHost, url), await read(consoleHost, url)];
    expect([url, atSite.status, atConsole.status]).toEqual([url, 200, 200]);
    expect(atSite.body).toContain(`href="${address}"`);
    expect(atConsole.body).not.toContain(`href="${address}"`);
    expect(atConsole.body).toContain(`<code class="long">${address}</code>`);
  }
});
