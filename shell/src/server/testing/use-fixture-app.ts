import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, vi } from "vitest";
import type { AppOptions } from "../app-options.ts";
import { createFixtureApp, type FixtureApp } from "./fixture-app.ts";
import { createFixtureBench, type FixtureBench } from "./fixture-bench.ts";

/** A server for the tests of a file, and the releases it serves. */
export interface UsedApp {
  bench(): FixtureBench;
  app(): FixtureApp;
  /** Requests a URL without following redirects. */
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

export interface UsedAppOptions extends Partial<AppOptions> {
  /** Options of the live releases. `false` releases nothing, for tests that need no page. */
  releases?: Parameters<FixtureBench["releaseAll"]>[0] | false;
}

/** Starts a server before the tests of a file, with every package live, and ends it after them. Real processes render. */
export function useFixtureApp({ releases = {}, ...options }: UsedAppOptions = {}): UsedApp {
  vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });
  let bench: FixtureBench | undefined;
  let app: FixtureApp | undefined;
  beforeAll(async () => {
    bench = await createFixtureBench();
    if (releases) await bench.releaseAll(releases);
    app = await createFixtureApp(bench, options);
    if (releases) await app.live.refresh();
  });
  afterAll(async () => {
    await app?.close();
    await bench?.remove();
  });
  return {
    bench: () => required(bench),
    app: () => required(app),
    get: (url, headers = {}) => required(app).server.inject({ method: "GET", url, headers }),
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The server did not start.");
  return value;
}
