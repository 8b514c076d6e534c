import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Front, nginx, startFront } from "../../../e2e/geography/start-front.ts";
import { siteConfigs } from "../../../sites/sites.ts";
import { useFixtureApp } from "../testing/use-fixture-app.ts";

const site = {
  ...siteConfigs.GGPPH,
  localeStrategy: "prefix" as const,
  locales: [
    ...siteConfigs.GGPPH.locales,
    { code: "pt-br", languageTag: "pt-BR", name: "Português", files: ["pt-br.json"] },
  ],
};
const { app } = useFixtureApp({ site, trustedProxies: ["127.0.0.1"] });

describe.skipIf(nginx === undefined)("behind nginx as the recipe sets it up (skipped without nginx)", () => {
  let front: Front;
  beforeAll(async () => {
    const address = await app().server.listen({ port: 0, host: "127.0.0.1" });
    front = await startFront(Number(new URL(address).port), "recipe");
  });
  afterAll(() => front?.stop());

  async function ask(path: string, headers: Record<string, string> = {}): Promise<[cache: string, cookie: string]> {
    const answer = await fetch(`${front.origin}${path}`, { headers });
    await answer.arrayBuffer();
    return [answer.headers.get("x-cache") ?? "", answer.headers.get("set-cookie")?.split(";")[0] ?? ""];
  }

  test("B178 a switch of the language without a script is remembered, also where the proxy has kept the page", async () => {
    const path = "/en/about-us/";
    await ask(path);
    expect(await ask(path)).toEqual(["HIT", ""]);
    // The recipe names the host without its port, which a site has none of.
    const before = { referer: "http://localhost/pt-br/about-us/?a=1" };
    expect((await ask(path, before))[1]).toBe("locale=en");
    // Who has chosen the language already, or comes from a page in it or from elsewhere, gets what the proxy has, and no cookie.
    for (const headers of [
      { ...before, cookie: "locale=en" },
      { referer: "http://localhost/en/download/" },
      { referer: "https://elsewhere.example/pt-br/about-us/" },
    ])
      expect(await ask(path, headers)).toEqual(["HIT", ""]);
  });
});
