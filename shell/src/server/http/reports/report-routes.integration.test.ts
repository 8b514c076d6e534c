import { describe, expect, test } from "vitest";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, bench, get } = useFixtureApp({ trustedProxies: ["127.0.0.1"] });

const type = "application/reports+json";
const violation = {
  type: "csp-violation",
  age: 12,
  url: "https://site.example/",
  user_agent: "Mozilla/5.0",
  body: {
    documentURL: "https://site.example/",
    effectiveDirective: "script-src-elem",
    disposition: "enforce",
    blockedURL: "https://evil.example/x.js",
    originalPolicy: "default-src 'none'",
    sourceFile: null,
    statusCode: 200,
  },
};

interface Post {
  to?: string;
  contentType?: string;
  from?: string;
}

async function post(
  body: unknown,
  { to = "", contentType = type, from = "203.0.113.7" }: Post = {},
  server = app().server,
) {
  return server.inject({
    method: "POST",
    url: to === "" ? await findEndpoint() : to,
    headers: { "content-type": contentType, "x-forwarded-for": from },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Where a page says that reports are sent to. */
async function findEndpoint(): Promise<string> {
  const { headers } = await get("/about-us/");
  return /^r="(\/-\/reports\/[0-9a-f]{16})"$/.exec(String(headers["reporting-endpoints"]))?.[1] ?? "no endpoint";
}

async function readMetric(line: string, { metricsServer } = app()): Promise<number> {
  const found = (await metricsServer.inject("/metrics")).body.split("\n").find((one) => one.startsWith(`${line} `));
  return Number(found?.split(" ").at(-1) ?? 0);
}

describe("G5 G11 what browsers report of a page's policies", () => {
  test("is sent to an address that the page names, and answered without a body", async () => {
    const { statusCode, body, headers } = await post([violation]);
    expect([statusCode, body, headers["cache-control"]]).toEqual([204, "", "no-store"]);
    const { headers: page } = await get("/about-us/");
    expect(page["content-security-policy"]).toMatch(/; report-to r, .*; report-to r$/);
    expect(page["integrity-policy"]).toContain("endpoints=(r)");
  });

  test("is counted by directive and by package and version of the page's set", async () => {
    const version = app().live.state()?.set.versions["content"];
    const sourceFile = `https://site.example/_release/content/${version}/remoteEntry.js`;
    const labels = `{directive="img-src",disposition="enforce",remote="content",version="${version}"}`;
    const report = { ...violation, body: { ...violation.body, effectiveDirective: "img-src", sourceFile } };
    for (const from of ["203.0.113.1", "203.0.113.2", "198.51.100.1"])
      expect((await post([report], { from })).statusCode).toBe(204);
    expect(await readMetric(`browser_report_total${labels}`)).toBe(3);
    expect(await readMetric(`browser_report_networks${labels}`)).toBe(2);
  });

  test("a refused script is counted by the package it belongs to", async () => {
    const version = app().live.state()?.set.versions["shell"];
    const blockedURL = `https://site.example/_release/shell/${version}/core.js`;
    await post([
      { type: "integrity-violation", body: { documentURL: "/", blockedURL, destination: "script", reportOnly: false } },
    ]);
    const labels = `{directive="integrity-policy",disposition="enforce",remote="shell",version="${version}"}`;
    expect(await readMetric(`browser_report_total${labels}`)).toBe(1);
  });

  test("is refused by a code, without a word of the request, when it is none", async () => {
    const dropped = await readMetric('browser_report_dropped_total{reason="invalid"}');
    const mark = "<script>mark</script>";
    const refused = [
      [await post(mark), 400],
      [await post({ mark }), 400],
      [await post([]), 400],
      [await post([{ type: mark, body: {} }]), 400],
      [await post([{ ...violation, body: { effectiveDirective: mark } }]), 400],
      [await post('[{"__proto__": {"mark": 1}}]'), 400],
      [await post(Array.from({ length: 65 }, () => ({ type: "integrity-violation", body: { blockedURL: "" } }))), 400],
      [await post([violation], { contentType: "text/plain" }), 415],
      [await post([violation], { contentType: `mark/${"mark"}` }), 415],
      [await post([{ ...violation, mark: mark.repeat(1000) }]), 413],
    ] as const;
    for (const [{ statusCode, headers, body }, status] of refused) {
      expect([statusCode, headers["content-type"]]).toEqual([status, "application/problem+json; charset=utf-8"]);
      expect(JSON.parse(body).title).toBe("REPORT_INVALID");
      expect(body).not.toContain("mark");
    }
    expect(await readMetric('browser_report_dropped_total{reason="invalid"}')).toBe(dropped + refused.length);
  });

  test("is counted without any text of the request, and without the name of an unknown build", async () => {
    const forged = 'forged"} 1\nforged_total{x="1';
    const report = { ...violation, body: { ...violation.body, effectiveDirective: "forged", blockedURL: forged } };
    expect((await post([report], { to: `/-/reports/${encodeURIComponent("forged")}` })).statusCode).toBe(204);
    expect((await app().metricsServer.inject("/metrics")).body).not.toContain("forged");
  });

  test("is taken by POST alone", async () => {
    for (const method of ["GET", "PUT", "DELETE", "OPTIONS"] as const)
      expect((await app().server.inject({ method, url: await findEndpoint() })).statusCode).toBeOneOf([404, 405]);
  });

  test("G9 from one network is at most 60 a minute, and others are not held up", async () => {
    const own = await createFixtureApp(bench(), { trustedProxies: ["127.0.0.1"] });
    try {
      const ask = (from: string) => post([violation], { to: "/-/reports/x", from }, own.server);
      for (let count = 0; count < 60; count += 1) expect((await ask(`203.0.113.${count}`)).statusCode).toBe(204);
      const refused = await ask("203.0.113.99");
      expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
      expect((await ask("203.0.114.1")).statusCode).toBe(204);
      expect(await readMetric('browser_report_dropped_total{reason="limit"}', own)).toBe(1);
    } finally {
      await own.close();
    }
  });
});
