import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { type Composer, createComposer } from "../composition/process/composer.ts";
import { openContinuity } from "../continuity/continuity.ts";
import { serverFormat } from "../pages/build-id.ts";
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
const awaited = new Set<string>();

beforeEach(async () => {
  bench = await createFixtureBench();
  await bench.releaseAll({ shell: fewPages });
  composer = shareComposer(siteConfigs.GGPPH);
  app = await createFixtureApp(bench, { composer, readAwaited: () => awaited });
  await app.live.refresh();
});
afterEach(async () => {
  awaited.clear();
  await app.close();
  await bench.remove();
});

const read = async (url: string): Promise<string> => (await app.server.inject(url)).body;

/** What visitors get at two addresses whenever composing begins. */
function noteBegins(): [awaited: string, other: string][] {
  const begins: [string, string][] = [];
  const compose = composer.compose.bind(composer);
  vi.spyOn(composer, "compose").mockImplementation(async (...given) => {
    begins.push([await read("/about-us/"), await read("/contact/")]);
    return compose(...given);
  });
  return begins;
}

test("an awaited page goes live before the others of its set, and is the same when all are live", async () => {
  const before = await read("/contact/");
  awaited.add("/about-us/");
  await bench.release("content", { server: toServerSource("content of the next release") });
  const begins = noteBegins();
  const log = vi.spyOn(app.server.log, "info");
  expect(await app.live.refresh()).toBe(true);
  // Where it is open, it is loaded without asking whether it has changed.
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ changed: ["/about-us/"] }), "the awaited pages are live");
  const [, second] = begins;
  expect(begins).toHaveLength(2);
  expect(second?.[0]).toContain("content of the next release");
  expect(second?.[1]).toBe(before);
  expect(await read("/about-us/")).toBe(second?.[0]);
  expect(await read("/contact/")).toContain("content of the next release");
});

test("a set that changes no awaited page goes live at once", async () => {
  awaited.add("/elsewhere/");
  await bench.release("content", { server: toServerSource("content of the next release") });
  await app.live.refresh();
  expect(await read("/contact/")).toContain("content of the next release");
});

test("at a first start an awaited page is live before the others, which answer 503 until they are composed", async () => {
  awaited.add("/about-us/");
  const first = await createFixtureApp(bench, {
    composer: createComposer({ site: siteConfigs.GGPPH, workAhead: false, codeCache, keepsProcesses: true }),
    readAwaited: () => awaited,
  });
  const ask = async (url: string) => (await first.server.inject(url)).statusCode;
  const starting = first.live.refresh();
  await expect.poll(() => first.live.state()?.pages.size ?? 0, { timeout: 30_000 }).toBeGreaterThan(0);
  expect([await ask("/about-us/"), await ask("/contact/")]).toEqual([200, 503]);
  expect(await starting).toBe(true);
  expect([await ask("/about-us/"), await ask("/contact/"), await ask("/no-such-page/")]).toEqual([200, 200, 404]);
  await first.close();
});

describe("a development server that is started again", () => {
  let stateDir = "";
  beforeEach(() => void (stateDir = mkdtempSync(join(tmpdir(), "awaited-"))));
  afterEach(() => rm(stateDir, { recursive: true }));

  /** A server with what the one before it remembered, and the pages that it composes. */
  async function startAgain(code: string) {
    const continuity = await openContinuity({ stateDir, siteId: "GGPPH", format: serverFormat });
    const itsComposer = shareComposer(siteConfigs.GGPPH, code);
    const composed: string[] = [];
    const compose = itsComposer.compose.bind(itsComposer);
    const seen: number[] = [];
    vi.spyOn(itsComposer, "compose").mockImplementation(async (...given) => {
      seen.push((await itsApp.server.inject("/about-us/")).statusCode);
      const composition = await compose(...given);
      composed.push(...composition.composed);
      return composition;
    });
    const itsApp = await createFixtureApp(bench, {
      composer: itsComposer,
      readAwaited: () => new Set(["/contact/"]),
      continuity,
    });
    await itsApp.start();
    return {
      composed,
      seen,
      read: async (url: string) => (await itsApp.server.inject(url)).body,
      close: async () => {
        await itsApp.close();
        await continuity.close();
      },
    };
  }

  test("composes no page again that is made of the same", async () => {
    const first = await startAgain("code");
    const before = await first.read("/about-us/");
    await first.close();
    const second = await startAgain("code");
    expect(second.composed).toEqual([]);
    expect(await second.read("/about-us/")).toBe(before);
    await second.close();
  });

  test("shows no page of a release that was replaced meanwhile", async () => {
    const first = await startAgain("code");
    await first.close();
    await bench.release("content", { server: toServerSource("content of the next release") });
    const second = await startAgain("code");
    expect(second.seen).toEqual([503, 503]);
    expect(await second.read("/about-us/")).toContain("content of the next release");
    await second.close();
  });

  test("composes all pages again that other code of the server wrote", async () => {
    const first = await startAgain("code");
    await first.close();
    const second = await startAgain("changed code");
    expect(second.composed.length).toBeGreaterThan(0);
    expect(second.composed.length).toBe(first.composed.length);
    await second.close();
  });
});
