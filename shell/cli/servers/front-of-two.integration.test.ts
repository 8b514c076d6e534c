import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { type Front, nginx, startFront } from "../../e2e/geography/start-front.ts";
import { createToken } from "../../src/server/access/access-token.ts";
import { openTokenList } from "../../src/server/access/token-list.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { copyState, type ServedSite, serveSite } from "../../src/server/testing/nats-sites.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Milliseconds between two requests: 150 each second. */
const betweenMs = 1000 / 150;

/** Milliseconds after which a visitor has left: a fifth of 30 seconds, as the timeouts. nginx would wait a minute for a server by itself. */
const abandonedAfterMs = 6000;

describe.skipIf(nginx === undefined)("two servers behind the nginx of the recipe (skipped without nginx)", () => {
  let bench: FixtureBench;
  let front: Front;
  let candidate = "";
  const ports: number[] = [];
  const sites: ServedSite[] = [];

  const toState = (index: number): string => join(bench.root, `../state-${index}`);

  const start = (index: number): Promise<ServedSite> =>
    serveSite(`server-${index}`, {
      STORE_DIR: bench.root,
      STATE_DIR: toState(index),
      ACCESS_DIR: join(bench.root, "../access"),
      PORT: String(ports[index]),
      TRUSTED_PROXIES: "127.0.0.1",
      DRAIN_SECONDS: "1",
      LOG_LEVEL: "error",
    });

  beforeAll(async () => {
    bench = await createFixtureBench();
    await bench.writeIdentities();
    await bench.releaseAll({ shell: fewPages });
    candidate = (await bench.admit("content", { server: toServerSource("the candidate") })).version;
    ports.push(await findFreePort(), await findFreePort());
    const first = await start(0);
    await copyState(first, toState(0), toState(1));
    sites.push(first, await start(1));
    front = await startFront(ports, "recipe");
  });
  afterAll(async () => {
    await front?.stop();
    await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    await bench?.remove();
  });

  /** Asks for pages at an even rate while something happens. @returns what was answered other than a whole page */
  async function failuresDuring(happening: () => Promise<void>): Promise<{ asked: number; failures: string[] }> {
    const stop = new AbortController();
    const asked: Promise<string | undefined>[] = [];
    const asking = (async () => {
      while (!stop.signal.aborted) {
        // A query of its own keeps each request from being answered by the cache of nginx.
        asked.push(ask(`${front.origin}/about-us/?n=${asked.length}`));
        await sleep(betweenMs);
      }
    })();
    await happening();
    stop.abort();
    await asking;
    const failures = (await Promise.all(asked)).filter((failure) => failure !== undefined);
    return { asked: asked.length, failures };
  }

  test("both show a tester the same candidate, and no cache gives it to a visitor or keeps it from the tester", async () => {
    const page = `${front.origin}/about-us/`;
    const read = async (cookie = ""): Promise<{ isCandidate: boolean; cache: string | null }> => {
      const response = await fetch(page, { headers: { cookie } });
      return {
        isCandidate: (await response.text()).includes("the candidate"),
        cache: response.headers.get("x-cache"),
      };
    };
    const send = async (path: string, fields: Record<string, string>, cookie = ""): Promise<string> => {
      const response = await fetch(`${front.origin}${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, "sec-fetch-site": "same-origin" },
        body: new URLSearchParams(fields),
      });
      expect([response.status, await response.text()]).toEqual([303, ""]);
      return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    };
    await read();
    expect(await read()).toEqual({ isCandidate: false, cache: "HIT" });
    const session = await send("/-/sign-in", { token: await makeToken(join(bench.root, "../access")) });
    const override = await send("/-/override", { with: `content@${candidate}` }, session);
    // In turns, both servers answer: each composes the set when it is first asked for it.
    for (let turn = 0; turn < 6; turn += 1) {
      expect(await read(`${session}; ${override}`)).toEqual({ isCandidate: true, cache: "MISS" });
      expect(await read()).toMatchObject({ isCandidate: false });
      expect(await read(override)).toMatchObject({ isCandidate: false });
      const named = await fetch(page, { headers: { cookie: session } });
      expect([named.headers.get("site-set"), named.headers.get("x-cache")]).toEqual([expect.any(String), "MISS"]);
      const readConsole = (cookie: string): Promise<Response> =>
        fetch(`${front.origin}/-/console`, { headers: { cookie }, redirect: "manual" });
      expect((await readConsole(session)).status).toBe(200);
      expect((await readConsole("")).status).toBe(303);
    }
  });

  test("answer every GET while one of them takes connections and answers nothing, as one whose machine hangs", async () => {
    const hurried = await startFront(ports, "hurriedRecipe");
    sites[0]?.child.kill("SIGSTOP");
    try {
      // nginx takes the servers in turns, each for a variant and for a page: the one that hangs is asked for both.
      const asked = Array.from({ length: 8 }, (_page, n) =>
        ask(`${hurried.origin}/about-us/?hangs=${n}`, AbortSignal.timeout(abandonedAfterMs)),
      );
      expect((await Promise.all(asked)).filter((failure) => failure !== undefined)).toEqual([]);
      expect(hurried.log()).toContain("upstream timed out");
    } finally {
      sites[0]?.child.kill("SIGCONT");
      await hurried.stop();
    }
    expect((await sites[0]?.ready())?.ready).toBe(true);
  });

  test("answer every GET at 150 requests a second while one of them is killed and started, and then the other one restarted", async () => {
    const { asked, failures } = await failuresDuring(async () => {
      await sleep(500);
      await sites[0]?.stop("SIGKILL");
      sites[0] = await start(0);
      // nginx asks a server again 2 seconds after it refused a connection: from then on the first one answers alone.
      await sleep(2500);
      expect(await sites[1]?.stop()).toBe(0);
      sites[1] = await start(1);
    });
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(100);
  });
});

async function makeToken(accessDir: string): Promise<string> {
  const made = new Date();
  const { text, token } = createToken({
    role: "viewer",
    packages: [],
    owner: "Quality of the site",
    made: made.toISOString(),
    expires: new Date(made.getTime() + 3_600_000).toISOString(),
  });
  await openTokenList(openFileLogs(accessDir)("tokens")).add({ kind: "made", token, by: "a test" });
  return text;
}

async function ask(url: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: signal ?? null });
    const text = await response.text();
    return response.status === 200 && text.endsWith("</html>\n")
      ? undefined
      : `${response.status} ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error);
  }
}
