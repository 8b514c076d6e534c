import Fastify from "fastify";
import type { GeoRules } from "@site/contracts/visitor/country-rule";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import type { GeoDatabase } from "./geo-database.ts";
import { createVisitorReader, type VisitorReaderOptions } from "./visitor-reader.ts";

const proxy = "10.0.0.1";
const rules: GeoRules = {
  rules: {
    AU: { ruleType: "WARNING" },
    US: { ruleType: "BLOCKED" },
    KP: { ruleType: "DENIED" },
    "CA-ON": { ruleType: "BLOCKED" },
  },
  whitelist: ["203.0.113.7"],
};
const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

interface Asked {
  headers?: Record<string, string>;
  /** The peer of the connection; the trusted proxy unless another one is named. */
  peer?: string;
  options?: Partial<VisitorReaderOptions>;
}

/** What a reader makes of one request. */
async function read({ headers = {}, peer = proxy, options = {} }: Asked) {
  const reader = createVisitorReader({
    site: siteConfigs.GGPPH,
    edge: "cloudflare",
    trustedProxies: [proxy],
    database: undefined,
    rules: () => rules,
    ...options,
  });
  const server = Fastify({ trustProxy: [proxy] });
  server.get("/", (request) => ({
    place: reader.pickPlace(request),
    rule: reader.pickRule(request),
    isShared: reader.isShared(request, "stable"),
    hasOntarioNotice: reader.hasOntarioNotice(request),
    mainSite: reader.pickMainSite(request),
  }));
  const answer = await server.inject({
    url: "/",
    headers: { "user-agent": browser, ...headers },
    remoteAddress: peer,
  });
  return answer.json<{
    place: { country?: string; region?: string };
    rule: string;
    isShared: boolean;
    hasOntarioNotice: boolean;
    mainSite?: { id: string; countryName: string; imagePath: string };
  }>();
}

const from = (country: string, more: Record<string, string> = {}): Asked => ({
  headers: { "cf-ipcountry": country, ...more },
});

describe("a request's visitor", () => {
  test.each([
    ["PH", "none"],
    ["AU", "warning"],
    ["US", "blocked"],
    ["KP", "denied"],
    ["QQ", "denied"],
    ["XX", "none"],
  ])("G6 from %s has the rule %s", async (country, rule) => {
    expect((await read(from(country))).rule).toBe(rule);
  });

  test("G6 has no place when the peer is no trusted proxy, with any headers", async () => {
    const { place, rule } = await read({ ...from("US"), peer: "198.51.100.1" });
    expect({ place, rule }).toEqual({ place: {}, rule: "none" });
  });

  test("B154 is under no rule where its own address is whitelisted, and under the rule of its country elsewhere", async () => {
    expect((await read(from("US", { "x-forwarded-for": "203.0.113.7" }))).rule).toBe("none");
    expect((await read(from("US", { "x-forwarded-for": "203.0.113.8" }))).rule).toBe("blocked");
    expect((await read({ ...from("US"), options: { rules: () => ({ rules: rules.rules }) } })).rule).toBe("blocked");
  });

  test("B155 that is a crawler sees no notice, but no way round a block", async () => {
    const crawler = { "user-agent": googlebot };
    expect((await read(from("AU", crawler))).rule).toBe("none");
    expect((await read(from("CA", { "cf-region-code": "ON", ...crawler }))).rule).toBe("blocked");
    expect((await read(from("US", crawler))).rule).toBe("blocked");
    expect((await read(from("DE", crawler))).mainSite).toBeUndefined();
    const rest = { rules: {} };
    const ontario = await read({
      ...from("CA", { "cf-region-code": "ON", ...crawler }),
      options: { rules: () => rest },
    });
    expect(ontario.rule).toBe("none");
    // Only the start of a user agent is read.
    expect((await read(from("AU", { "user-agent": `${browser.padEnd(512)}${googlebot}` }))).rule).toBe("warning");
  });

  test("has the one country of a doubled header, and no region where there are two", async () => {
    expect((await read(from("CA, CA", { "cf-region-code": "ON" }))).place).toEqual({ country: "CA", region: "ON" });
    expect((await read(from("CA", { "cf-region-code": "ON, QC" }))).place).toEqual({ country: "CA" });
    expect((await read(from("CA, US", { "cf-region-code": "ON" }))).place).toEqual({});
    expect((await read(from("CA, CA, US"))).place).toEqual({});
    expect((await read(from("QQ"))).place).toEqual({});
  });
});

describe("an operator's database", () => {
  const asked: string[] = [];
  const database: GeoDatabase = {
    find(address) {
      asked.push(address);
      return { country: "US", region: undefined };
    },
    watch: () => undefined,
  };
  const options = { database };

  test("B133 is asked for a visitor of whom the edge knows nothing", async () => {
    const { rule, place } = await read({ headers: { "x-forwarded-for": "198.51.100.9" }, options });
    expect({ rule, place }).toEqual({ rule: "blocked", place: { country: "US" } });
    expect(new Set(asked)).toEqual(new Set(["198.51.100.9"]));
  });

  test("G6 is not asked where the edge knows a country, or names one that is none", async () => {
    asked.length = 0;
    expect((await read({ ...from("PH"), options })).place).toEqual({ country: "PH" });
    expect((await read({ ...from("QQ"), options })).rule).toBe("denied");
    expect(asked).toEqual([]);
  });
});

const variant = (name: string): Record<string, string> => ({ "site-variant": name });

describe("the variant that a reverse proxy asks for", () => {
  test("B155 counts where the server knows no country, from a trusted proxy alone", async () => {
    for (const name of ["none", "warning", "blocked", "ontario", "denied"]) {
      const { rule, isShared } = await read({ headers: variant(name) });
      expect({ rule, isShared }).toEqual({ rule: name, isShared: true });
      expect((await read({ headers: variant(name), peer: "198.51.100.1" })).rule).toBe("none");
    }
    expect((await read({ headers: variant("anything") })).rule).toBe("none");
    expect((await read({ headers: variant("anything") })).isShared).toBe(false);
    expect((await read({})).isShared).toBe(false);
    // Visitors of the canary and others never share a page.
    expect((await read({ headers: variant("none.canary") })).isShared).toBe(false);
  });

  test("G6 cannot lift a block, and then the page is not shared", async () => {
    const { rule, isShared } = await read(from("US", variant("none")));
    expect({ rule, isShared }).toEqual({ rule: "blocked", isShared: false });
  });
});

describe("B143 Ontario's notice beside a rule that blocks", () => {
  test.each([
    ["CA", "ON", true],
    ["CA", "QC", false],
    ["US", "ON", false],
    ["PH", "", false],
  ])("is due for %s-%s: %s", async (country, region, isDue) => {
    expect((await read(from(country, { "cf-region-code": region }))).hasOntarioNotice).toBe(isDue);
  });

  test("is due beside a denial, and not without a block, for a whitelisted visitor or for a crawler", async () => {
    const ontario = from("CA", { "cf-region-code": "ON" });
    const denied: GeoRules = { rules: { "CA-ON": { ruleType: "DENIED" } } };
    expect((await read({ ...ontario, options: { rules: () => denied } })).hasOntarioNotice).toBe(true);
    expect((await read({ ...ontario, options: { rules: () => ({ rules: {} }) } })).hasOntarioNotice).toBe(false);
    const whitelisted = from("CA", { "cf-region-code": "ON", "x-forwarded-for": "203.0.113.7" });
    expect((await read(whitelisted)).hasOntarioNotice).toBe(false);
    expect((await read(from("CA", { "cf-region-code": "ON", "user-agent": googlebot }))).hasOntarioNotice).toBe(false);
  });
});

describe("B150 the site of a visitor's own country", () => {
  test("is offered with its name and picture where there is one", async () => {
    expect((await read(from("DE"))).mainSite).toMatchObject({
      id: "GGPDE",
      countryName: expect.any(String),
      imagePath: expect.any(String),
    });
    expect((await read(from("PH"))).mainSite).toBeUndefined();
    expect((await read(from("JP"))).mainSite).toBeUndefined();
  });

  test("is not offered to a whitelisted visitor, nor by a site that has no such offer", async () => {
    expect((await read(from("DE", { "x-forwarded-for": "203.0.113.7" }))).mainSite).toBeUndefined();
    const { GGPPH } = siteConfigs;
    const site = { ...GGPPH, flags: { ...GGPPH.flags, isSupportSEPModal: false } };
    expect((await read({ ...from("DE"), options: { site } })).mainSite).toBeUndefined();
  });
});
