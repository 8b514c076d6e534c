import { join } from "node:path";
import { siteConfigs } from "../../../sites/sites.ts";
import { createApp } from "../app.ts";
import type { App, AppOptions } from "../app-options.ts";
import { createComposer } from "../composition/process/composer.ts";
import { openDataStore } from "../data/data-store.ts";
import { codeCache } from "./code-cache.ts";
import type { FixtureBench } from "./fixture-release.ts";

/** A server of the bench's releases, composed and without a port; close it with its `close`. */
export interface FixtureApp extends App {
  close(): Promise<void>;
}

/** Starts the whole server on a bench: real store, real render processes, the site's own data unless the test has some. */
export async function createFixtureApp(bench: FixtureBench, options: Partial<AppOptions> = {}): Promise<FixtureApp> {
  const composer =
    options.composer ?? createComposer({ site: options.site ?? siteConfigs.GGPPH, workAhead: false, codeCache });
  const app = await createApp({
    site: siteConfigs.GGPPH,
    store: bench.serverStore,
    edge: "none",
    trustedProxies: [],
    workAhead: false,
    logLevel: "silent",
    openData: (onRefused) =>
      openDataStore({
        folder: join(bench.root, "data"),
        defaults: join(import.meta.dirname, "../../../data"),
        onRefused,
      }),
    ...options,
    composer,
  });
  return {
    ...app,
    async close() {
      await app.server.close();
      await composer.close();
    },
  };
}
