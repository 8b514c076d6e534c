import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningSite } from "../harness/start-site.ts";
import { sendRaw, toRequest } from "../harness/raw-request.ts";
import { pagesOfEachKind } from "../harness/pages-of-each-kind.ts";
import { sampled } from "../harness/sampled.ts";
import { listPages } from "../harness/site-pages.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { from, personAgent, rules, startPlacedSite, writeRules } from "./placed-site.ts";
import { type Front, nginx, startFront } from "./start-front.ts";

/** One visitor of each kind: what each front and the site itself are asked as. */
const visitors: Record<string, Record<string, string>> = {
  "the Philippines": { ...from("PH"), "user-agent": personAgent },
  "a country under a warning": { ...from("AU"), "user-agent": personAgent },
  "a blocked country": { ...from("US"), "user-agent": personAgent },
  Ontario: { ...from("CA-ON"), "user-agent": personAgent },
  nowhere: { "user-agent": personAgent },
  "a country under a warning, as a crawler": { ...from("AU"), "user-agent": "Googlebot/2.1" },
  "a denied country": { ...from("KP"), "user-agent": personAgent },
};

interface Answer {
  status: number;
  body: string;
  cache: string | null;
  control: string | null;
  etag: string | null;
  vary: string | null;
}

async function ask(origin: string, path: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, { headers, redirect: "manual" });
  const read = (name: string): string | null => response.headers.get(name);
  return {
    status: response.status,
    body: await response.text(),
    cache: read("x-cache"),
    control: read("cache-control"),
    etag: read("etag"),
    vary: read("vary"),
  };
}

const inBlockedCountry = { ...from("US"), "user-agent": personAgent };
const inPhilippines = { ...from("PH"), "user-agent": personAgent };

describe.skipIf(nginx === undefined)("behind a caching proxy", () => {
  let site: RunningSite;
  let fronts: Record<"recipe" | "plain", Front>;
  let paths: string[];

  beforeAll(async () => {
    site = await startPlacedSite();
    const [recipe, plain] = await Promise.all([startFront(site.port, "recipe"), startFront(site.port, "plain")]);
    fronts = { recipe, plain };
    const all = (await listPages(site)).map(({ path }) => path);
    // Neither front treats one page's address otherwise than another's.
    paths = [...sampled({ all, sample: pagesOfEachKind }), "/nowhere/", "/download/_payload.json", "/"];
  });
  afterAll(async () => {
    await Promise.all([fronts?.recipe.stop(), fronts?.plain.stop()]);
    await site?.stop();
  });

  /** What the site itself answers, which it is asked once: nothing changes it in the tests that compare with it. */
  const answers = new Map<string, Promise<Answer>>();
  function askSite(path: string, who: string): Promise<Answer> {
    const key = `${who} ${path}`;
    const answer = answers.get(key) ?? ask(site.origin, path, visitors[who] ?? {});
    answers.set(key, answer);
    return answer;
  }

  test("B141 B155 the page of a blocked country differs from that of an allowed one, which the next tests build on", async () => {
    const [blocked, allowed] = [
      await ask(site.origin, "/download/", inBlockedCountry),
      await ask(site.origin, "/download/", inPhilippines),
    ];
    expect([blocked.status, allowed.status, blocked.body === allowed.body]).toEqual([200, 200, false]);
  });

  test.for(["recipe", "plain"] as const)(
    "B155 with the %s front every visitor gets of every page what the site itself answers, whichever visitor came before",
    async (kind) => {
      const kept = new Set<string>();
      // In the second round all that may be cached comes from the cache.
      for (const round of [1, 2]) {
        for (const path of paths) {
          for (const [who, headers] of Object.entries(visitors)) {
            const through = await ask(fronts[kind].origin, path, headers);
            const direct = await askSite(path, who);
            expect({ round, path, who, status: through.status, same: through.body === direct.body }).toEqual({
              round,
              path,
              who,
              status: direct.status,
              same: true,
            });
            if (through.cache === "HIT") kept.add(who);
          }
        }
      }
      const keepable = Object.keys(visitors).filter((who) => who !== "a denied country");
      expect([...kept].toSorted()).toEqual(kind === "recipe" ? keepable.toSorted() : []);
    },
  );

  test("with the recipe files and pictures are cached for all visitors, and the front tells a client that it has one", async () => {
    const { body } = await ask(site.origin, "/about-us/", inPhilippines);
    const picture = /\/_image\/[^"\s,]+\.webp/.exec(body)?.[0] ?? "";
    for (const path of ["/assets/favicon.svg", picture]) {
      const first = await ask(fronts.recipe.origin, path, inPhilippines);
      expect({ path, status: first.status, cache: first.cache }).toEqual({ path, status: 200, cache: "MISS" });
      expect(await ask(fronts.recipe.origin, path, inBlockedCountry)).toMatchObject({
        cache: "HIT",
        etag: first.etag,
        body: first.body,
      });
      for (const tag of [first.etag ?? "", (first.etag ?? "").slice(2), `"other", ${first.etag}`, "*"]) {
        expect(await ask(fronts.recipe.origin, path, { ...inPhilippines, "if-none-match": tag })).toMatchObject({
          status: 304,
          etag: first.etag,
        });
      }
    }
  });

  test("B155 with variants a page is kept for others under the same rule only, and for no browser without asking", async () => {
    const path = "/download/?variants";
    const first = await ask(fronts.recipe.origin, path, inPhilippines);
    expect(first).toMatchObject({ cache: "MISS", control: "public, max-age=0, s-maxage=10" });
    expect(first.vary?.split(", ")).toEqual(expect.arrayContaining(["Accept-Encoding", "site-variant"]));
    expect(await ask(fronts.recipe.origin, path, { ...from("SE"), "user-agent": personAgent })).toMatchObject({
      cache: "HIT",
      body: first.body,
    });
    const blocked = await ask(fronts.recipe.origin, path, inBlockedCountry);
    expect([blocked.cache, blocked.body === first.body]).toEqual(["MISS", false]);
    expect(await ask(fronts.recipe.origin, path, inBlockedCountry)).toMatchObject({ cache: "HIT", body: blocked.body });
  });

  test("with the recipe a page has a copy under an address of 8 KB, too, the longest that nginx reads", async () => {
    const path = `/about-us/?${"a".repeat(8000)}`;
    expect(await ask(fronts.recipe.origin, path, inPhilippines)).toMatchObject({ status: 200, cache: "MISS" });
    expect(await ask(fronts.recipe.origin, path, inPhilippines)).toMatchObject({ status: 200, cache: "HIT" });
  });

  test("B155 without variants no shared cache keeps a page", async () => {
    for (const headers of [inPhilippines, inPhilippines, inBlockedCountry]) {
      expect(await ask(fronts.plain.origin, "/download/", headers)).toMatchObject({
        status: 200,
        cache: "MISS",
        control: "private, no-cache",
      });
    }
  });

  test.for(["none", "warning", "none, none", "NONE", "x".repeat(4000)])(
    "B155 a blocked visitor who claims the variant %j gets the blocked page, and changes no other visitor's",
    async (claim) => {
      const direct = await ask(site.origin, "/download/", inBlockedCountry);
      const path = `/download/?${claim.slice(0, 8)}`;
      for (const { origin } of Object.values(fronts)) {
        const claimed = await ask(origin, path, { ...inBlockedCountry, "site-variant": claim });
        expect({ status: claimed.status, same: claimed.body === direct.body }).toEqual({ status: 200, same: true });
        const other = await ask(origin, path, inPhilippines);
        expect(other.body === direct.body).toBe(false);
      }
    },
  );

  test("B155 the ETag of one country's page is not answered with 304 for a visitor in another country", async () => {
    const { etag } = await ask(fronts.recipe.origin, "/download/", inPhilippines);
    const moved = await ask(fronts.recipe.origin, "/download/", { ...inBlockedCountry, "if-none-match": etag ?? "" });
    expect([etag === null, moved.status, moved.etag === etag]).toEqual([false, 200, false]);
    expect(
      (await ask(fronts.recipe.origin, "/download/", { ...inPhilippines, "if-none-match": etag ?? "" })).status,
    ).toBe(304);
  });

  test("B153 B155 the 403 page of a denied country is not cached, and its visitor gets no cached page", async () => {
    expect((await ask(fronts.recipe.origin, "/about-us/", inPhilippines)).status).toBe(200);
    for (const { origin } of Object.values(fronts)) {
      expect(await ask(origin, "/about-us/", { ...from("KP"), "user-agent": personAgent })).toMatchObject({
        status: 403,
        control: "no-store",
      });
      expect((await ask(origin, "/about-us/", inPhilippines)).status).toBe(200);
    }
  });

  test.each<[what: string, status: number, headers: Record<string, string>]>([
    ["more headers than a server reads", 431, { a: "x".repeat(7000), b: "x".repeat(7000), c: "x".repeat(7000) }],
    ["a header with a control character", 400, { a: "\u0001" }],
  ])(
    "G8 %s is refused through the recipe as by the site itself, and not by an error of a server",
    async (_what, status, headers) => {
      for (const path of ["/about-us/", "/-/sign-in", "/assets/favicon.svg"])
        for (const port of [site.port, Number(new URL(fronts.recipe.origin).port)])
          expect({ path, port, status: (await sendRaw(port, toRequest("GET", path, headers))).status }).toEqual({
            path,
            port,
            status,
          });
    },
  );

  test("G6 B154 behind a CDN a visitor is known by the address that the network saw, not by the network's or a claimed one", async () => {
    const front = await startFront(site.port, "behindNetwork");
    try {
      const direct = await ask(site.origin, "/download/", inBlockedCountry);
      const seenAs = async (forwarded: string): Promise<"blocked" | "allowed"> => {
        const headers = { ...inBlockedCountry, "x-forwarded-for": forwarded };
        return (await ask(front.origin, "/download/", headers)).body === direct.body ? "blocked" : "allowed";
      };
      const [whitelisted, other] = ["203.0.113.7", "198.51.100.7"];
      expect([await seenAs(whitelisted), await seenAs(`${other}, ${whitelisted}`)]).toEqual(["allowed", "allowed"]);
      expect([await seenAs(other), await seenAs(`${whitelisted}, ${other}`)]).toEqual(["blocked", "blocked"]);
    } finally {
      await front.stop();
    }
  });

  test("B133 B155 a rule that is replaced decides the next request, also of a page that is kept", async () => {
    const path = "/download/?replaced";
    const allowed = await ask(fronts.recipe.origin, path, inPhilippines);
    await ask(fronts.recipe.origin, path, { ...from("SE"), "user-agent": personAgent });
    await writeRules(
      site.storeDir,
      site.id,
      JSON.stringify({ rules: { ...rules.rules, SE: { ruleType: "BLOCKED" } } }),
    );
    await waitUntil(async () => (await ask(site.origin, "/api/visitor", from("SE"))).body.includes('"blocked"'), {
      what: "the new rules",
    });
    const blocked = await ask(fronts.recipe.origin, path, { ...from("SE"), "user-agent": personAgent });
    expect(blocked.body === allowed.body).toBe(false);
    await writeRules(site.storeDir, site.id, JSON.stringify(rules));
    await waitUntil(async () => (await ask(site.origin, "/api/visitor", from("SE"))).body.includes('"none"'), {
      what: "the former rules",
    });
    expect(
      (await ask(fronts.recipe.origin, path, { ...from("SE"), "user-agent": personAgent })).body === allowed.body,
    ).toBe(true);
  });
});

describe.skipIf(nginx === undefined)("the recipe before a server that is overloaded", () => {
  let server: Server;
  let front: Front;
  const received: number[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += Buffer.from(chunk).length;
      if (request.method === "PUT") received.push(bytes);
      if (request.url === "/healthz" || request.method === "PUT") response.end("fine");
      else response.writeHead(503, { "retry-after": "2" }).end("busy");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port.");
    front = await startFront(address.port, "recipe");
  });
  afterAll(async () => {
    await front?.stop();
    server?.closeAllConnections();
    server?.close();
  });

  test("passes its refusal on, with the time to try again, for a page as for a file", async () => {
    for (const path of ["/", "/contact/", "/assets/favicon.svg"]) {
      const { status, headers } = await fetch(`${front.origin}${path}`);
      expect({ path, status, again: headers.get("retry-after") }).toEqual({ path, status: 503, again: "2" });
    }
  });

  test("takes a release of several megabytes", async () => {
    const { status } = await fetch(`${front.origin}/-/releases/shell/1.0.0`, {
      method: "PUT",
      body: Buffer.alloc(5_000_000),
    });
    expect({ status, received }).toEqual({ status: 200, received: [5_000_000] });
  });
});
