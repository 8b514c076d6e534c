import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Front, nginx, startFront } from "../../../../e2e/geography/start-front.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits, toCookies } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { access, tokens, remove } = openTesterAccess();
afterAll(remove);

const { app, bench } = useFixtureApp({ access, edge: "cloudflare", trustedProxies: ["127.0.0.1"] });
const { post, signIn } = createTesterVisits({ app }, tokens);

const texts = { stable: "the stable text", candidate: "the candidate's text" };
let candidate = "";
let stable = "";
let session = "";
/** The cookies of a tester who sees the candidate. */
let override = "";

beforeAll(async () => {
  stable = (await bench().release("content", { server: toServerSource(texts.stable) })).version;
  candidate = (await bench().admit("content", { server: toServerSource(texts.candidate) })).version;
  await app().live.refresh();
  session = await signIn();
  const answer = await post("/-/override", { with: `content@${candidate}` }, { cookie: session });
  override = `${session}; ${toCookies(answer)}`;
});

async function readLatest({ origin }: Front, cookie = ""): Promise<unknown> {
  const latest = await fetch(`${origin}/builds/latest.json`, { headers: { cookie } });
  return (await latest.json()).versions.content;
}

describe.skipIf(nginx === undefined).each(["recipe", "plain"] as const)(
  "behind nginx that keeps pages (%s; skipped without nginx)",
  (kind) => {
    let front: Front;
    beforeAll(async () => {
      const address = await app()
        .server.listen({ port: 0, host: "127.0.0.1" })
        .catch(() => app().server.listeningOrigin);
      front = await startFront(Number(new URL(address).port), kind);
    });
    afterAll(() => front?.stop());

    async function ask(path: string, cookie = ""): Promise<{ set: string[]; cache: string | null; named: boolean }> {
      const { headers, body } = await fetch(`${front.origin}${path}`, {
        headers: { cookie, "cf-ipcountry": "PH" },
      }).then(async (response) => ({ headers: response.headers, body: await response.text() }));
      const set = Object.entries(texts).flatMap(([name, text]) => (body.includes(text) ? [name] : []));
      return { set, cache: headers.get("x-cache"), named: headers.get("site-set") !== null };
    }

    test.each(["/about-us/", "/about-us/_payload.json"])(
      "a tester's releases reach the tester alone, in any order: %s",
      async (path) => {
        for (const [cookie, set, named] of [
          [override, "candidate", true],
          ["", "stable", false],
          [override, "candidate", true],
          [session, "stable", true],
          ["", "stable", false],
          ["__Host-override=forged; __Host-session=forged", "stable", false],
          [override, "candidate", true],
          ["bucket=5", "stable", false],
        ] as const) {
          const answer = await ask(path, cookie);
          expect([answer.set, answer.named], cookie).toEqual([[set], named]);
          if (named) expect(answer.cache).not.toBe("HIT");
        }
      },
    );

    test("a visitor's page that the proxy keeps is not changed by a tester's", async () => {
      await ask("/about-us/");
      await ask("/about-us/", override);
      expect(await ask("/about-us/")).toEqual({
        set: ["stable"],
        cache: kind === "recipe" ? "HIT" : "MISS",
        named: false,
      });
    });

    test("the build that an open page compares itself with is the tester's own", async () => {
      expect([
        await readLatest(front, override),
        await readLatest(front),
        await readLatest(front, session),
        await readLatest(front, override),
      ]).toEqual([candidate, stable, stable, candidate]);
    });
  },
);
