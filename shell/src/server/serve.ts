import { hostname } from "node:os";
import { join } from "node:path";
import { toProblem } from "@site/contracts/errors";
import { setTimeout as sleep } from "node:timers/promises";
import { parseSiteConfig, type SiteConfig } from "@site/contracts/site/site-config";
import { siteConfigs } from "../../sites/sites.ts";
import { createApp } from "./app.ts";
import type { App, AppOptions } from "./app-options.ts";
import { createComposer } from "./composition/process/composer.ts";
import { openContinuity } from "./continuity/continuity.ts";
import { openServerKey, type ServerKey } from "./continuity/server-key.ts";
import { listMenuHosts } from "./data/find-foreign-link.ts";
import { openDataStore } from "./data/data-store.ts";
import type { Environment } from "./environment.ts";
import { type Announcer, createAnnouncer } from "./live/announcer.ts";
import { serverFormat } from "./pages/build-id.ts";
import { readCertificate } from "./http/connections/secure/certificate.ts";
import { connectionLimits } from "./http/connections/connections.ts";
import { listenAt } from "./http/connections/listen-at.ts";
import { renewCertificate } from "./http/connections/secure/renew-certificate.ts";
import { createSecureHttp } from "./http/connections/secure/secure-http.ts";
import { requireCheckKey } from "./publishing/require-check-key.ts";
import { openServedStore } from "./releases/open-store.ts";
import type { ServerList } from "./releases/storage/server-list.ts";
import { openGeoDatabase } from "./visitor/geo-database.ts";
import { openAccess } from "./open-access.ts";

/** Milliseconds that requests in flight have to finish after SIGTERM. */
const drainTime = 10_000;

/** Milliseconds that a start waits until its store lists this server, where the store answered before. */
const listedTimeoutMs = 10_000;

/** Milliseconds that a connection which was taken last has to send its request, when the server drains. */
const firstRequestMs = 500;

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
  /** Paths of pages that a developer looks at, which go live before all others of a set. Given while the site is developed: nothing is composed ahead of a promote then, and the processes that compose stay. */
  readAwaited?: () => ReadonlySet<string>;
  /** A folder for the compiled code of the composing process, in place of one in the state folder. Only the user of this server may write to it. */
  codeCache?: string | undefined;
}

/**
 * Serves a site until SIGTERM or SIGINT, then drains. Resolves when the address answers; that of the metrics, too, where there is one.
 * @throws SiteError when the configuration or a shipped data document is invalid.
 */
export async function serve(
  environment: Environment,
  { site = toSite(environment), toAddress, followsShippedData, readAwaited, codeCache }: ServedSite = {},
): Promise<{ address: string; metricsAddress: string | undefined }> {
  const certificate = environment.tls && (await readCertificate(environment.tls));
  const secure = certificate && createSecureHttp(certificate, connectionLimits, environment.trustedProxies);
  const composer = createComposer({
    site,
    workAhead: environment.workAhead,
    codeCache: codeCache ?? join(environment.places.stateDir, "compiled"),
    keepsProcesses: readAwaited !== undefined,
  });
  // A developer waits for the first page: the processes that compose it start while the store is opened.
  if (readAwaited) composer.warm();
  const { store, trust, follow, isReached } = await openServedStore(environment.places, {
    rootDigest: environment.rootDigest,
  });
  if (environment.checkKey !== undefined) await requireCheckKey(environment.checkKey, trust.trust);
  const continuity = await openContinuity({
    stateDir: environment.places.stateDir,
    siteId: environment.siteId,
    format: serverFormat,
  });
  const geoDatabase =
    environment.geoDatabase === undefined
      ? undefined
      : await openGeoDatabase({
          file: environment.geoDatabase,
          onRefused: (error) =>
            app.server.log.error(
              { problem: error.message },
              "a geography database was refused; the last good one stays",
            ),
        });
  const openKey = (): Promise<ServerKey> => openServerKey(environment.places.stateDir);
  const firstPages = Promise.withResolvers<void>();
  const app: App = await createApp({
    site,
    store,
    trust,
    composer,
    access: openAccess(environment, trust.trust, () =>
      createComposer({ site, workAhead: false, codeCache: join(environment.places.stateDir, "compiled") }),
    ),
    geoDatabase,
    toAddress,
    continuity,
    openKey,
    keptPictures: { stateDir: environment.places.stateDir, openKey },
    edge: environment.edge,
    trustedProxies: environment.trustedProxies,
    workAhead: environment.workAhead,
    measureShare: environment.measureShare,
    downloadServiceUrl: environment.downloadServiceUrl,
    logLevel: environment.logLevel,
    secure,
    traces: environment.traces && {
      ...environment.traces,
      resource: { "service.instance.id": toServerName(environment), ...environment.traces.resource },
    },
    metricsHost: environment.metrics?.host,
    onLive() {
      firstPages.resolve();
      announcer?.note();
    },
    readAwaited,
    openData: (onRefused) =>
      openDataStore({
        folder: join(environment.places.storeDir, "data", environment.siteId),
        defaults: join(import.meta.dirname, "../../data"),
        remembered: continuity.saved?.documents,
        followsDefaults: followsShippedData,
        menuHosts: listMenuHosts(site),
        onRefused,
      }),
  });
  if (environment.trustedProxies.length === 0)
    app.server.log.info(
      "TRUSTED_PROXIES names no proxy: behind one, visitors cannot be told apart, so the API does not limit how often each may ask",
    );
  const stop = new AbortController();
  let announcer: Announcer | undefined;
  follow?.((error) =>
    app.server.log.error(
      { problem: toProblem(error) },
      "documents or trust list of the store were not copied; the earlier copies stay",
    ),
  );
  const started = app.start();
  await (readAwaited ? Promise.race([started, firstPages.promise]) : started);
  // While the site is developed, it answers with the page that is looked at before the others are composed.
  started.catch((error: unknown) => {
    app.server.log.error({ problem: toProblem(error) }, "the site could not be composed");
    app.reconciler.renew();
  });
  store.watch(() => void app.reconciler.look(), stop.signal);
  if (!readAwaited) store.watchChecked(() => void app.live.prepare(), stop.signal);
  trust.watch(() => void app.onTrustChange(), stop.signal);
  app.data.watch(() => {
    continuity.note();
    app.reconciler.renew();
  }, stop.signal);
  geoDatabase?.watch(stop.signal);
  if (environment.tls && secure)
    await renewCertificate({ files: environment.tls, secure, log: app.server.log, signal: stop.signal });
  // A promote waits for the listed servers: one that takes requests has to be among them.
  announcer = store.servers && announce(store.servers, environment, app);
  if (isReached) await announcer?.listed(listedTimeoutMs);
  const { port, host, socket, metrics } = environment;
  const listen = async (): Promise<[address: string, metricsAddress: string | undefined]> => {
    const metricsAddress = metrics && (await listenAt(app.metricsServer, { ...metrics, variable: "METRICS_PORT" }));
    return [await listenAt(app.server, { port, host, variable: "PORT" }, socket), metricsAddress];
  };
  const [address, metricsAddress] = await listen().catch(async (error: unknown) => {
    // A server that does not start is not waited for either.
    await announcer?.close();
    throw error;
  });

  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    app.announceEnd();
    // Load balancers and clients with kept connections go elsewhere meanwhile.
    await sleep(environment.drainSeconds * 1000);
    stop.abort();
    const late = setTimeout(() => process.exit(1), drainTime);
    late.unref();
    await announcer?.close();
    const closed = app.server.close();
    // A connection that was taken just now has not sent its request yet.
    if (environment.drainSeconds > 0) await sleep(firstRequestMs);
    app.startDraining();
    await closed;
    await composer.close();
    await store.close();
    await continuity.close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  return {
    address: (secure ? address.replace(/^http:/, "https:") : address).replace("127.0.0.1", "localhost"),
    metricsAddress: metricsAddress === undefined ? undefined : `${metricsAddress}/metrics`,
  };
}

/** Tells the store which revision this server serves. */
function announce(servers: ServerList, environment: Environment, app: App): Announcer {
  const { siteId } = environment;
  const server = toServerName(environment);
  return createAnnouncer({
    servers,
    read() {
      const { live, lag } = app.reconciler.status();
      return { server, site: siteId, live, lag };
    },
    onProblem: (error) =>
      app.server.log.warn({ problem: toProblem(error) }, "the store cannot be told which revision is served"),
  });
}

function toServerName({ serverName }: Environment): string {
  return serverName ?? `${hostname()}-${process.pid}`;
}
