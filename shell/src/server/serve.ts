import { isSiteError, toProblem } from "@site/contracts/errors";
import { parseSiteConfig, type SiteConfig } from "@site/contracts/site/site-config";
import { siteConfigs } from "../../sites/sites.ts";
import type { App } from "./app-options.ts";
import { endOnSignals } from "./end-on-signals.ts";
import type { Environment } from "./environment.ts";
import { listenAt } from "./http/connections/listen-at.ts";
import { renewCertificate } from "./http/connections/secure/renew-certificate.ts";
import { type Announcer, createAnnouncer } from "./live/announcer.ts";
import { openServer, type OpenedServer, type ServedSite, toServerName } from "./open-server.ts";
import type { ServerList } from "./releases/storage/server-list.ts";
import { requireStore } from "./releases/stores/store-marker.ts";

/** Milliseconds that a start waits until its store lists this server, where the store answered before. */
const listedTimeoutMs = 10_000;

/** Digits of a server's key in its announcement. */
const instanceDigits = 12;

/**
 * The configuration of an environment's site.
 * @throws SiteError `CONFIG_INVALID`
 */
export function toSite({ siteId }: Environment): SiteConfig {
  return parseSiteConfig(siteConfigs[siteId]);
}

/** Where a server answers. */
export interface ServedAddresses {
  address: string;
  metricsAddress: string | undefined;
}

/**
 * Serves a site until SIGTERM or SIGINT, then drains. Resolves when the address answers; that of the metrics, too, where there is one.
 * @throws SiteError when the configuration or a shipped data document is invalid.
 */
export async function serve(environment: Environment, served: ServedSite = {}): Promise<ServedAddresses> {
  const firstPages = Promise.withResolvers<void>();
  let announcer: Announcer | undefined;
  const server = await openServer(environment, { site: toSite(environment), ...served }, () => {
    firstPages.resolve();
    announcer?.note();
  }).catch((error: unknown) => failStart(error, environment));
  const { app, opened } = server;
  const { store, isReached } = opened;
  const isDeveloped = served.readAwaited !== undefined;
  const stop = new AbortController();
  for (const sentence of environment.misspelt) app.server.log.warn(sentence);
  if (environment.trustedProxies.length === 0)
    app.server.log.info(
      "TRUSTED_PROXIES names no proxy: behind one, visitors cannot be told apart, so the API does not limit how often each may ask",
    );
  copyFromStore(server);
  const started = start(server, environment);
  // While the site is developed, it answers with the page that is looked at before the others are composed.
  await (isDeveloped ? Promise.race([started, firstPages.promise]) : started);
  started.catch((error: unknown) => {
    app.server.log.error({ problem: toProblem(error) }, "the site could not be composed");
    app.reconciler.renew();
  });
  followChanges(server, stop.signal, isDeveloped);
  if (environment.tls && server.secure)
    await renewCertificate({
      files: environment.tls,
      secure: server.secure,
      log: app.server.log,
      signal: stop.signal,
    });
  // Promotes wait for the listed servers, so this server is listed before it takes requests.
  announcer = store.servers && announce(store.servers, environment, app);
  if (announcer) app.reportAnnouncer(announcer);
  if (isReached) await announcer?.listed(listedTimeoutMs);
  const addresses = await listen(environment, server).catch(async (error: unknown) => {
    // Takes this server off the list again: promotes would wait for a server that did not start.
    await announcer?.close();
    throw error;
  });
  const { drainSeconds, tls } = environment;
  endOnSignals({ ...server, store, announcer, stop, drainSeconds, keepsOnHangUp: tls !== undefined });
  return addresses;
}

/**
 * Makes the newest set live, or the pages that were live before.
 * @throws what `App.start` and {@link failStart} throw
 */
async function start({ app }: OpenedServer, environment: Environment): Promise<void> {
  await app.start().catch((error: unknown) => failStart(error, environment));
}

/**
 * Throws why a server cannot start.
 * @throws SiteError what {@link requireStore} says when there is no set, or no trust list beside the store's folder: `STORE_DIR` may be mistyped; the
 * given error otherwise
 */
function failStart(error: unknown, { places }: Environment): never {
  if ((isSiteError(error, "STORE_EMPTY") || isSiteError(error, "TRUST_MISSING")) && !places.nats)
    requireStore(places.storeDir);
  throw error;
}

/** Keeps copying the store's documents and trust list, where the store is not a folder of this machine. */
function copyFromStore({ app, opened }: OpenedServer): void {
  opened.follow?.((error) =>
    app.server.log.error(
      { problem: toProblem(error) },
      "documents or trust list of the store were not copied; the earlier copies stay",
    ),
  );
}

/** Makes live what changes in the store, the trust list, the data documents and the geography database. */
function followChanges(
  { app, continuity, geoDatabase, opened: { store, trust } }: OpenedServer,
  signal: AbortSignal,
  isDeveloped: boolean,
): void {
  store.watch(() => void app.reconciler.look(), signal);
  if (!isDeveloped) store.watchChecked(() => void app.live.prepare(), signal);
  trust.watch(() => void app.onTrustChange(), signal);
  app.data.watch(() => {
    continuity.note();
    app.reconciler.renew();
  }, signal);
  geoDatabase?.watch(signal);
}

async function listen(
  { port, host, socket, metrics }: Environment,
  { app, secure }: OpenedServer,
): Promise<ServedAddresses> {
  const metricsAddress = metrics && (await listenAt(app.metricsServer, { ...metrics, variable: "METRICS_PORT" }));
  const address = await listenAt(app.server, { port, host, variable: "PORT" }, socket);
  return {
    address: (secure ? address.replace(/^http:/, "https:") : address).replace("127.0.0.1", "localhost"),
    metricsAddress: metricsAddress === undefined ? undefined : `${metricsAddress}/metrics`,
  };
}

/** Tells the store which revision this server serves. */
function announce(servers: ServerList, environment: Environment, app: App): Announcer {
  const { siteId } = environment;
  const server = toServerName(environment);
  const instance = app.serverKey?.slice(0, instanceDigits);
  return createAnnouncer({
    servers,
    read() {
      const { live, lag } = app.reconciler.status();
      return { server, instance, site: siteId, live, lag };
    },
    onProblem: (error) =>
      app.server.log.warn({ problem: toProblem(error) }, "the store cannot be told which revision is served"),
  });
}
