import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, bench } = useFixtureApp({ edge: "cloudflare", trustedProxies: ["127.0.0.1"] });

const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const shared = { control: "public, max-age=0, s-maxage=10", vary: "Accept-Encoding, site-variant" };
const own = { control: "private, no-cache", vary: "Accept-Encoding" };

async function ask(url: string, headers: Record<string, string | string[]>, remoteAddress = "127.0.0.1") {
  const response = await app().server.inject({ url, headers: { "user-agent": agent, ...headers }, remoteAddress });
  return { control: response.headers["cache-control"], vary: response.headers.vary };
}

async function isDenied(headers: Record<string, string>): Promise<boolean> {
  const { statusCode } = await app().server.inject({ url: "/about-us/", headers: { "user-agent": agent, ...headers } });
  return statusCode === 403;
}

describe("who may keep a page", () => {
  test.each([
    ["PH", "none"],
    ["AU", "warning"],
    ["US", "blocked"],
  ])(
    "B155 is every visitor under the same rule, when a reverse proxy asks for a visitor from %s as %s",
    async (country, variant) => {
      for (const url of ["/about-us/", "/about-us/_payload.json", "/?x=1"]) {
        expect(await ask(url, { "cf-ipcountry": country, "site-variant": variant })).toEqual(shared);
      }
    },
  );

  test.each([
    ["asks for nothing", {}],
    ["asks for another variant than its visitor's", { "cf-ipcountry": "US", "site-variant": "none" }],
    ["asks for a stricter one", { "cf-ipcountry": "PH", "site-variant": "blocked" }],
    ["asks for two", { "cf-ipcountry": "PH", "site-variant": ["none", "none"] }],
    ["asks for one that does not exist", { "cf-ipcountry": "PH", "site-variant": "everything" }],
    ["asks in another spelling", { "cf-ipcountry": "PH", "site-variant": "None" }],
  ])("B155 is the visitor's browser alone when a reverse proxy %s", async (_what, headers) => {
    expect(await ask("/about-us/", headers)).toEqual(own);
  });

  test("B155 is the visitor's browser alone when the variant is asked for by an untrusted peer", async () => {
    expect(await ask("/about-us/", { "cf-ipcountry": "PH", "site-variant": "none" }, "198.51.100.7")).toEqual(own);
  });

  test("B155 depends on the variant a reverse proxy names only where the server finds no country itself", async () => {
    expect(await isDenied({ "site-variant": "denied" })).toBe(true);
    expect(await isDenied({ "site-variant": "denied", "cf-ipcountry": "PH" })).toBe(false);
    expect(await ask("/about-us/", { "site-variant": "blocked" })).toEqual(shared);
  });

  test("B032 is the visitor's browser alone where the root has the visitor's own language", async () => {
    const languages = await createFixtureApp(bench(), {
      site: { ...siteConfigs.GGPBR, localeStrategy: "prefix-except-default" },
      edge: "cloudflare",
      trustedProxies: ["127.0.0.1"],
    });
    try {
      await languages.live.refresh();
      const response = await languages.server.inject({
        url: "/",
        headers: { "user-agent": agent, "cf-ipcountry": "PH", "site-variant": "none", cookie: "locale=pt-br" },
      });
      expect([response.statusCode, response.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
      expect(String(response.headers.vary).split(", ")).toEqual(
        expect.arrayContaining(["Accept-Encoding", "Accept-Language", "Cookie"]),
      );
    } finally {
      await languages.close();
    }
  });

  test.each(["/nowhere/", "/about-us", "/api/visitor", "/download/installer/windows", "/region/GGPCA"])(
    "B155 no shared cache keeps %s, whichever variant a reverse proxy asks for",
    async (url) => {
      expect(String((await ask(url, { "cf-ipcountry": "PH", "site-variant": "none" })).control)).not.toContain(
        "public",
      );
    },
  );
});
