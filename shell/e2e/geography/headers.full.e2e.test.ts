import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Edge } from "../../src/server/visitor/edge-headers.ts";
import { sampled } from "../harness/sampled.ts";
import { sendRaw } from "../harness/raw-request.ts";
import { findSharedSite, type SharedSite } from "../harness/shared-site.ts";
import { type RunningSite, type SiteAddress, startSite } from "../harness/start-site.ts";
import { personAgent } from "./placed-site.ts";

/** How each edge says that a visitor is in Ontario, as header lines. */
const ontario: Record<Exclude<Edge, "none">, string[]> = {
  cloudfront: ["CloudFront-Viewer-Country: CA", "CloudFront-Viewer-Country-Region: ON"],
  cloudflare: ["CF-IPCountry: CA", "CF-Region-Code: ON"],
  vercel: ["X-Vercel-IP-Country: CA", "X-Vercel-IP-Country-Region: ON"],
  akamai: ["X-Akamai-Edgescape: georegion=263,country_code=CA,region_code=ON,city=TORONTO"],
  fastly: ["X-Site-Country: CA", "X-Site-Region: ON"],
};
const edges = Object.keys(ontario).filter((edge): edge is keyof typeof ontario => edge in ontario);

/** Asks over a connection of its own, with header lines exactly as written. */
async function ask({ port }: Pick<SiteAddress, "port">, target: string, lines: readonly string[]) {
  const request = [
    `GET ${target} HTTP/1.1`,
    "Host: localhost",
    "Connection: close",
    `User-Agent: ${personAgent}`,
    ...lines,
    "",
    "",
  ];
  return sendRaw(port, request.join("\r\n"));
}

/** Where the site thinks that a request with these headers comes from. */
async function locate(
  site: Pick<SiteAddress, "port">,
  lines: readonly string[],
): Promise<{ country: unknown; region: unknown; rule: unknown }> {
  const { country, region, rule } = JSON.parse((await ask(site, "/api/visitor", lines)).body);
  return { country, region, rule };
}

const unknown = { country: null, region: null, rule: "none" };

let trusting: SharedSite;

beforeAll(async () => {
  trusting = await findSharedSite("GGPPH", "placed");
});

// How the headers of each edge are read is tested by edge-headers.test.ts; here, that a server reads those of its own edge alone.
describe.each(sampled({ all: edges, sample: ["cloudflare"] as const }))("behind %s", (edge) => {
  let own: RunningSite | undefined;
  let site: Pick<SiteAddress, "port">;
  beforeAll(async () => {
    if (edge !== "cloudflare")
      own = await startSite("GGPPH", {
        storeDir: trusting.storeDir,
        env: { SITE_EDGE: edge, TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.0/8" },
      });
    site = own ?? trusting;
  });
  afterAll(() => own?.stop());

  test("B133 B143 its own headers say where a visitor is, and those of no other edge", async () => {
    expect(await locate(site, ontario[edge])).toEqual({ country: "CA", region: "ON", rule: "ontario" });
    for (const other of edges.filter((one) => one !== edge))
      expect({ other, ...(await locate(site, ontario[other])) }).toEqual({ other, ...unknown });
    expect(
      await locate(
        site,
        edges
          .filter((one) => one !== edge)
          .flatMap((one) => ontario[one].map((line) => line.replace("CA", "US")))
          .concat(ontario[edge]),
      ),
    ).toMatchObject({ country: "CA" });
  });

  test("B133 the codes count in any case", async () => {
    const lower = ontario[edge].map((line) => line.replace(/\bCA\b/, "ca").replace(/\bON\b/, "ca-on"));
    expect(await locate(site, lower)).toEqual({ country: "CA", region: "ON", rule: "ontario" });
  });

  test("B141 B155 a doubled header is each country it names, and the strictest rule of them counts", async () => {
    const doubled = ontario[edge].flatMap((line) => [line, line.replace("CA", "US")]);
    expect(await locate(site, doubled)).toEqual({ country: null, region: null, rule: "blocked" });
    expect((await ask(site, "/download/installer/windows", doubled)).status).toBe(403);
    expect((await ask(site, "/", doubled)).status).toBe(200);
  });
});

describe("headers of an untrusted peer", () => {
  let site: RunningSite;
  beforeAll(async () => {
    site = await startSite("GGPPH", {
      storeDir: trusting.storeDir,
      env: { SITE_EDGE: "cloudflare", TRUSTED_PROXIES: "203.0.113.1" },
    });
  });
  afterAll(() => site?.stop());

  const lies = [
    ...edges.flatMap((edge) => ontario[edge]),
    "X-Forwarded-For: 203.0.113.1",
    "X-Real-IP: 203.0.113.1",
    "Forwarded: for=203.0.113.1",
    "Site-Variant: denied",
  ];

  test("B155 do not set the visitor's country, whichever edge or proxy uses them", async () => {
    expect(await locate(site, lies)).toEqual(unknown);
    expect(await locate(site, ["CF-IPCountry: US"])).toEqual(unknown);
  });

  test.each(["none", "warning", "blocked", "ontario", "denied"])(
    "B155 neither change a page nor make it cacheable for others: Site-Variant %s",
    async (variant) => {
      const plain = await ask(site, "/download/", []);
      const claimed = await ask(site, "/download/", [...lies.slice(0, -1), `Site-Variant: ${variant}`]);
      expect([claimed.status, claimed.body === plain.body, claimed.headers.get("cache-control")]).toEqual([
        200,
        true,
        "private, no-cache",
      ]);
    },
  );

  test("B141 neither lift nor cause a block of downloads", async () => {
    expect((await ask(site, "/download/installer/windows", ["CF-IPCountry: US"])).status).toBe(302);
    expect(
      (
        await ask(trusting, "/download/installer/windows", [
          "CF-IPCountry: US",
          "X-Vercel-IP-Country: PH",
          "Site-Variant: none",
        ])
      ).status,
    ).toBe(403);
  });
});

describe("what a trusted peer cannot mean", () => {
  test.each([
    ["nothing", "CF-IPCountry:"],
    ["Tor", "CF-IPCountry: T1"],
    ["unknown", "CF-IPCountry: XX"],
  ])("B155 a country of %s is unknown: it blocks nothing and warns of nothing", async (_what, line) => {
    expect(await locate(trusting, [line])).toEqual(unknown);
    expect((await ask(trusting, "/", [line])).status).toBe(200);
  });

  test.each([
    ["no letters", "CF-IPCountry: 12"],
    ["three letters", "CF-IPCountry: PHL"],
    ["one", "CF-IPCountry: P"],
    ["no country", "CF-IPCountry: QQ"],
    ["a list with a denied country", "CF-IPCountry: PH, KP"],
    ["a script", "CF-IPCountry: <script>alert(1)</script>"],
    ["a path", "CF-IPCountry: ../../etc"],
    ["another alphabet", "CF-IPCountry: \u00c9\u00c9"],
    ["__proto__", "CF-IPCountry: __proto__"],
    ["15 KB", `CF-IPCountry: ${"US".repeat(7500)}`],
  ])("B153 B155 a country of %s has the strictest rule, for each kind of response", async (_what, line) => {
    expect(await locate(trusting, [line])).toEqual({ country: null, region: null, rule: "denied" });
    const payload: { slots: { key: string }[] } = JSON.parse((await ask(trusting, "/_payload.json", [])).body);
    const targets = [
      "/",
      "/_payload.json",
      `/__nuxt_island/${payload.slots[0]?.key}.json`,
      "/download/installer/windows",
      "/api/download-url?brandAlias=ggp&platform=ios&country=PH",
    ];
    for (const target of targets)
      expect([target, (await ask(trusting, target, [])).status < 400]).toEqual([target, true]);
    for (const target of targets) expect([target, (await ask(trusting, target, [line])).status]).toEqual([target, 403]);
  });

  test("B155 a region it cannot mean leaves the country", async () => {
    for (const region of ["Ontario, Canada", "QC, BC", "O".repeat(8000), "%4F%4E", ""]) {
      expect(await locate(trusting, ["CF-IPCountry: CA", `CF-Region-Code: ${region}`])).toEqual({
        country: "CA",
        region: null,
        rule: "none",
      });
    }
  });

  test.each([
    "<script>",
    "203.0.113.9.evil.example",
    "",
    ",,,",
    "::ffff:999.1.1.1",
    "fe80::1%eth0",
    "0x7f.1",
    `${"203.0.113.9, ".repeat(900)}x`,
    "\u00ff\u00fe",
  ])("B154 B155 an address it cannot mean is in no whitelist, and the country counts: %j", async (address) => {
    expect(await locate(trusting, ["CF-IPCountry: US", `X-Forwarded-For: ${address}`])).toEqual({
      country: "US",
      region: null,
      rule: "blocked",
    });
    expect(
      (await ask(trusting, "/download/installer/windows", ["CF-IPCountry: US", `X-Forwarded-For: ${address}`])).status,
    ).toBe(403);
  });

  test("a header that is too large for any server is refused, and the next request is answered", async () => {
    expect((await ask(trusting, "/", [`CF-IPCountry: ${"U".repeat(20_000)}`])).status).toBe(431);
    expect((await ask(trusting, "/", ["CF-IPCountry: PH"])).status).toBe(200);
  });
});
