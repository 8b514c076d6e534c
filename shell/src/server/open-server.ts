import { hostname } from "node:os";
import { join } from "node:path";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { createApp } from "./app.ts";
import type { App, AppOptions } from "./app-options.ts";
import { type Composer, createComposer } from "./composition/process/composer.ts";
import { type Continuity, openContinuity } from "./continuity/continuity.ts";
import { openServerKey, type ServerKey } from "./continuity/server-key.ts";
import { openDataStore } from "./data/data-store.ts";
import { listMenuHosts } from "./data/find-foreign-link.ts";
import type { Environment } from "./environment.ts";
import { connectionLimits } from "./http/connections/connections.ts";
import { readCertificate } from "./http/connections/secure/certificate.ts";
import { createSecureHttp, type SecureHttp } from "./http/connections/secure/secure-http.ts";
import { openAccess } from "./open-access.ts";
import { serverFormat } from "./pages/build-id.ts";
import { requireCheckKey } from "./publishing/require-check-key.ts";
import { openServedStore, type ServedStore } from "./releases/stores/open-store.ts";
import { type GeoDatabase, openGeoDatabase } from "./visitor/geo-database.ts";

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

/** A server that has no set yet and takes no requests. */
export interface OpenedServer {
  app: App;
  composer: Composer;
  continuity: Continuity;
  geoDatabase: GeoDatabase | undefined;
  /** With the certificate that it was opened with; undefined without one. */
  secure: SecureHttp | undefined;
  opened: ServedStore;
}

/**
 * Opens what an environment names, such as store, state folder and certificate, and makes the server of it.
 * @param onLive called when a set went live
 * @throws SiteError of what cannot be opened, and when a shipped data document is invalid
 */
export async function openServer(
  environment: Environment,
  { site, toAddress, followsShippedData, readAwaited, codeCache }: ServedSite & { site: SiteConfig },
  onLive: () => void,
): Promise<OpenedServer> {
  const { places, trustedProxies, workAhead } = environment;
  const { stateDir } = places;
  const certificate = environment.tls && (await readCertificate(environment.tls));
  const secure = certificate && createSecureHttp(certificate, connectionLimits, trustedProxies);
  const compiled = join(stateDir, "compiled");
  const composer = createComposer({
    site,
    workAhead,
    codeCache: codeCache ?? compiled,
    keepsProcesses: readAwaited !== undefined,
  });
  // A developer waits for the first page: the processes that compose it start while the store is opened.
  if (readAwaited) composer.warm();
  const opened = await openServedStore(places, { rootDigest: environment.rootDigest });
  const { store, trust } = opened;
  if (environment.checkKey !== undefined) await requireCheckKey(environment.checkKey, trust.trust);
  const continuity = await openContinuity({ stateDir, siteId: environment.siteId, format: serverFormat });
  const geoDatabase = await openGeography(environment, (error) =>
    app.server.log.error({ problem: error.message }, "a geography database was refused; the last good one stays"),
  );
  const openKey = (): Promise<ServerKey> => openServerKey(stateDir);
  const app: App = await createApp({
    site,
    store,
    trust,
    composer,
    access: openAccess(environment, trust.trust, () => createComposer({ site, workAhead: false, codeCache: compiled })),
    geoDatabase,
    toAddress,
    continuity,
    openKey,
    pictureCache: { stateDir, openKey },
    edge: environment.edge,
    trustedProxies,
    workAhead,
    measureShare: environment.measureShare,
    downloadServiceUrl: environment.downloadServiceUrl,
    logLevel: environment.logLevel,
    secure,
    storeCertFile: places.nats?.tls?.certFile,
    traces: environment.traces && {
      ...environment.traces,
      resource: { "service.instance.id": toServerName(environment), ...environment.traces.resource },
    },
    metricsHost: environment.metrics?.host,
    onLive,
    readAwaited,
    openData: (onRefused) =>
      openDataStore({
        folder: join(places.storeDir, "data", environment.siteId),
        defaults: join(import.meta.dirname, "../../data"),
        remembered: continuity.saved?.documents,
        followsDefaults: followsShippedData,
        menuHosts: listMenuHosts(site),
        onRefused,
      }),
  });
  return { app, composer, continuity, geoDatabase, secure, opened };
}

/** The database of an environment that names one. */
async function openGeography(
  { geoDatabase: file }: Environment,
  onRefused: (error: Error) => void,
): Promise<GeoDatabase | undefined> {
  return file === undefined ? undefined : openGeoDatabase({ file, onRefused });
}

/** How a server is called in the store and in traces. */
export function toServerName({ serverName }: Environment): string {
  return serverName ?? `${hostname()}-${process.pid}`;
}
