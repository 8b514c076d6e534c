import type { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { SiteError } from "@site/contracts/errors";
import type { Signer } from "@site/contracts/signing/signed-document";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { Composer } from "./composition/process/composer.ts";
import type { Continuity } from "./continuity/continuity.ts";
import type { PictureCacheOptions } from "./images/picture-cache.ts";
import type { DataStore, InForce } from "./data/data-store.ts";
import type { ConnectionLimits } from "./http/connections/connections.ts";
import type { LoadShedder } from "./http/connections/load-shedder.ts";
import type { SecureHttp } from "./http/connections/secure/secure-http.ts";
import type { TeamRoutesOptions } from "./http/teams/team-routes.ts";
import type { Announcer } from "./live/announcer.ts";
import type { LiveSite } from "./live/live-site.ts";
import type { Reconciler } from "./live/reconciler.ts";
import type { CheckSet } from "./publishing/admit-upload.ts";
import type { ReleaseStore } from "./releases/release-store.ts";
import type { FollowedTrust } from "./releases/trust/follow-trust.ts";
import type { HeldAnswers } from "./testers/held-answers.ts";
import type { ProviderSignIn } from "./testers/provider-sign-in.ts";
import type { Sessions } from "./testers/session.ts";
import type { QueueLimits } from "./traces/span-queue.ts";
import type { TraceSettings } from "./traces/trace-settings.ts";
import type { Edge } from "./visitor/edge-headers.ts";
import type { GeoDatabase } from "./visitor/geo-database.ts";

/** How testers sign in and see other releases. Without it they cannot. */
interface TesterAccess {
  testers?:
    | {
        sessions: Sessions;
        provider?: ProviderSignIn | undefined;
        createComposer: () => Composer;
        /** The host name at which the console is alone, and browsers sign; absent where it shares the site's. */
        consoleHost?: string | undefined;
        /** Checks a set as a whole; absent on a server without the key of the release check. */
        checkSet?: CheckSet | undefined;
      }
    | undefined;
}

export interface AppOptions {
  site: SiteConfig;
  store: ReleaseStore;
  /** The trust list by which the store is read, when it is followed. */
  trust?: FollowedTrust | undefined;
  composer: Composer;
  /** Who may read and publish over HTTP. Without it, there are no such addresses. */
  access?: (Pick<TeamRoutesOptions, "tokens" | "trustDir" | "audit" | "publishing"> & TesterAccess) | undefined;
  openData(onRefused: (error: SiteError, inForce: InForce) => void): Promise<DataStore>;
  edge: Edge;
  trustedProxies: readonly string[];
  /** The operator's own geography database, for requests whose place no edge header names. */
  geoDatabase?: GeoDatabase | undefined;
  /** The share of documents that are measured while there is no canary, from 0 to 1; 0, as without it, measures none at any time. */
  measureShare?: number | undefined;
  /** Whether pictures are drawn before their first request, some seconds after a flip. */
  workAhead: boolean;
  /** The address of the download service for phones' links; without it they come from the data document. */
  downloadServiceUrl?: string | undefined;
  /** Maps an address of another site to its simulator's; without it, addresses are used unchanged. */
  toAddress?: ((address: string) => string) | undefined;
  /** Where traces are sent; nothing is traced without it. */
  traces?: TraceSettings | undefined;
  /** Other limits of what waits for the collector, for tests. */
  traceLimits?: QueueLimits | undefined;
  logLevel: string;
  /** Where log lines go; standard error unless a test reads them. */
  logTo?: Writable | undefined;
  /** The IP address on which metrics are answered. Loopback. */
  metricsHost?: string | undefined;
  /** Other limits than those in force, for tests. */
  connectionLimits?: ConnectionLimits | undefined;
  /** Answers by https, with a certificate; without it, the server answers by http. */
  secure?: SecureHttp | undefined;
  /** The file of the certificate that is shown to the store, whose end metrics tell. */
  storeCertFile?: string | undefined;
  /** Replaces the load shedder, for tests. */
  loadShedder?: LoadShedder | undefined;
  /** Replaces the delays of remotes that testers broke on purpose, for tests. */
  heldAnswers?: HeldAnswers | undefined;
  /** Called with every set that went live. */
  onLive?: (() => void) | undefined;
  /** Paths whose pages go live before all others of a set. */
  readAwaited?: (() => ReadonlySet<string>) | undefined;
  /** Opens the server's own key, with which it returns a canary; without it, none is returned. */
  openKey?: (() => Promise<Signer & { publicKey: string }>) | undefined;
  /** Where the cache of drawn pictures is on disk, and the key that signs it; without it, each start draws them anew. */
  pictureCache?: Pick<PictureCacheOptions, "stateDir" | "openKey"> | undefined;
  /** The state for the next start; absent in tests that start the server once. */
  continuity?: Continuity | undefined;
}

export interface App {
  server: FastifyInstance;
  /** Answers `/metrics`, on a port of its own. */
  metricsServer: FastifyInstance;
  live: LiveSite;
  /** Makes the pages live that were live before the restart, or composes the store's set. @throws why there are no pages to serve */
  start(): Promise<void>;
  /** After the start, makes each newer revision of the store live. */
  reconciler: Reconciler;
  data: DataStore;
  /** The public key with which this server returns canaries and signs what it remembers; undefined without one. */
  serverKey: string | undefined;
  /** Updates the trust report, and looks for revisions that the new trust list accepts. */
  onTrustChange(): Promise<void>;
  /** From now on `/readyz` says since when the announcements of this server fail. */
  reportAnnouncer(announcer: Announcer): void;
  /** How many requests are being answered. */
  underWay(): number;
  /** From now on `/readyz` answers 503, and each answer is the last of its connection. */
  announceEnd(): void;
  /** Does what {@link announceEnd} does, and closes idle connections. */
  startDraining(): void;
}
