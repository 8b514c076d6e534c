import { join } from "node:path";
import { siteConfigs } from "../../../sites/sites.ts";
import { createApp } from "../app.ts";
import type { App, AppOptions } from "../app-options.ts";
import { openDataStore } from "../data/data-store.ts";
import type { FixtureBench } from "./fixture-bench.ts";
import { shareComposer } from "./shared-composer.ts";

/** A server of the bench's releases, composed and without a port; close it with its `close`. */
export interface FixtureApp extends App {
  close(): Promise<void>;
}

/**
 * Starts the whole server on a bench: real store, real render processes, the site's own data unless the test has some. It shares its composer with
 * the file's other servers, unless the test has one.
 */
export async function createFixtureApp(bench: FixtureBench, options: Partial<AppOptions> = {}): Promise<FixtureApp> {
  const composer = options.composer ?? shareComposer(options.site ?? siteConfigs.GGPPH);
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
