import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DataDocumentName } from "@site/contracts/documents/data-documents";
import { toLocalePrefix } from "@site/contracts/locale/locale";
import { siteConfigs } from "../../sites/sites.ts";
import { createApp } from "../../src/server/app.ts";
import type { App, AppOptions } from "../../src/server/app-options.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createComposer } from "../../src/server/composition/process/composer.ts";
import { openDataStore } from "../../src/server/data/data-store.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { copyStore, removeStore } from "./template-store.ts";

/** The server inside of the test's own process, on a port: for conditions that a running site does not produce. */
export interface OpenApp {
  /** Such as `http://localhost:40123`. */
  origin: string;
  /** `""` or `/en`. */
  prefix: string;
  close(): Promise<void>;
}

export interface OpenAppOptions extends Partial<Pick<AppOptions, "site" | "edge" | "trustedProxies">> {
  /** The operator's data documents. */
  documents?: Partial<Record<DataDocumentName, object>>;
  /** The server's format; another one stands for an earlier or later server. */
  format?: number;
  /** Registers the test's additions to the server, before it listens. */
  prepare?(server: App["server"]): void;
}

/** Starts the real server with everything published, and with the test's changes. */
export async function openApp({
  site = siteConfigs.GGPPH,
  documents = {},
  format,
  prepare,
  ...options
}: OpenAppOptions): Promise<OpenApp> {
  const storeDir = await copyStore();
  const folder = join(storeDir, "data", site.siteId);
  await mkdir(folder, { recursive: true });
  for (const [name, document] of Object.entries(documents))
    await writeFile(join(folder, `${name}.json`), JSON.stringify(document));
  const composer = createComposer({ site, workAhead: false, codeCache, ...(format !== undefined && { format }) });
  const app = await createApp({
    store: await openReleaseStore(toStorePlaces(storeDir), { signs: false }),
    edge: "none",
    trustedProxies: [],
    workAhead: false,
    logLevel: "silent",
    openData: (onRefused) =>
      openDataStore({
        folder,
        defaults: join(import.meta.dirname, "../../data"),
        onRefused,
      }),
    ...options,
    site,
    composer,
  });
  prepare?.(app.server);
  await app.live.refresh();
  const address = await app.server.listen({ port: 0, host: "127.0.0.1" });
  return {
    origin: address.replace("127.0.0.1", "localhost"),
    prefix: toLocalePrefix(site, site.defaultLocale),
    async close() {
      app.startDraining();
      await app.server.close();
      await composer.close();
      await removeStore(storeDir);
    },
  };
}
