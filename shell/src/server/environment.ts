import { resolve } from "node:path";
import * as v from "valibot";
import { isAddressRange } from "@site/contracts/visitor/address-range";
import type { Digest } from "@site/contracts/releases/digest";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { SiteError } from "@site/contracts/errors";
import { type StorePlaces, toStorePlaces } from "./releases/open-store.ts";
import { storeNames, storeSchemas, toNatsAddress } from "./store-variables.ts";
import { siteConfigs } from "../../sites/sites.ts";
import type { TeamKeySource } from "@site/contracts/publishing/open-team-signer";
import type { SiteAddress } from "@site/contracts/publishing/upload-release";
import { type Edge, edges } from "./visitor/edge-headers.ts";

const siteIds = Object.keys(siteConfigs);

/** @param most the highest port allowed */
function toPortSchema(name: string, most = 65535) {
  const problem = `${name} is a number from 0 to ${most}`;
  return v.pipe(v.string(), v.regex(/^\d{1,5}$/, problem), v.transform(Number), v.maxValue(most, problem));
}

/**
 * The variables of a server. All are texts; what is not set, or empty, has the default.
 *
 * - `PORT`: TCP port, 0 to 65535; 0 for any free one. 3000.
 * - `DRAIN_SECONDS`: how long after SIGTERM connections are still taken, while `/readyz` says 503. 0.
 * - `LISTEN_FDS`, `LISTEN_PID`: set by systemd for a service with a socket unit, whose socket is taken in place of `HOST` and `PORT`.
 * - `METRICS_PORT`: TCP port of `/metrics`, 0 to 65535; 0 for any free one. None: no metrics are answered.
 * - `METRICS_HOST`: the IP address that port is on. `127.0.0.1`.
 * - `HOST`: IP address to listen on. `127.0.0.1`.
 * - `SITE`: the id of a site in `shell/sites`. `GGPPH`.
 * - `SITE_EDGE`: the edge whose geography headers are read. `none`.
 * - `TRUSTED_PROXIES`: IP addresses and CIDR ranges, separated by commas, whose forwarded headers count. None.
 * - `GEO_DATABASE`: path of a geography database in MaxMind's format. None.
 * - `DOWNLOAD_SERVICE_URL`: https address, or http on this machine, without query. The data document `download-links`.
 * - `STORE_DIR`: folder of the release store, relative to the workspace. `.site`.
 * - `STORE`: addresses of NATS servers that have the release store, such as `nats://10.0.0.1:4222`, separated by commas; `STORE_DIR` is the folder
 *   of copies then, `.site.copy`. None: the store is the folder.
 * - `STORE_NAME`: what its buckets begin with. `site`.
 * - `STORE_CREDENTIALS`, `STORE_CA`, `STORE_CERT`, `STORE_KEY`: files: credentials for NATS; authorities, certificate and key for TLS. None.
 * - `SERVER_NAME`: the name of this server in the list of servers. The machine's name and the process.
 * - `TRUST_DIR`, `KEYS_DIR`, `STATE_DIR`, `ACCESS_DIR`: folders of the trust list, of private keys, of what this machine remembers, and of
 *   tokens. `STORE_DIR` with `.trust`, `.keys`, `.state` and `.access`.
 * - `CHECK_KEY`: file with the private key of the release check, to admit releases over HTTP. None: nothing is admitted.
 * - `SITE_URL`, `SITE_TOKEN`: the site that commands publish to over HTTP, and the token to it. The address needs the token.
 * - `SITE_SIGN_KEY`, `SITE_SIGN_KEY_FILE`, `SITE_SIGN_COMMAND`: a team's private key in PEM, its file, or a command that signs. One at most;
 *   `KEYS_DIR` and `teams/<name>.pem`.
 * - `TRUST_ROOT_DIGEST`: sha384 of the root of the trust list, 96 lower-case hexadecimal digits. The first root that is seen.
 * - `SIMULATORS`: `1` to simulate third parties on this machine, `0` not to. `0`; `npm start` and `npm run dev` set `1`.
 * - `SIMULATORS_PORT`: the first of their TCP ports, 0 to 65500; 0 for free ones. Those of the site.
 * - `MEASURE_PERCENT`: of how many documents in a hundred the browser tells what its visitor met; of all while there is a canary, unless it is 0. 10.
 * - `WORK_AHEAD`: `1` to draw pictures and compress pages further when there is time, `0` not to. `1`.
 * - `LOG_LEVEL`: the least important level that is logged. `info`.
 */
const environmentSchema = v.object({
  PORT: v.optional(toPortSchema("PORT"), "3000"),
  DRAIN_SECONDS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, "DRAIN_SECONDS is a number from 0 to 300"),
      v.transform(Number),
      v.maxValue(300, "DRAIN_SECONDS is a number from 0 to 300"),
    ),
    "0",
  ),
  LISTEN_FDS: v.optional(v.string()),
  LISTEN_PID: v.optional(v.string()),
  METRICS_PORT: v.optional(toPortSchema("METRICS_PORT")),
  METRICS_HOST: v.optional(v.pipe(v.string(), v.ip("METRICS_HOST is an IP address"))),
  HOST: v.optional(
    v.pipe(v.string(), v.ip("HOST is an IP address, such as 0.0.0.0 for every address of this machine")),
    "127.0.0.1",
  ),
  SITE: v.optional(v.picklist(siteIds, `SITE is one of ${siteIds.join(", ")}`), "GGPPH"),
  SITE_EDGE: v.optional(v.picklist(edges, `SITE_EDGE is one of ${edges.join(", ")}`), "none"),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) =>
        list
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== ""),
      ),
      v.check(
        (list) => list.every(isAddressRange),
        "TRUSTED_PROXIES is a list of addresses or CIDR ranges, separated by commas",
      ),
    ),
    "",
  ),
  GEO_DATABASE: v.optional(v.string()),
  DOWNLOAD_SERVICE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isServiceUrl, "DOWNLOAD_SERVICE_URL is an https address without query, or an http one on this machine"),
    ),
  ),
  STORE_DIR: v.optional(v.string()),
  STORE: v.optional(storeSchemas.servers),
  STORE_NAME: v.optional(storeSchemas.name),
  STORE_CREDENTIALS: v.optional(v.string()),
  STORE_CA: v.optional(v.string()),
  STORE_CERT: v.optional(v.string()),
  STORE_KEY: v.optional(v.string()),
  SERVER_NAME: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,60}$/, "SERVER_NAME has letters, digits, . _ and -"))),
  TRUST_DIR: v.optional(v.string()),
  KEYS_DIR: v.optional(v.string()),
  STATE_DIR: v.optional(v.string()),
  ACCESS_DIR: v.optional(v.string()),
  CHECK_KEY: v.optional(v.string()),
  SITE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isServiceUrl, "SITE_URL is an https address without query, or an http one on this machine"),
    ),
  ),
  SITE_TOKEN: v.optional(v.string()),
  SITE_SIGN_KEY: v.optional(v.string()),
  SITE_SIGN_KEY_FILE: v.optional(v.string()),
  SITE_SIGN_COMMAND: v.optional(v.string()),
  TRUST_ROOT_DIGEST: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => v.is(digestSchema, value), "TRUST_ROOT_DIGEST is a sha384 of 96 hexadecimal digits"),
    ),
  ),
  SIMULATORS: v.optional(v.picklist(["0", "1"], "SIMULATORS is 0 or 1"), "0"),
  // Further simulators take the ports after it.
  SIMULATORS_PORT: v.optional(toPortSchema("SIMULATORS_PORT", 65500)),
  MEASURE_PERCENT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, "MEASURE_PERCENT is a number from 0 to 100"),
      v.transform(Number),
      v.maxValue(100, "MEASURE_PERCENT is a number from 0 to 100"),
    ),
    "10",
  ),
  WORK_AHEAD: v.optional(v.picklist(["0", "1"], "WORK_AHEAD is 0 or 1"), "1"),
  LOG_LEVEL: v.optional(
    v.picklist(
      ["fatal", "error", "warn", "info", "debug", "silent"],
      "LOG_LEVEL is fatal, error, warn, info, debug or silent",
    ),
    "info",
  ),
});

/** Whether a URL is https, or http on this machine, without user, password or query. */
function isServiceUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  const isNear = protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
  return (protocol === "https:" || isNear) && [username, password, search, hash].every((part) => part === "");
}

/** The environment of a server, read once at the start. */
export interface Environment {
  /** TCP port; 0 for any free one. */
  port: number;
  /** The TCP port and IP address of metrics; undefined to answer none. */
  metrics: { port: number; host: string } | undefined;
  /** IP address to listen on. */
  host: string;
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
  /** Whether third parties are simulated on this machine. */
  simulators: boolean;
  /** The first port of the simulators, 0 for free ones; undefined for those of the site. */
  simulatorsPort: number | undefined;
  /** The share of documents that are measured while there is no canary, from 0 to 1; 0 measures none at any time. */
  measureShare: number;
  /** Whether pictures are drawn before their first request, and pages recompressed, when the server is idle after a flip. */
  workAhead: boolean;
  /** The least important level that is logged. */
  logLevel: string;
}

/**
 * Parses the environment. An empty variable counts as one that is not set.
 * @throws SiteError `ENVIRONMENT_INVALID` with every problem, not only the first.
 */
export function parseEnvironment(env: Record<string, string | undefined>, root: string): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const result = v.safeParse(environmentSchema, given);
  if (!result.success) {
    const problems = result.issues.map((issue) => `${issue.message} (it is ${JSON.stringify(issue.input)})`);
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
    logLevel: output.LOG_LEVEL,
  };
}

/** The socket that systemd passes (`sd_listen_fds`): one, to this very process. What started it may have left its own variables. */
function findPassedSocket(given: {
  LISTEN_FDS?: string | undefined;
  LISTEN_PID?: string | undefined;
}): number | undefined {
  return given.LISTEN_FDS === "1" && given.LISTEN_PID === String(process.pid) ? 3 : undefined;
}

/** What variables say together and cannot. Their values are not repeated: some are secret. */
function findContradictions(given: v.InferOutput<typeof environmentSchema>): string[] {
  const keys = (["SITE_SIGN_KEY", "SITE_SIGN_KEY_FILE", "SITE_SIGN_COMMAND"] as const).filter(
    (name) => given[name] !== undefined,
  );
  return [
    ...(given.METRICS_HOST !== undefined && given.METRICS_PORT === undefined
      ? ["METRICS_HOST needs METRICS_PORT"]
      : []),
    ...(given.METRICS_PORT === given.PORT && given.PORT !== 0 ? ["METRICS_PORT is another port than PORT"] : []),
    // A token alone is good for reading from a site that the command line names.
    ...(given.SITE_URL !== undefined && given.SITE_TOKEN === undefined
      ? ["SITE_URL needs SITE_TOKEN, a token for that site"]
      : []),
    ...(given.STORE === undefined && storeNames.some((name) => given[name] !== undefined)
      ? ["STORE_NAME, STORE_CREDENTIALS, STORE_CA, STORE_CERT and STORE_KEY need STORE"]
      : []),
    ...(keys.length > 1 ? [`one of ${keys.join(" and ")} is set, not several`] : []),
  ];
}

function toSiteId(value: string): keyof typeof siteConfigs {
  if (Object.hasOwn(siteConfigs, value)) return value as keyof typeof siteConfigs;
  throw new SiteError("ENVIRONMENT_INVALID", { problems: `there is no site ${value}` });
}
