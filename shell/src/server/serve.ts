import { join } from "node:path";
import { parseSiteConfig, type SiteConfig } from "@site/contracts/site/site-config";
import { siteConfigs } from "../../sites/sites.ts";
import { type App, type AppOptions, createApp } from "./app.ts";
import { createComposer } from "./composition/process/composer.ts";
import { openContinuity } from "./continuity/continuity.ts";
import { openDataStore } from "./data/data-store.ts";
import type { Environment } from "./environment.ts";
import { serverFormat } from "./pages/build-id.ts";
import { openAuditLog } from "./access/audit-log.ts";
import { createAdmitUpload } from "./publishing/admit-upload.ts";
import type { Trust } from "./releases/trust/trust.ts";
import { openTokenList } from "./access/token-list.ts";
import { openFileLogs } from "./releases/file-channel-log.ts";
import { openServedStore } from "./releases/open-store.ts";
import { openGeoDatabase } from "./visitor/geo-database.ts";

/** Milliseconds that requests in flight have to finish after SIGTERM. */
const drainTime = 10_000;

/**
 * The configuration of an environment's site.
 * @throws SiteError `CONFIG_INVALID`
 */
export function toSite({ siteId }: Environment): SiteConfig {
  return parseSiteConfig(siteConfigs[siteId]);
}

/** Overrides of the environment's site, used with simulators. */
export interface ServedSite extends Pick<AppOptions, "toAddress"> {
  site?: SiteConfig;
  /** Whether changes of the documents in `shell/data` are followed while it runs. */
  followsShippedData?: boolean;
}

/**
 * Serves a site until SIGTERM or SIGINT, then drains. Resolves when the address answers.
 * @throws SiteError when the configuration or a shipped data document is invalid.
 */
export async function serve(
  environment: Environment,
  { site = toSite(environment), toAddress, followsShippedData }: ServedSite = {},
): Promise<{ address: string }> {
  const { store, trust } = await openServedStore(environment.places, { rootDigest: environment.rootDigest });
  const continuity = await openContinuity({
    stateDir: environment.places.stateDir,
    siteId: environment.siteId,
    format: serverFormat,
  });
  const composer = createComposer({
    site,
    workAhead: environment.workAhead,
    codeCache: join(environment.places.stateDir, "compiled"),
  });
  const geoDatabase =
    environment.geoDatabase === undefined
      ? undefined
      : openGeoDatabase({
          file: environment.geoDatabase,
          onRefused: (error) =>
            app.server.log.error(
              { problem: error.message },
              "a geography database was refused; the last good one stays",
            ),
        });
  const app: App = await createApp({
    site,
    store,
    trust,
    composer,
    access: openAccess(environment, trust.trust),
    geoDatabase,
    toAddress,
    continuity,
    edge: environment.edge,
    trustedProxies: environment.trustedProxies,
    workAhead: environment.workAhead,
    downloadServiceUrl: environment.downloadServiceUrl,
    logLevel: environment.logLevel,
    openData: (onRefused) =>
      openDataStore({
        folder: join(environment.places.storeDir, "data", environment.siteId),
        defaults: join(import.meta.dirname, "../../data"),
        remembered: continuity.saved?.documents,
        followsDefaults: followsShippedData,
        onRefused,
      }),
  });
  if (environment.trustedProxies.length === 0)
    app.server.log.info(
      "TRUSTED_PROXIES names no proxy: behind one, visitors cannot be told apart, so the API does not limit how often each may ask",
    );
  const stop = new AbortController();
  await app.start();
  store.watch(() => void app.reconciler.look(), stop.signal);
  trust.watch(() => void app.onTrustChange(), stop.signal);
  app.data.watch(() => {
    continuity.note();
    app.reconciler.renew();
  }, stop.signal);
  geoDatabase?.watch(stop.signal);
  const address = await app.server.listen({ port: environment.port, host: "127.0.0.1" });

  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    app.startDraining();
    stop.abort();
    const late = setTimeout(() => process.exit(1), drainTime);
    late.unref();
    await app.server.close();
    await composer.close();
    await continuity.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  return { address: address.replace("127.0.0.1", "localhost") };
}

/** Who may use the site over HTTP, and whether it admits releases: only with the key of the release check. */
function openAccess({ places, checkKey, rootDigest }: Environment, trust: Trust): NonNullable<AppOptions["access"]> {
  const openLog = openFileLogs(places.accessDir);
  return {
    tokens: openTokenList(openLog("tokens")),
    audit: openAuditLog(openLog("audit")),
    trustDir: places.trustDir,
    publishing:
      checkKey === undefined
        ? undefined
        : { storeDir: places.storeDir, trust, admit: createAdmitUpload({ places, checkKey, rootDigest }) },
  };
}
