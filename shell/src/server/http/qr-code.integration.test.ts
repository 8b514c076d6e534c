import { expect, test } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { useFixtureApp } from "../testing/use-fixture-app.ts";
import { readQrCode } from "../testing/read-qr-code.ts";

const { app } = useFixtureApp({ releases: false, site: siteConfigs.GGPBR });

test.each([
  ["pt-br", "https://br.ggp.example/pt-br/download/"],
  ["en", "https://br.ggp.example/en/download/"],
])(
  "the picture for a phone says the download page's own address, in %s too, for any Host of the request",
  async (locale, address) => {
    const { headers, statusCode, rawPayload } = await app().server.inject({
      url: `/download/qr/${locale}.svg`,
      headers: { host: "evil.example" },
    });
    expect({ statusCode, type: headers["content-type"], cache: headers["cache-control"] }).toEqual({
      statusCode: 200,
      type: "image/svg+xml",
      cache: "public, max-age=86400",
    });
    expect(rawPayload.toString("utf8")).not.toMatch(/<script|style=|href/);
    expect(await readQrCode(rawPayload, 320)).toBe(address);
  },
);

test.each(["fr.svg", "en", "en.png", "constructor", "..%2fen.svg", "__proto__"])(
  "there is no picture %s",
  async (file) => {
    expect((await app().server.inject(`/download/qr/${file}`)).statusCode).toBeGreaterThanOrEqual(400);
  },
);
