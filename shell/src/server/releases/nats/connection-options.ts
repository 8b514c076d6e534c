import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Authenticator, credsAuthenticator, type NodeConnectionOptions } from "@nats-io/transport-node";
import { toIdentityCheck } from "./identity-check.ts";
import type { NatsAddress } from "./nats-address.ts";

/** How long a link waits, in milliseconds. */
export interface LinkTimes {
  /** Timeout of one request to NATS, and of a request's wait for a connection. */
  requestMs: number;
  /** For how long a command waits until it reports that it does. */
  silentMs: number;
  /** For how long a node answers no request until it is left. An election of all nodes takes about as long, and nothing is lost by it. */
  leavesNodeAfterMs: number;
  /** Between two calls of a watch without a notification, as for a folder: a lost connection may lose notifications. */
  watchMs: number;
}

export const linkTimes: LinkTimes = { requestMs: 3000, silentMs: 2000, leavesNodeAfterMs: 5000, watchMs: 5000 };

/** Milliseconds between attempts to connect. */
export const reconnectMs = 500;

/** Milliseconds between pings; after two that were not answered the connection counts as lost. */
const pingIntervalMs = 2000;

/**
 * The options of the client's connection. Certificates and credentials are read again for each connection, so that new ones need no restart.
 * @param timeoutMs milliseconds of one attempt to connect
 * @param onClockSetBack called when the connection is lost and the machine's clock is behind the time at which it was made
 */
export async function toConnectionOptions(
  { servers, credentialsFile, tls }: NatsAddress,
  timeoutMs: number,
  onClockSetBack: () => void,
): Promise<NodeConnectionOptions> {
  return {
    servers: [...servers],
    name: "site",
    timeout: timeoutMs,
    reconnectDelayHandler: toReconnectDelay(onClockSetBack),
    maxReconnectAttempts: -1,
    pingInterval: pingIntervalMs,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
    // Servers of a cluster announce addresses of their own network, which may be unreachable from here.
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
 * Milliseconds until the next attempt to connect. The client compares them with the time of its last attempt by the machine's clock. If that clock
 * was set back, the client would wait until it reaches that time again, which may take hours.
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

/** Authenticates with the file's credentials at each connection; with the last ones read while the file is unreadable. */
async function toAuthenticator(file: string): Promise<Authenticator> {
  let credentials: Uint8Array = await readFile(file);
  return (nonce) => {
    try {
      // The client does not await promises here. It is a small file, read once for each connection.
      credentials = readFileSync(file);
    } catch {
      // It may be readable at the next connection.
    }
    return credsAuthenticator(credentials)(nonce);
  };
}
