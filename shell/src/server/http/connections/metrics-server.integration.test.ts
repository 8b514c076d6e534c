import { describe, expect, test } from "vitest";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, bench, get } = useFixtureApp({ releases: false });

describe("G11 metrics", () => {
  test("are on a port of their own, with the headers of every response, and are not cached", async () => {
    const { statusCode, headers, body } = await app().metricsServer.inject("/metrics");
    expect(statusCode).toBe(200);
    expect(body).toMatch(/^site_revision_stale_seconds /m);
    expect(headers).toMatchObject({
      "content-type": expect.stringMatching(/^text\/plain/),
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(/^default-src 'none'/),
      "x-content-type-options": "nosniff",
    });
  });

  test("are not on the site's port: their address is an unknown page there", async () => {
    expect((await get("/metrics")).statusCode).not.toBe(200);
    expect((await get("/metrics", { host: "localhost" })).body).not.toContain("site_revision_stale_seconds");
  });

  test.each(["/", "/metrics/", "/healthz", "/about-us/", "/%zz"])(
    "the port of metrics has nothing at %s",
    async (url) => {
      const { statusCode, headers } = await app().metricsServer.inject(url);
      expect([statusCode, headers["content-type"]]).toEqual([404, "application/problem+json; charset=utf-8"]);
    },
  );

  test("can only be read", async () => {
    const { statusCode, headers } = await app().metricsServer.inject({ method: "POST", url: "/metrics" });
    expect([statusCode, headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });

  test.each(["rebound.example", "localhost.evil.example:80", "127.0.0.1.evil.example"])(
    "on loopback are not for the host %s: a page of another site may point its own name here",
    async (host) => {
      expect((await app().metricsServer.inject({ url: "/metrics", headers: { host } })).statusCode).toBe(404);
    },
  );

  test("on an address of a network may be asked for by any name", async () => {
    const far = await createFixtureApp(bench(), { metricsHost: "0.0.0.0" });
    try {
      const ask = { url: "/metrics", headers: { host: "site-1.internal:9464" }, remoteAddress: "10.0.0.9" };
      expect((await far.metricsServer.inject(ask)).statusCode).toBe(200);
    } finally {
      await far.close();
    }
  });
});
