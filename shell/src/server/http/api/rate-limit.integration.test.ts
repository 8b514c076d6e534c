import { expect, test } from "vitest";
import { createFixtureApp } from "../../testing/fixture-app.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, bench } = useFixtureApp({ releases: false });

/** More than one visitor may ask in a minute. */
const tooMany = 1300;
const path = "/api/brand-ambassador";

test("behind a proxy that TRUSTED_PROXIES does not name, a visitor that asks too often does not stop others", async () => {
  for (let count = 0; count < tooMany; count += 1) await app().server.inject(path);
  expect((await app().server.inject(path)).statusCode).toBe(200);
});

test("behind a trusted proxy a visitor that asks too often is refused for a while, and others are not", async () => {
  const behind = await createFixtureApp(bench(), { trustedProxies: ["127.0.0.1"] });
  try {
    const ask = async (address: string) => behind.server.inject({ url: path, headers: { "x-forwarded-for": address } });
    for (let count = 0; count < tooMany; count += 1) await ask("203.0.113.7");
    const refused = await ask("203.0.113.7");
    expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(refused.json().detail).toMatch(/too many requests .*\. Send .* Retry-After .*\.$/);
    expect((await ask("203.0.113.8")).statusCode).toBe(200);
  } finally {
    await behind.close();
  }
});
