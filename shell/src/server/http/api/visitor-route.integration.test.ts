import { parse } from "@site/contracts/wire/wire-schema";
import { visitorAnswerSchema } from "@site/contracts/visitor/visitor-answer";
import { describe, expect, test } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app } = useFixtureApp({ edge: "cloudflare", trustedProxies: ["127.0.0.1"] });

const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const ask = (headers: Record<string, string>) => app().server.inject({ method: "GET", url: "/api/visitor", headers });

describe("what the site tells a browser about its visitor", () => {
  test.each([
    [{ "cf-ipcountry": "DE" }, { country: "DE", region: null, rule: "none", mainSite: "GGPDE" }],
    [{ "cf-ipcountry": "PH" }, { country: "PH", region: null, rule: "none", mainSite: undefined }],
    [
      { "cf-ipcountry": "CA", "cf-region-code": "ON" },
      { country: "CA", region: "ON", rule: "ontario", mainSite: "GGPCA" },
    ],
    [{ "cf-ipcountry": "T1" }, { country: null, region: null, rule: "none", mainSite: undefined }],
    [{}, { country: null, region: null, rule: "none", mainSite: undefined }],
  ])(
    "B150 B220 for %j is the country with its own site, and null where it is unknown",
    async (headers, { mainSite, ...expected }) => {
      const response = await ask({ ...headers, "user-agent": browser });
      const answer = parse(visitorAnswerSchema, response.json());
      expect({ ...answer, mainSite: answer.mainSite?.id }).toEqual({ ...expected, mainSite });
      expect(response.headers["site-variant"]).toBe(expected.rule);
    },
  );

  test("is never cached", async () => {
    expect((await ask({ "cf-ipcountry": "DE" })).headers["cache-control"]).toBe("private, no-store");
  });

  test("answers GET only", async () => {
    expect((await app().server.inject({ method: "POST", url: "/api/visitor" })).statusCode).toBe(405);
  });
});
