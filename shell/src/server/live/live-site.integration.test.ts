import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SiteError } from "@site/contracts/errors";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { type Composer, createComposer } from "../composition/process/composer.ts";
import { codeCache } from "../testing/code-cache.ts";
import { fewPages } from "../testing/few-pages.ts";
import { createFixtureApp, type FixtureApp } from "../testing/fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { toServerSource } from "../testing/fixture-release.ts";
import { shareComposer } from "../testing/shared-composer.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bench: FixtureBench;
let app: FixtureApp;
let composer: Composer;

beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll({ shell: fewPages });
  composer = shareComposer(siteConfigs.GGPPH);
  app = await createFixtureApp(bench, { composer });
  await app.live.refresh();
});
afterEach(async () => {
  await app.close();
  await bench.remove();
});

async function read(url: string): Promise<string> {
  const { statusCode, body } = await app.server.inject(url);
  expect(statusCode).toBe(200);
  return body;
}

async function ready(): Promise<unknown> {
  const { statusCode, body } = await app.server.inject("/readyz?whole");
  return { status: statusCode, body: JSON.parse(body) };
}

/** From now on no release of content can be loaded. */
function refuseContent(): void {
  const load = bench.serverStore.load;
  vi.spyOn(bench.serverStore, "load").mockImplementation((name, version) =>
    name === "content"
      ? Promise.reject(new SiteError("RELEASE_NOT_FOUND", { release: `${name}@${version}` }))
      : load(name, version),
  );
}

const metrics = async (): Promise<string> => (await app.metricsServer.inject("/metrics")).body;

test("a server that ends while it composes does not wait for a remote that hangs", { timeout: 15_000 }, async () => {
  await bench.release("content", { server: toServerSource("hanging", "while (true);") });
  const composer = createComposer({ site: siteConfigs.GGPPH, workAhead: false, codeCache });
  const ending = await createFixtureApp(bench, { composer });
  const compose = vi.spyOn(composer, "compose");
  void ending.live.refresh();
  await vi.waitFor(() => expect(compose).toHaveBeenCalled());
  await ending.close();
  expect(ending.live.state()).toBeUndefined();
});

describe("G3 a release set flips as one", () => {
  test("when a release is promoted, every page is of the new set, without a restart", async () => {
    const before = await read("/about-us/");
    const { version } = await bench.release("content", { server: toServerSource("content of the next release") });
    expect(await read("/about-us/")).toBe(before);
    await app.live.refresh();
    for (const url of ["/", "/about-us/", "/contact/"]) {
      const body = await read(url);
      expect(body).toContain("content of the next release");
      expect(body).toContain(version);
    }
    expect(app.live.state()?.set.revision).toBe(2);
  });

  test("a release that was published is composed before it is promoted: the promote renders nothing", async () => {
    const fixture = await bench.write("content", { server: toServerSource("content of the next release") });
    const before = await read("/about-us/");
    await bench.take(fixture);
    await app.live.prepare();
    expect(await read("/about-us/")).toBe(before);
    await bench.advance({ ...app.live.state()?.set.versions, content: fixture.version });
    const compose = vi.spyOn(composer, "compose");
    await app.live.refresh();
    expect(await compose.mock.results[0]?.value).toMatchObject({ composed: [] });
    expect(await read("/about-us/")).toContain("content of the next release");
  });

  test("a rollback to the set before renders nothing, and neither does the promote that follows", async () => {
    const before = app.live.state()?.set.versions ?? {};
    const html = await read("/about-us/");
    const { version } = await bench.release("content", { server: toServerSource("content of the next release") });
    await app.live.refresh();
    const compose = vi.spyOn(composer, "compose");
    await bench.advance(before);
    await app.live.refresh();
    expect(await compose.mock.results[0]?.value).toMatchObject({ composed: [] });
    expect(await read("/about-us/")).toBe(html);
    await bench.advance({ ...before, content: version });
    await app.live.refresh();
    expect(await compose.mock.results[1]?.value).toMatchObject({ composed: [] });
    expect(await read("/about-us/")).toContain("content of the next release");
  });

  test("a set that is rolled back while it is composed does not go live, not even for a moment", async () => {
    const before = app.live.state()?.set.versions ?? {};
    await bench.release("content", { server: toServerSource("content of a bad release") });
    const { compose } = composer;
    const composing = vi.spyOn(composer, "compose").mockImplementation(async (...given) => {
      const composition = await compose(...given);
      if (composing.mock.calls.length === 1) await bench.advance(before);
      return composition;
    });
    await app.live.refresh();
    expect(composing).toHaveBeenCalledTimes(2);
    expect(app.live.state()?.set).toMatchObject({ revision: 3, versions: before });
  });

  test("a set that is followed by another while it is composed goes live, so that quick promotes leave no set behind for long", async () => {
    await bench.release("content", { server: toServerSource("content of the next release") });
    const { version } = await bench.admit("navigation", { server: toServerSource("navigation of the next release") });
    const { compose } = composer;
    const composing = vi.spyOn(composer, "compose").mockImplementation(async (...given) => {
      const composition = await compose(...given);
      if (composing.mock.calls.length === 1)
        await bench.advance({ ...(await bench.store.current())?.set.versions, navigation: version });
      return composition;
    });
    await app.live.refresh();
    expect(app.live.state()?.set.revision).toBe(2);
    await app.live.refresh();
    expect(app.live.state()?.set.revision).toBe(3);
  });

  test("a rollback to a release that is refused by now does not show what was composed of it before", async () => {
    const before = app.live.state()?.set.versions ?? {};
    await bench.release("content", { server: toServerSource("content of the next release") });
    await app.live.refresh();
    await bench.advance(before);
    refuseContent();
    await app.live.refresh();
    expect(app.live.state()?.set.revision).toBe(3);
    // The last good HTML of that slot stays.
    expect(await read("/about-us/")).toContain("content of the next release");
  });

  test("a release that is refused after it was composed ahead is not shown", async () => {
    const fixture = await bench.write("content", { server: toServerSource("content that is refused") });
    await bench.take(fixture);
    await app.live.prepare();
    await bench.advance({ ...app.live.state()?.set.versions, content: fixture.version });
    refuseContent();
    await app.live.refresh();
    expect(app.live.state()?.set.revision).toBe(2);
    expect(await read("/about-us/")).not.toContain("content that is refused");
  });

  test("a release that hangs when it is composed ahead does not delay the promote of another remote", async () => {
    await bench.take(await bench.write("content", { server: toServerSource("content that hangs", "while (true);") }));
    const abandon = vi.spyOn(composer, "abandon");
    const compose = vi.spyOn(composer, "compose");
    const preparing = app.live.prepare();
    await vi.waitFor(() => expect(compose).toHaveBeenCalled());
    await bench.release("navigation", { server: toServerSource("navigation of the next release") });
    await app.live.refresh();
    await preparing;
    expect(abandon).toHaveBeenCalledTimes(1);
    const body = await read("/about-us/");
    expect(body).toContain("navigation of the next release");
    expect(body).not.toContain("content that hangs");
  });

  test("no response mixes two sets, also during a flip", async () => {
    const { version } = await bench.release("content", { server: toServerSource("second") });
    const progress = { done: false };
    const refresh = app.live.refresh().finally(() => {
      progress.done = true;
    });
    const seen = new Set<string>();
    while (!progress.done) {
      const body = await read("/about-us/");
      const isNew = body.includes("second about-us");
      expect(body.includes(version)).toBe(isNew);
      seen.add(isNew ? "new" : "old");
      await new Promise(setImmediate);
    }
    await refresh;
    expect(seen.has("old")).toBe(true);
    expect(await read("/about-us/")).toContain("second about-us");
  });

  test("the log says of a set that goes live which releases are new in it, by whom and why", async () => {
    const written = vi.spyOn(app.server.log, "info");
    const { version } = await bench.release("content", { server: toServerSource("the next release") });
    await app.live.refresh();
    const { by, why } = (await bench.store.current()) ?? {};
    expect(written.mock.calls.filter(([, message]) => message === "the set is live")).toEqual([
      [expect.objectContaining({ revision: 2, by, why, changed: [`content@${version}`] }), "the set is live"],
    ]);
    expect([by, why]).toEqual([expect.any(String), "a test"]);
  });

  test("a page keeps its ETag when data that it does not read changes", async () => {
    const etag = async (): Promise<unknown> => (await app.server.inject("/about-us/")).headers.etag;
    const before = await etag();
    mkdirSync(join(bench.root, "data"), { recursive: true });
    writeFileSync(join(bench.root, "data/download-links.json"), '{"brands":{}}');
    await app.live.refresh();
    expect(await etag()).toBe(before);
  });

  test("concurrent calls of refresh end with the newest set", async () => {
    await bench.release("content", { server: toServerSource("second") });
    const first = app.live.refresh();
    await bench.release("content", { server: toServerSource("third") });
    await Promise.all([first, app.live.refresh(), app.live.refresh()]);
    expect(await read("/")).toContain("third home");
  });
});

describe("G4 G11 a release that fails is named, and affects its own slots only", () => {
  test("a release that does not verify never runs: the page keeps its last good HTML of that slot", async () => {
    const later = await bench.release("content", { server: toServerSource("tampered later") });
    await bench.damage(later, "server/entry.cjs", toServerSource("attacker"));
    await app.live.refresh();
    const body = await read("/about-us/");
    expect(body).not.toContain("attacker");
    expect(body).toContain("content about-us on /about-us/");
    expect(await metrics()).toMatch(/release_refused_total\{remote="content",code="RELEASE_FILE_MISMATCH"\} 1/);
  });

  test("a release that the store does not give is not refused: the live set stays whole until the store answers", async () => {
    const { version } = await bench.release("content", { server: toServerSource("second") });
    const { load } = bench.serverStore;
    const away = new SiteError("STORE_UNREACHABLE", { address: "nats://127.0.0.1:4222/site", problem: "timeout" });
    const asked = vi
      .spyOn(bench.serverStore, "load")
      .mockImplementation((name, wanted) => (wanted === version ? Promise.reject(away) : load(name, wanted)));
    await expect(app.live.refresh()).rejects.toBe(away);
    expect(app.live.state()?.set.revision).toBe(1);
    expect(await read("/about-us/")).toContain("content about-us on /about-us/");
    expect(await metrics()).not.toMatch(/^release_refused_total\{/m);
    asked.mockRestore();
    expect(await app.live.refresh()).toBe(true);
    expect(await read("/about-us/")).toContain("second about-us");
  });

  test("a release that fails to render keeps the last good HTML, and is counted by remote and version", async () => {
    const { version } = await bench.release("content", { server: toServerSource("x", `throw new Error("broken");`) });
    expect(await app.live.refresh()).toBe(false);
    expect(await read("/about-us/")).toContain("content about-us on /about-us/");
    expect(await metrics()).toMatch(
      new RegExp(`remote_failure_total\\{remote="content",version="${version}",reason="render"\\} [1-9]`),
    );
  });

  test("a release that fails to render is named in /readyz for as long as it is live and fails", async () => {
    const { version } = await bench.release("content", {
      server: toServerSource("x", `if (key === "about-us") throw new Error("broken");`),
    });
    await app.live.refresh();
    expect(await ready()).toMatchObject({
      status: 200,
      body: {
        failing: [
          {
            release: `content@${version}`,
            islands: ["content/about-us"],
            pages: expect.any(Number),
            since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          },
        ],
      },
    });
    // Its pages are composed again with a release of another package, and it is still named.
    await bench.release("navigation", { server: toServerSource("another navigation") });
    await app.live.refresh();
    expect(await ready()).toMatchObject({ body: { failing: [{ release: `content@${version}` }] } });
    await bench.release("content", { server: toServerSource("mended") });
    await app.live.refresh();
    expect(await ready()).not.toHaveProperty("body.failing");
  });

  test("a release that never rendered gets a fallback; the page answers 200 with the content of the other packages", async () => {
    const fresh = await createFixtureBench();
    await fresh.releaseAll({ navigation: { server: "throw new Error('dead');" } });
    const server = await createFixtureApp(fresh);
    try {
      await server.live.refresh();
      const { statusCode, body } = await server.server.inject("/about-us/");
      expect(statusCode).toBe(200);
      expect(body).toContain("content about-us");
      expect(body).toMatch(/<nav[^>]*>.*href="\/responsible-gaming\/"/);
    } finally {
      await server.close();
      await fresh.remove();
    }
  });

  test("B184 a remote that lacks a language of the site is warned about once, by name and version, and stays live", async () => {
    const warned = vi.spyOn(app.server.log, "warn");
    const { version } = await bench.release("content", {
      server: toServerSource("x", `return { html: "<p>in English</p>", readsVisitor: false, lacksLocale: "pt-br" };`),
    });
    await app.live.refresh();
    await bench.release("compliance", { server: toServerSource("second") });
    await app.live.refresh();
    expect(warned.mock.calls).toEqual([
      [{ remote: "content", version, locale: "pt-br" }, "a remote has no messages in a language of the site"],
    ]);
    expect(await read("/about-us/")).toContain("<p>in English</p>");
  });

  test("a remote that answers something else than an island does not keep other releases from going live", async () => {
    const answers = { "/": ["home", "{}"], "/about-us/": ["about-us", "0"], "/contact/": ["contact", "{ html: 7 }"] };
    const source = Object.values(answers).map(([key, answer]) => `if (key === "${key}") return ${answer};`);
    await bench.release("content", { server: toServerSource("x", source.join(" ")) });
    await app.live.refresh();
    expect(app.live.state()?.set.revision).toBe(2);
    for (const [path, [, answer]] of Object.entries(answers))
      expect((await read(path)).includes("navigation header"), `with ${answer}`).toBe(true);
  });

  test("a release that was unreadable for a while is used once it can be read again", async () => {
    const late = await bench.release("content", { server: toServerSource("late") });
    await bench.damage(late, "server/entry.cjs");
    await app.live.refresh();
    expect(await read("/")).toContain("content home");
    await bench.damage(late, "server/entry.cjs", readFileSync(join(late.folder, "server/entry.cjs"), "utf8"));
    await app.live.refresh();
    expect(await read("/")).toContain("late home");
  });

  test("when the new shell does not verify, the live set stays", async () => {
    const before = await read("/about-us/");
    await bench.damage(
      await bench.release("shell", { files: { "browser/boot.js": "next();" } }),
      "browser/boot.js",
      "attacker();",
    );
    await expect(app.live.refresh()).rejects.toMatchObject({ code: "RELEASE_FILE_MISMATCH" });
    expect(await read("/about-us/")).toBe(before);
  });

  test("when the store cannot be read, the live set stays", async () => {
    const before = await read("/about-us/");
    writeFileSync(join(bench.root, "channels/stable/00000002.json"), "{}");
    await expect(app.live.refresh()).rejects.toMatchObject({ code: "ENVELOPE_INVALID" });
    expect(await read("/about-us/")).toBe(before);
  });
});

describe("a store that fails while a server runs", () => {
  test("is named in /readyz, which stays 200, and in the gauges, until it can be read again", async () => {
    await app.reconciler.start();
    expect(await ready()).toMatchObject({ status: 200, body: { ready: true, revision: 1, desired: 1, lag: null } });
    writeFileSync(join(bench.root, "channels/stable/00000002.json"), "{}");
    await app.reconciler.look();
    expect(await ready()).toMatchObject({
      status: 200,
      body: {
        ready: true,
        ...app.live.state()?.set,
        desired: null,
        lag: { since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), why: "ENVELOPE_INVALID" },
        // The sentence may name files and addresses: another machine does not get it.
        problem: expect.stringContaining(" is not a signed document that can be read: "),
      },
    });
    expect(await metrics()).toMatch(/^site_revision_live 1$/m);
    expect(await metrics()).toMatch(/^site_revision_desired 1$/m);
    expect(await metrics()).toMatch(/^site_revision_stale_seconds (?!0$)\S+$/m);
    rmSync(join(bench.root, "channels/stable/00000002.json"));
    await app.reconciler.look();
    expect(await ready()).toMatchObject({
      status: 200,
      body: { ready: true, revision: 1, desired: 1, lag: null, problem: null },
    });
    expect(await metrics()).toMatch(/^site_revision_stale_seconds 0$/m);
  });

  test.each(["current", "load"] as const)(
    "whose %s never answers, ends the run after 30 seconds, so that the next run can succeed",
    async (call) => {
      const store = { ...bench.store };
      const hanging = await createFixtureApp(bench, { store });
      try {
        const asked = vi.fn(() => new Promise<never>(() => undefined));
        store[call] = asked;
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
        const outcome = hanging.live.refresh().catch((error: unknown) => error);
        // The timeout starts with the call, which comes after reads of the disk.
        await vi.waitFor(() => expect(asked).toHaveBeenCalled());
        for (let second = 0; second <= 30; second += 1) await vi.advanceTimersByTimeAsync(1000);
        vi.useRealTimers();
        // The shell is the first package without an answer, and no page can be composed without it.
        expect(await outcome).toMatchObject({ code: "STORE_TIMEOUT" });
        Object.assign(store, bench.store);
        expect(await hanging.live.refresh()).toBe(true);
      } finally {
        vi.useRealTimers();
        await hanging.close();
      }
    },
  );
});

describe("the files of releases", () => {
  test("are served from memory by their list, as immutable, also after the next release", async () => {
    const version = app.live.state()?.set.versions.content;
    const url = `/_release/content/${version}/remoteEntry.js`;
    const response = await app.server.inject(url);
    expect(response.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
    });
    await bench.release("content", { server: toServerSource("second") });
    await app.live.refresh();
    expect((await app.server.inject(url)).body).toBe(response.body);
  });

  test("are browser files only: no server file, manifest, signature or path outside", async () => {
    const version = app.live.state()?.set.versions.content;
    for (const file of [
      "../server/entry.cjs",
      "..%2fserver/entry.cjs",
      "release.json",
      "../release.sig",
      "entry.cjs",
      "remoteEntry.js/../remoteEntry.js",
      "%2e%2e/release.json",
      "remoteEntry.js.br",
      "nothing.js",
    ]) {
      const { statusCode } = await app.server.inject(`/_release/content/${version}/${file}`);
      // The caller resolves unescaped dots before it sends the URL, so that address is the one of the file.
      expect({ file, statusCode }).toEqual({ file, statusCode: file.startsWith("remoteEntry.js/..") ? 200 : 404 });
    }
  });

  test("of a version that does not verify are not served", async () => {
    const other = await bench.admit("content", { server: toServerSource("other") });
    const { version } = other;
    await bench.damage(other, "browser/remoteEntry.js", "attacker();");
    const { statusCode, body } = await app.server.inject(`/_release/content/${version}/remoteEntry.js`);
    expect(statusCode).toBe(404);
    expect(body).not.toContain("attacker");
  });
});
