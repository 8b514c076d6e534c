import { type SiteConfig, toPublicSiteConfig } from "@site/contracts/site/site-config";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, bench, get } = useFixtureApp({ edge: "cloudflare", trustedProxies: ["127.0.0.1"] });

test("G5 a page's policy names its own inline script and styles, and they are its only ones", async () => {
  const { headers, body } = await get("/about-us/");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("'strict-dynamic'");
  expect(policy).not.toContain("unsafe");
  expect(body.match(/<script(?! type="application)/g)).toHaveLength(1);
  expect(body.match(/<style>/g)).toHaveLength(1);
  expect(body).not.toMatch(/ style="| on[a-z]+="/);
  expect(headers["integrity-policy"]).toContain("script");
});
describe("who may show a page inside of a frame", () => {
  test("B210 B214 is a client the site names, and only at an address that says so", async () => {
    const framing = await createFixtureApp(bench(), {
      site: { ...siteConfigs.GGPPH, embeddingOrigins: ["https://client.example/"] },
    });
    try {
      await framing.live.refresh();
      const ask = async (url: string) => {
        const { headers } = await framing.server.inject(url);
        return [
          /frame-ancestors [^;]+/.exec(String(headers["content-security-policy"]))?.[0],
          headers["x-frame-options"],
        ];
      };
      for (const query of ["embedded=1", "embeded=logo", "nsus", "from=/a?b=1&embedded=1"])
        expect(await ask(`/?${query}`)).toEqual(["frame-ancestors https://client.example", undefined]);
      for (const query of ["", "embedded=2", "x=embedded=1"])
        expect(await ask(`/?${query}`)).toEqual(["frame-ancestors 'none'", "DENY"]);
      expect(await ask("/nowhere/?embedded=1")).toEqual(["frame-ancestors 'none'", "DENY"]);
    } finally {
      await framing.close();
    }
  });

  test("B214 a site that is `nsus` by its configuration says so in every page, and may be framed without a query", async () => {
    const nsus = await createFixtureApp(bench(), {
      site: { ...siteConfigs.GGPPH, isNsus: true, embeddingOrigins: ["https://client.example/"] },
    });
    try {
      await nsus.live.refresh();
      const { headers, body } = await nsus.server.inject("/");
      expect(body).toContain('<body id="top" class="client-nav-all">');
      expect(body).toMatch(/<script data-page="[\w-]+" data-nav="all"/);
      expect(String(headers["content-security-policy"])).toContain("frame-ancestors https://client.example");
      expect((await get("/")).body).not.toContain("client-nav-");
    } finally {
      await nsus.close();
    }
  });

  test("is no site where the configuration names none, whichever query the address has", async () => {
    const { headers } = await get("/?embedded=1");
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
  });
});

describe("G6 a visitor's country", () => {
  const browser =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const inOntario = { "x-vercel-ip-country": "CA", "x-vercel-ip-country-region": "ON" };
  const looking = toServerSource("content", `return { html: "rule " + context.visitor.rule, readsVisitor: true };`);

  let own: FixtureBench;
  beforeAll(async () => {
    own = await createFixtureBench();
    await own.releaseAll({ shell: fewPages, content: { server: looking } });
  });
  afterAll(() => own.remove());

  async function ask(
    options: Parameters<typeof createFixtureApp>[1],
    headers: Record<string, string>,
    remoteAddress = "127.0.0.1",
  ): Promise<string> {
    const server = await createFixtureApp(own, options);
    try {
      await server.live.refresh();
      const { body } = await server.server.inject({ url: "/", headers, remoteAddress });
      return /rule (\w+)/.exec(body)?.[1] ?? "no rule";
    } finally {
      await server.close();
    }
  }

  test("B133 is believed from the configured edge when a trusted peer says it", async () => {
    expect(await ask({ edge: "cloudflare", trustedProxies: ["127.0.0.0/8"] }, { "cf-ipcountry": "US" })).toBe(
      "blocked",
    );
    expect(await ask({ edge: "vercel", trustedProxies: ["127.0.0.1"] }, { ...inOntario, "user-agent": browser })).toBe(
      "ontario",
    );
  });

  test("B155 shows no notice to a crawler", async () => {
    expect(
      await ask({ edge: "vercel", trustedProxies: ["127.0.0.1"] }, { ...inOntario, "user-agent": "Googlebot/2.1" }),
    ).toBe("none");
  });

  test("is not believed from another edge's header or an untrusted peer", async () => {
    expect(await ask({ edge: "cloudflare", trustedProxies: [] }, { "cf-ipcountry": "US" })).toBe("none");
    expect(
      await ask(
        { edge: "cloudflare", trustedProxies: ["127.0.0.1"] },
        { "cf-ipcountry": "US", "x-forwarded-for": "127.0.0.1" },
        "198.51.100.7",
      ),
    ).toBe("none");
    expect(await ask({ edge: "none", trustedProxies: ["127.0.0.1"] }, { "cf-ipcountry": "US" })).toBe("none");
    expect(await ask({ edge: "cloudflare", trustedProxies: ["127.0.0.1"] }, { "x-vercel-ip-country": "US" })).toBe(
      "none",
    );
  });

  test("is believed from a trusted peer whose address is written as IPv6", async () => {
    expect(
      await ask({ edge: "cloudflare", trustedProxies: ["127.0.0.1"] }, { "cf-ipcountry": "US" }, "::ffff:127.0.0.1"),
    ).toBe("blocked");
  });
});

describe("before the first set is live", () => {
  test("the server says that it is starting, and is not ready", async () => {
    const starting = await createFixtureApp(bench());
    try {
      const page = await starting.server.inject("/");
      expect({ status: page.statusCode, retry: page.headers["retry-after"] }).toEqual({ status: 503, retry: "1" });
      const payload = await starting.server.inject("/about-us/_payload.json");
      expect({ status: payload.statusCode, retry: payload.headers["retry-after"] }).toEqual({
        status: 503,
        retry: "1",
      });
      expect((await starting.server.inject("/readyz")).statusCode).toBe(503);
      const sitemap = await starting.server.inject("/sitemap.xml");
      expect([sitemap.statusCode, sitemap.headers["cache-control"]]).toEqual([503, "no-store"]);
      expect((await starting.server.inject("/healthz")).statusCode).toBe(200);
    } finally {
      await starting.close();
    }
  });

  test("a server that drains is not ready, and still answers requests", async () => {
    const draining = await createFixtureApp(bench());
    try {
      await draining.live.refresh();
      expect((await draining.server.inject("/readyz")).statusCode).toBe(200);
      draining.startDraining();
      expect((await draining.server.inject("/readyz")).statusCode).toBe(503);
      expect((await draining.server.inject("/")).statusCode).toBe(200);
    } finally {
      await draining.close();
    }
  });
});

describe("B237 what a page tells a browser of the site's configuration", () => {
  test.each(["/", "/responsible-gaming/", "/nowhere/"])("on %s is the public part, whole and alone", async (url) => {
    const { body } = await get(url);
    const state: { site: object } = JSON.parse(/id="site-state">(.*?)<\/script>/.exec(body)?.[1] ?? "{}");
    expect(state.site).toEqual(toPublicSiteConfig(siteConfigs.GGPPH, "en"));
    const { supportChat, downloads, contacts } = siteConfigs.GGPPH;
    for (const value of [
      supportChat.orgId,
      supportChat.buttonId,
      supportChat.queueApiUrl,
      downloads.installerOrigin,
      downloads.mobilePageUrl,
      contacts.security.email,
    ]) {
      expect(body.includes(`:"${value}`)).toBe(false);
    }
  });
});

describe("B238 a visitor's identity changes nothing", () => {
  test.each(["/", "/download/", "/responsible-gaming/"])(
    "%s is the same bytes for every identity that cookies and headers claim; only the country makes a difference",
    async (url) => {
      const plain = await get(url);
      for (const headers of [
        { cookie: "role=admin; session=1; user=operator; isVerified=true; closeRM=1" },
        { authorization: "Bearer token" },
        { "x-user": "operator", "x-role": "staff" },
      ]) {
        const answer = await get(url, headers);
        expect([answer.statusCode, answer.headers.etag, answer.body]).toEqual([200, plain.headers.etag, plain.body]);
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    },
  );
});

describe("B153 a denied country", () => {
  test("gets the 403 page in place of every page, and no payload", async () => {
    const site: SiteConfig = siteConfigs.GGPPH;
    const denying = await createFixtureApp(bench(), {
      site,
      edge: "cloudflare",
      trustedProxies: ["127.0.0.1"],
      openData: async () => ({
        ofOperator: () => ({}),
        documents: () => ({ ...app().data.documents(), "geo-rules": { rules: { KP: { ruleType: "DENIED" } } } }),
        watch: () => undefined,
      }),
    });
    try {
      await denying.live.refresh();
      const response = await denying.server.inject({ url: "/about-us/", headers: { "cf-ipcountry": "KP" } });
      expect([response.statusCode, response.headers["cache-control"]]).toEqual([403, "no-store"]);
      expect(response.body).not.toContain("content about-us");
      expect((await denying.server.inject({ url: "/about-us/", headers: { "cf-ipcountry": "PH" } })).statusCode).toBe(
        200,
      );
    } finally {
      await denying.close();
    }
  });
});
