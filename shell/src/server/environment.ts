import { resolve } from "node:path";
import * as v from "valibot";
import type { Digest } from "@site/contracts/releases/digest";
import { SiteError } from "@site/contracts/errors";
import type { TeamKeySource } from "@site/contracts/publishing/open-team-signer";
import type { SiteAddress } from "@site/contracts/publishing/upload-release";
import { siteConfigs } from "../../sites/sites.ts";
import type { ProviderSettings } from "./access/identity-provider.ts";
import { environmentSchema, findContradictions, type Variables } from "./environment-variables.ts";
import { toProvider } from "./provider-variables.ts";
import { type StorePlaces, toStorePlaces } from "./releases/stores/open-store.ts";
import type { CertificateFiles } from "./http/connections/secure/certificate.ts";
import { findMisspelt } from "./misspelt-variables.ts";
import { toNatsAddress } from "./store-variables.ts";
import { toTraceSettings } from "./trace-variables.ts";
import type { TraceSettings } from "./traces/trace-settings.ts";
import type { Edge } from "./visitor/edge-headers.ts";

/** The environment of a server, read once at the start. */
export interface Environment {
  /** TCP port; 0 for any free one. */
  port: number;
  /** The TCP port and IP address of metrics; undefined to answer none. */
  metrics: { port: number; host: string } | undefined;
  /** IP address to listen on. */
  host: string;
  /** The files of a certificate, to answer by https; undefined to answer by http. Absolute paths. */
  tls: CertificateFiles | undefined;
  /** The number of a listening socket that the service manager holds; undefined to open one on `host` and `port`. */
  socket: number | undefined;
  /** Seconds after SIGTERM for which connections are still taken. */
  drainSeconds: number;
  siteId: keyof typeof siteConfigs;
  /** The edge whose geography headers are read. */
  edge: Edge;
  /** IP addresses and CIDR ranges. */
  trustedProxies: string[];
  /** The absolute path of a geography database in MaxMind's format; undefined without one. */
  geoDatabase: string | undefined;
  /** Address of the download service for phones' links (B123); undefined to use those of the data document. */
  downloadServiceUrl: string | undefined;
  /** Absolute paths. Trust list, keys and state are outside of the store's folder, because they verify it. */
  places: StorePlaces;
  /** The name of this server in the list of servers; undefined for one made of the machine's name and the process. */
  serverName: string | undefined;
  /** The sha384 of the root of the trust list; undefined to trust the first root that is seen. */
  rootDigest: Digest | undefined;
  /** The file with the private key of the release check; undefined on a server that admits no releases. */
  checkKey: string | undefined;
  /** The site that commands publish to over HTTP; undefined to publish into the store. */
  site: SiteAddress | undefined;
  /** Where a team's private key comes from. */
  teamKey: TeamKeySource;
  /** Where people sign in with their own accounts; undefined without one. */
  provider: ProviderSettings | undefined;
  /** The host name at which the console is alone; undefined where it shares the site's. */
  consoleHost: string | undefined;
  /** Whether third parties are simulated on this machine. */
  simulators: boolean;
  /** The first port of the simulators, 0 for free ones; undefined for those of the site. */
  simulatorsPort: number | undefined;
  /** The share of documents that are measured while there is no canary, from 0 to 1; 0 measures none at any time. */
  measureShare: number;
  /** Whether pictures are drawn before their first request, and pages recompressed, when the server is idle after a flip. */
  workAhead: boolean;
  /** Where traces are sent, and of how many requests; undefined to trace nothing. */
  traces: TraceSettings | undefined;
  /** The least important level that is logged. */
  logLevel: string;
  /** A sentence for each variable that is set, not known, and similar to one that is. */
  misspelt: string[];
}

/** Variables whose value may be a secret, or has one in it, and is not repeated. */
const secretNames = new Set([
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_ROLES_CLAIM",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
]);

/** Addresses without the user, the password and the query that one of them may have: they go to a log. */
function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^]*@/, "//…@").replace(/(\/\/[^?#]*[?#])[^]*/, '$1…"');
}

/**
 * Parses the environment. An empty variable counts as one that is not set.
 * @throws SiteError `ENVIRONMENT_INVALID` with every problem, not only the first.
 */
export function parseEnvironment(env: Record<string, string | undefined>, root: string): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const result = v.safeParse(environmentSchema, given);
  if (!result.success) {
    const problems = result.issues.map(({ message, input, path }) =>
      secretNames.has(String(path?.[0].key)) ? message : `${message} (it is ${withoutSecrets(JSON.stringify(input))})`,
    );
    throw new SiteError("ENVIRONMENT_INVALID", { problems: problems.join("; ") });
  }
  const { output } = result;
  const problems = findContradictions(output);
  if (problems.length > 0) throw new SiteError("ENVIRONMENT_INVALID", { problems: problems.join("; ") });
  return {
    port: output.PORT,
    metrics:
      output.METRICS_PORT === undefined
        ? undefined
        : { port: output.METRICS_PORT, host: output.METRICS_HOST ?? "127.0.0.1" },
    host: output.HOST,
    tls:
      output.TLS_CERT === undefined || output.TLS_KEY === undefined
        ? undefined
        : { certFile: resolve(root, output.TLS_CERT), keyFile: resolve(root, output.TLS_KEY) },
    socket: findPassedSocket(output),
    drainSeconds: output.DRAIN_SECONDS,
    siteId: toSiteId(output.SITE),
    edge: output.SITE_EDGE,
    trustedProxies: output.TRUSTED_PROXIES,
    geoDatabase: output.GEO_DATABASE === undefined ? undefined : resolve(root, output.GEO_DATABASE),
    downloadServiceUrl: output.DOWNLOAD_SERVICE_URL,
    serverName: output.SERVER_NAME,
    places: toStorePlaces(resolve(root, output.STORE_DIR ?? (output.STORE === undefined ? ".site" : ".site.copy")), {
      nats: toNatsAddress(output, root),
      ...(output.TRUST_DIR !== undefined && { trustDir: resolve(root, output.TRUST_DIR) }),
      ...(output.KEYS_DIR !== undefined && { keysDir: resolve(root, output.KEYS_DIR) }),
      ...(output.STATE_DIR !== undefined && { stateDir: resolve(root, output.STATE_DIR) }),
      ...(output.ACCESS_DIR !== undefined && { accessDir: resolve(root, output.ACCESS_DIR) }),
    }),
    rootDigest: output.TRUST_ROOT_DIGEST,
    provider: toProvider(output),
    consoleHost: output.CONSOLE_HOST,
    simulators: output.SIMULATORS === "1",
    checkKey: output.CHECK_KEY === undefined ? undefined : resolve(root, output.CHECK_KEY),
    site:
      output.SITE_URL !== undefined && output.SITE_TOKEN !== undefined
        ? { url: output.SITE_URL, token: output.SITE_TOKEN }
        : undefined,
    teamKey: {
      pem: output.SITE_SIGN_KEY,
      file: output.SITE_SIGN_KEY_FILE === undefined ? undefined : resolve(root, output.SITE_SIGN_KEY_FILE),
      command: output.SITE_SIGN_COMMAND,
    },
    simulatorsPort: output.SIMULATORS_PORT,
    measureShare: output.MEASURE_PERCENT / 100,
    workAhead: output.WORK_AHEAD !== "0",
    traces: toTraceSettings(output),
    logLevel: output.LOG_LEVEL,
    misspelt: findMisspelt(given, Object.keys(environmentSchema.entries)),
  };
}

/** The socket that systemd passes (`sd_listen_fds`): one, and only to this process. A parent process may have passed on the variables of its own socket. */
function findPassedSocket(given: Pick<Variables, "LISTEN_FDS" | "LISTEN_PID">): number | undefined {
  return given.LISTEN_FDS === "1" && given.LISTEN_PID === String(process.pid) ? 3 : undefined;
}

function toSiteId(value: string): keyof typeof siteConfigs {
  if (Object.hasOwn(siteConfigs, value)) return value as keyof typeof siteConfigs;
  throw new SiteError("ENVIRONMENT_INVALID", { problems: `there is no site ${value}` });
}
