import { beforeAll, describe, expect, test, vi } from "vitest";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { planCanaryPromote, planChannels } from "../../publishing/plan-channels.ts";
import { carryOut, rollback } from "../../publishing/promote.ts";
import { siteConfigs } from "../../../../sites/sites.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { shareComposer } from "../../testing/shared-composer.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const composer = shareComposer(siteConfigs.GGPPH);
const { app, bench, get } = useFixtureApp({ edge: "cloudflare", trustedProxies: ["127.0.0.1"], composer });
const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };
const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const stableText = "the stable text";
const canaryText = "the text that is tried";
/** A page with an island of content, and one without. */
const touched = "/about-us/";
const untouched = "/privacy-policy/";

let stable: SetVersions;
let content: string;
beforeAll(async () => {
  await bench().release("content", { server: toServerSource(stableText) });
  stable = (await bench().store.current())?.set.versions ?? {};
  content = (await bench().admit("content", { server: toServerSource(canaryText) })).version;
});

async function start(percent = 30, first = 90): Promise<void> {
  await carryOut(
    bench().store,
    await planChannels(bench().store, { kind: "canary-start", changes: { content }, percent, first }),
    note,
  );
  await app().live.refresh();
}
async function stop(): Promise<void> {
  await carryOut(bench().store, await planChannels(bench().store, { kind: "canary-stop" }), note);
  await app().live.refresh();
}

/** The version of content that is live for the visitor with a cookie. */
const readLatest = async (cookie: string) => (await get("/builds/latest.json", { cookie })).json().versions.content;

/** Who may keep a page, when a reverse proxy asks for a variant of it. */
const askAs = async (variant: string, cookie: string) =>
  (await get(touched, { "site-variant": variant, cookie, "cf-ipcountry": "PH" })).headers["cache-control"];

/** The variant that the server names to a reverse proxy. */
const toVariant = async (cookie: string) =>
  (await get("/api/visitor", { cookie, "cf-ipcountry": "PH" })).headers["site-variant"];

/** Which text the visitor with a cookie gets. */
async function read(url: string, cookie?: string): Promise<string> {
  const { body, statusCode } = await get(url, cookie === undefined ? {} : { cookie });
  const texts = [stableText, canaryText].filter((text) => body.includes(text));
  return statusCode === 200 ? texts.join(" and ") : `${statusCode}`;
}

test("B300 a canary that is stopped while it is composed is not served, not even for a moment", async () => {
  const { compose } = composer;
  const composing = vi.spyOn(composer, "compose").mockImplementation(async (...given) => {
    const composition = await compose(...given);
    if (composing.mock.calls.length === 2)
      await carryOut(bench().store, await planChannels(bench().store, { kind: "canary-stop" }), note);
    return composition;
  });
  await start();
  composing.mockRestore();
  expect(app().live.canary()).toBeUndefined();
});

describe("B300 the set of a visitor", () => {
  beforeAll(() => start());

  test("follows the bucket of the cookie, in documents and payloads, and is the stable one on a first visit", async () => {
    for (const url of [touched, `${touched}_payload.json`]) {
      expect(await read(url)).toBe(stableText);
      for (const bucket of [90, 99, 0, 19]) expect(await read(url, `a=1; bucket=${bucket}; b=2`)).toBe(canaryText);
      for (const bucket of [20, 50, 89]) expect(await read(url, `bucket=${bucket}`)).toBe(stableText);
    }
  });

  test.each(["bucket=", "bucket=-1", "bucket=100", "bucket=1e1", "bucket=5x", "xbucket=5", "bucket=<b>", "Bucket=5"])(
    "is the stable one for the cookie %s",
    async (cookie) => {
      expect(await read(touched, cookie)).toBe(stableText);
    },
  );

  test("does not depend on the visitor's consent or on any other cookie", async () => {
    for (const consent of [
      "OptanonConsent=groups%3DC0001%3A1%2CC0002%3A0",
      "OptanonConsent=groups%3DC0001%3A1%2CC0002%3A1",
    ])
      expect(await read(touched, `closeRM=1; ${consent}; bucket=5; locale=en`)).toBe(canaryText);
  });

  test("is the one that an open page is told of when it asks what is live", async () => {
    expect([await readLatest("bucket=5"), await readLatest("bucket=50")]).toEqual([content, stable["content"]]);
  });

  test("shares the pages that are equal in both: one page in memory, one ETag", async () => {
    const { live } = app();
    const canary = live.canary()?.state;
    const find = (page: string, state = live.state()) => live.findPage({ page, locale: "en", rule: "none" }, state);
    expect(find(untouched, canary)).toBe(find(untouched));
    expect(find(touched, canary)).not.toBe(find(touched));
    const etag = async (cookie: string) => (await get(untouched, { cookie })).headers["etag"];
    expect(await etag("bucket=5")).toBe(await etag("bucket=50"));
  });

  test("is part of the variant, so that no shared cache gives one set to the visitors of another", async () => {
    expect([await toVariant("bucket=5"), await toVariant("bucket=50")]).toEqual(["none.canary", "none"]);
    const shared = "public, max-age=0, s-maxage=10";
    expect([await askAs("none.canary", "bucket=5"), await askAs("none", "bucket=50")]).toEqual([shared, shared]);
    const own = "private, no-cache";
    expect([
      await askAs("none", "bucket=5"),
      await askAs("none.canary", "bucket=50"),
      await askAs("none.stable", ""),
    ]).toEqual([own, own, own]);
  });

  test("is assigned by a bucket cookie: set at the first request for the manifest, never for a crawler, and unreadable for scripts", async () => {
    const build = `/builds/meta/${app().live.state()?.set.versions["shell"]?.slice(-12)}.json`;
    const cookieOf = async (headers: Record<string, string>) => (await get(build, headers)).headers["set-cookie"];
    expect(await cookieOf({ "user-agent": agent })).toMatch(
      /^bucket=\d{1,2}; Path=\/; Max-Age=7776000; SameSite=Lax; Secure; HttpOnly$/,
    );
    expect(await cookieOf({ "user-agent": agent, cookie: "bucket=5" })).toBeUndefined();
    expect(await cookieOf({ "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" })).toBeUndefined();
    expect((await get(touched)).headers["set-cookie"]).toBeUndefined();
  });

  test("is named in /readyz with its share", async () => {
    expect((await get("/readyz")).json().canary).toEqual({ set: app().live.canary()?.state.set.id, percent: 30 });
  });
});

describe("B301 the end of a canary", () => {
  test("that is stopped gives all visitors the stable set, and no further buckets", async () => {
    await stop();
    expect(await read(touched, "bucket=5")).toBe(stableText);
    const build = `/builds/meta/${app().live.state()?.set.versions["shell"]?.slice(-12)}.json`;
    expect((await get(build, { "user-agent": agent })).headers["set-cookie"]).toBeUndefined();
  });

  test("that is promoted gives all visitors its pages, which are not composed again", async () => {
    await start();
    const pages = app().live.canary()?.state.pages;
    await carryOut(bench().store, await planCanaryPromote(bench().store), note);
    await app().live.refresh();
    expect([await read(touched), await read(touched, "bucket=50")]).toEqual([canaryText, canaryText]);
    expect(app().live.canary()).toBeUndefined();
    expect([...(app().live.state()?.pages ?? [])].every(([key, page]) => pages?.get(key) === page)).toBe(true);
    await rollback(bench().store, {}, note);
    await app().live.refresh();
    expect(await read(touched, "bucket=5")).toBe(stableText);
  });
});

test("B301 a canary with an island that cannot be rendered is not served, and the stable set is", async () => {
  const { version } = await bench().admit("content", {
    server: "exports.render = () => { throw new Error('broken'); };",
  });
  const { store } = bench();
  await carryOut(
    store,
    await planChannels(store, { kind: "canary-start", changes: { content: version }, percent: 100, first: 0 }),
    note,
  );
  expect(await app().live.refresh()).toBe(false);
  expect(await read(touched, "bucket=5")).toBe(stableText);
  await stop();
});
