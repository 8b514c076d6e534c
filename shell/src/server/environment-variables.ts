import { isSafeOrigin } from "@site/contracts/publishing/origin";
import * as v from "valibot";
import { isAddressRange } from "@site/contracts/visitor/address-range";
import { digestSchema } from "@site/contracts/releases/digest-schema";
import { siteConfigs } from "../../sites/sites.ts";
import { listSchema } from "./list-variable.ts";
import { findProviderContradictions, providerSchemas } from "./provider-variables.ts";
import { isSafeServiceAddress, toOriginProblem } from "./service-address.ts";
import { storeNames, storeSchemas } from "./store-variables.ts";
import { traceSchemas } from "./trace-variables.ts";
import { edges } from "./visitor/edge-headers.ts";

const siteIds = Object.keys(siteConfigs);

/** @param most the highest port allowed */
function toPortSchema(name: string, most = 65535) {
  const problem = `${name} is a number from 0 to ${most}`;
  return v.pipe(v.string(), v.regex(/^\d{1,5}$/, problem), v.transform(Number), v.maxValue(most, problem));
}

/** A path of a folder or a file. White space around it, as of an environment file with other line ends, would name another one that looks the same. */
function toPathSchema(name: string) {
  return v.pipe(
    v.string(),
    v.check((path) => path.trim() === path, `${name} is a path that neither begins nor ends with white space`),
  );
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
 * - `TLS_CERT`, `TLS_KEY`: files in PEM: a certificate, with those that lead to its authority after it, and its private key. With both, the
 *   server answers by https alone, in HTTP/2 and HTTP/1.1; they are read again when they change, and on SIGHUP. None: http.
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
 * - `CHECK_KEY`: file with the private key of the release check, to admit releases over HTTP, and to check sets for the console. None: nothing is.
 * - `SITE_URL`, `SITE_TOKEN`: the site that commands publish to over HTTP, and the token to it. The address needs the token.
 * - `SITE_SIGN_KEY`, `SITE_SIGN_KEY_FILE`, `SITE_SIGN_COMMAND`: a team's private key in PEM, its file, or a command that signs. One at most;
 *   `KEYS_DIR` and `teams/<name>.pem`.
 * - `TRUST_ROOT_DIGEST`: sha384 of the root of the trust list, 96 lower-case hexadecimal digits. The first root that is seen.
 * - `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET`, `OIDC_SITE_URL`: the provider of OpenID Connect at which people sign in, this site
 *   there, and the address of this site as browsers know it. None: with tokens and codes only.
 * - `OIDC_ROLES_CLAIM`, `OIDC_VIEWERS`, `OIDC_OPERATORS`: the claim with a person's groups, `groups`; and the groups of each role, separated by
 *   commas. None; one of both is needed with a provider.
 * - `CONSOLE_HOST`: the host name at which the console is alone, so that operators can sign in their browsers. None: they sign with the command.
 * - `SIMULATORS`: `1` to simulate third parties on this machine, `0` not to. `0`; `npm start` and `npm run dev` set `1`.
 * - `SIMULATORS_PORT`: the first of their TCP ports, 0 to 65500; 0 for free ones. Those of the site.
 * - `MEASURE_PERCENT`: of how many documents in a hundred the browser tells what its visitor met; of all while there is a canary, unless it is 0. 10.
 * - `WORK_AHEAD`: `1` to draw pictures and compress pages further when there is time, `0` not to. `1`.
 * - `OTEL_…`: OpenTelemetry's own variables, those that README.md lists; traces are sent where an endpoint is named.
 * - `LOG_LEVEL`: the least important level that is logged. `info`.
 */
export const environmentSchema = v.object({
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
  TLS_CERT: v.optional(toPathSchema("TLS_CERT")),
  TLS_KEY: v.optional(toPathSchema("TLS_KEY")),
  SITE: v.optional(v.picklist(siteIds, `SITE is one of ${siteIds.join(", ")}`), "GGPPH"),
  SITE_EDGE: v.optional(v.picklist(edges, `SITE_EDGE is one of ${edges.join(", ")}`), "none"),
  TRUSTED_PROXIES: v.optional(
    v.pipe(
      listSchema,
      v.check(
        (list) => list.every(isAddressRange),
        "TRUSTED_PROXIES is a list of addresses or CIDR ranges, separated by commas",
      ),
      v.check(
        (list) => !list.some((range) => /\/0+$/.test(range)),
        "TRUSTED_PROXIES names the proxies alone: with a range of all addresses the server would believe what any visitor writes",
      ),
    ),
    "",
  ),
  GEO_DATABASE: v.optional(toPathSchema("GEO_DATABASE")),
  DOWNLOAD_SERVICE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isSafeServiceAddress,
        "DOWNLOAD_SERVICE_URL is an https address without query, or an http one on this machine",
      ),
    ),
  ),
  STORE_DIR: v.optional(toPathSchema("STORE_DIR")),
  STORE: v.optional(storeSchemas.servers),
  STORE_NAME: v.optional(storeSchemas.name),
  STORE_CREDENTIALS: v.optional(toPathSchema("STORE_CREDENTIALS")),
  STORE_CA: v.optional(toPathSchema("STORE_CA")),
  STORE_CERT: v.optional(toPathSchema("STORE_CERT")),
  STORE_KEY: v.optional(toPathSchema("STORE_KEY")),
  SERVER_NAME: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,60}$/, "SERVER_NAME has letters, digits, . _ and -"))),
  TRUST_DIR: v.optional(toPathSchema("TRUST_DIR")),
  KEYS_DIR: v.optional(toPathSchema("KEYS_DIR")),
  STATE_DIR: v.optional(toPathSchema("STATE_DIR")),
  ACCESS_DIR: v.optional(toPathSchema("ACCESS_DIR")),
  CHECK_KEY: v.optional(toPathSchema("CHECK_KEY")),
  SITE_URL: v.optional(v.pipe(v.string(), v.check(isSafeOrigin, toOriginProblem("SITE_URL")))),
  SITE_TOKEN: v.optional(v.string()),
  SITE_SIGN_KEY: v.optional(v.string()),
  SITE_SIGN_KEY_FILE: v.optional(toPathSchema("SITE_SIGN_KEY_FILE")),
  SITE_SIGN_COMMAND: v.optional(v.string()),
  TRUST_ROOT_DIGEST: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => v.is(digestSchema, value),
        "TRUST_ROOT_DIGEST is a sha384 of 96 lower-case hexadecimal digits",
      ),
    ),
  ),
  ...providerSchemas,
  CONSOLE_HOST: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "CONSOLE_HOST is a host name in lower-case letters, without a port"),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(traceSchemas.endpoint),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(traceSchemas.tracesEndpoint),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(traceSchemas.headers),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(traceSchemas.protocol),
  OTEL_EXPORTER_OTLP_TIMEOUT: v.optional(traceSchemas.timeout, "10000"),
  OTEL_SERVICE_NAME: v.optional(v.string()),
  OTEL_RESOURCE_ATTRIBUTES: v.optional(traceSchemas.attributes),
  OTEL_TRACES_SAMPLER: v.optional(traceSchemas.sampler, "parentbased_traceidratio"),
  OTEL_TRACES_SAMPLER_ARG: v.optional(traceSchemas.share, "0.01"),
  OTEL_SDK_DISABLED: v.optional(v.string()),
  LOG_LEVEL: v.optional(
    v.picklist(
      ["fatal", "error", "warn", "info", "debug", "silent"],
      "LOG_LEVEL is fatal, error, warn, info, debug or silent",
    ),
    "info",
  ),
});

/** The parsed variables, with defaults for those that are not set. */
export type Variables = v.InferOutput<typeof environmentSchema>;

/** Problems of variables in combination, such as one that needs another. Values are not repeated: some are secret. */
export function findContradictions(given: Variables): string[] {
  const keys = (["SITE_SIGN_KEY", "SITE_SIGN_KEY_FILE", "SITE_SIGN_COMMAND"] as const).filter(
    (name) => given[name] !== undefined,
  );
  return [
    ...findProviderContradictions(given),
    ...(given.CONSOLE_HOST !== undefined && listSiteHosts(given).includes(given.CONSOLE_HOST)
      ? [
          `CONSOLE_HOST is a host name of its own: at ${given.CONSOLE_HOST}, which is the site's, no page would be answered`,
        ]
      : []),
    ...(given.METRICS_HOST !== undefined && given.METRICS_PORT === undefined
      ? ["METRICS_HOST needs METRICS_PORT"]
      : []),
    ...((given.TLS_CERT === undefined) === (given.TLS_KEY === undefined)
      ? []
      : ["TLS_CERT and TLS_KEY are set together: a certificate and its private key"]),
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

/** The host names at which pages of the site are asked for. */
function listSiteHosts({ SITE, OIDC_SITE_URL }: Pick<Variables, "SITE" | "OIDC_SITE_URL">): string[] {
  const addresses = Object.entries(siteConfigs).map(([siteId, { url }]) => (siteId === SITE ? url : undefined));
  return ["localhost", ...[...addresses, OIDC_SITE_URL].flatMap((address) => URL.parse(address ?? "")?.hostname ?? [])];
}
