import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { checkServerIdentity, type ConnectionOptions } from "node:tls";
import { type Authenticator, credsAuthenticator, type NodeConnectionOptions } from "@nats-io/transport-node";
import type { NatsAddress } from "./nats-address.ts";

/** Milliseconds that one request to NATS may take, and that a request waits for a connection. */
export const requestTimeoutMs = 3000;

/** Milliseconds between attempts to connect. */
export const reconnectMs = 500;

/** Milliseconds between signs of life; after two that were not answered the connection counts as lost. */
const pingIntervalMs = 2000;

/**
 * What the client connects with. Certificates and credentials are read again for each connection, so that new ones need no restart.
 * @param onClockSetBack called when the connection was lost, and the machine's clock is behind the time at which it was made
 */
export async function toConnectionOptions(
  { servers, credentialsFile, tls }: NatsAddress,
  onClockSetBack: () => void,
): Promise<NodeConnectionOptions> {
  return {
    servers: [...servers],
    name: "site",
    timeout: requestTimeoutMs,
    reconnectDelayHandler: toReconnectDelay(onClockSetBack),
    maxReconnectAttempts: -1,
    pingInterval: pingIntervalMs,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
    // Servers of a cluster tell addresses of their own network, which may not lead to them from here.
    ignoreClusterUpdates: true,
    ...(credentialsFile !== undefined && { authenticator: await toAuthenticator(credentialsFile) }),
    ...(tls && {
      tls: {
        ...toIdentityCheck(servers),
        ...(tls.caFile !== undefined && { caFile: tls.caFile }),
        ...(tls.certFile !== undefined && { certFile: tls.certFile }),
        ...(tls.keyFile !== undefined && { keyFile: tls.keyFile }),
      },
    }),
  };
}

/**
 * Milliseconds until the next attempt to connect. The client compares them with the time of its last attempt by the machine's clock: where that was set
 * back meanwhile, it would wait until it is as late again, which may be hours.
 */
function toReconnectDelay(onClockSetBack: () => void): () => number {
  let latest = Date.now();
  return () => {
    const now = Date.now();
    if (now < latest) onClockSetBack();
    latest = Math.max(latest, now);
    return reconnectMs + Math.random() * reconnectMs;
  };
}

/** Shows the credentials that the file has at each connection; those that it had before while it cannot be read. */
async function toAuthenticator(file: string): Promise<Authenticator> {
  let credentials: Uint8Array = await readFile(file);
  return (nonce) => {
    try {
      // The client waits for no promise here. It is a small file, read once for each connection.
      credentials = readFileSync(file);
    } catch {
      // It may be back at the next connection.
    }
    return credsAuthenticator(credentials)(nonce);
  };
}

/**
 * How the certificate of a server is compared with its address. The client names a host to TLS, but no IP address: TLS would then compare
 * the certificate with `localhost`. It has to be for one of the addresses that were given.
 */
function toIdentityCheck(servers: readonly string[]): Pick<ConnectionOptions, "checkServerIdentity"> {
  const hosts = servers.map((server) => new URL(server).hostname.replace(/^\[(.+)\]$/, "$1"));
  const addresses = hosts.filter((host) => isIP(host) !== 0);
  if (addresses.length === 0) return {};
  return {
    checkServerIdentity(host, certificate) {
      const problems = [...addresses, ...(hosts.includes(host) ? [host] : [])].map((name) =>
        checkServerIdentity(name, certificate),
      );
      return problems.includes(undefined) ? undefined : problems[0];
    },
  };
}
