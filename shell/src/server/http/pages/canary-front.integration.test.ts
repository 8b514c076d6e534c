import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Front, nginx, startFront } from "../../../../e2e/geography/start-front.ts";
import { planChannels } from "../../publishing/plan-channels.ts";
import { carryOut } from "../../publishing/promote.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app, bench } = useFixtureApp({ edge: "cloudflare", trustedProxies: ["127.0.0.1"] });
const texts = { stable: "the stable text", canary: "the text that is tried" };

describe.skipIf(nginx === undefined)("B300 behind nginx that keeps pages by variant", () => {
  let front: Front;
  beforeAll(async () => {
    await bench().release("content", { server: toServerSource(texts.stable) });
    const { version } = await bench().admit("content", { server: toServerSource(texts.canary) });
    const move = await planChannels(bench().store, {
      kind: "canary-start",
      changes: { content: version },
      percent: 50,
      first: 0,
    });
    await carryOut(bench().store, move, {
      why: "a reason",
      checkSet: () => Promise.resolve({ sites: ["GGPPH"], checks: [] }),
    });
    await app().live.refresh();
    front = await startFront(Number(new URL(await app().server.listen({ port: 0, host: "127.0.0.1" })).port), "recipe");
  });
  afterAll(() => front?.stop());

  async function ask(cookie: string): Promise<{ set: string[]; cache: string | null }> {
    const response = await fetch(`${front.origin}/about-us/`, { headers: { cookie, "cf-ipcountry": "PH" } });
    const html = await response.text();
    const set = Object.entries(texts).flatMap(([name, text]) => (html.includes(text) ? [name] : []));
    return { set, cache: response.headers.get("x-cache") };
  }

  test("each visitor gets the page of their own set, also when the proxy has cached the page of the other set", async () => {
    const asked = [];
    for (const cookie of ["bucket=5", "bucket=70", "bucket=30", "bucket=99", "", "bucket=canary"])
      asked.push(await ask(cookie));
    expect(asked).toEqual([
      { set: ["canary"], cache: "MISS" },
      { set: ["stable"], cache: "MISS" },
      { set: ["canary"], cache: "HIT" },
      { set: ["stable"], cache: "HIT" },
      { set: ["stable"], cache: "HIT" },
      { set: ["stable"], cache: "HIT" },
    ]);
  });
});
