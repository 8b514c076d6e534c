import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { constants, createSecureServer, Http2ServerRequest } from "node:http2";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { createAddressList } from "../../../visitor/address-list.ts";
import { type ConnectionLimits, toServerOptions } from "../connections.ts";
import type { Certificate } from "./certificate.ts";
import { limitSessions } from "./http2-sessions.ts";

/** A server over https: HTTP/2 for clients that support it, HTTP/1.1 for the others. */
export interface SecureHttp {
  /** The server, which is not listening yet. */
  server: Server;
  /** Sets the listener for its requests; those of one HTTP/2 connection are queued. */
  answer(listener: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Uses another certificate for further connections. Open connections keep theirs. */
  renew(certificate: Certificate): void;
  /** The certificate's expiry, after which browsers refuse it. */
  expires(): Date;
  /** From now on each request of HTTP/2 is the last of its connection. */
  announceEnd(): void;
}

/** For TLS 1.2: forward secrecy and authenticated encryption, which HTTP/2 requires. TLS 1.3 has a list of its own. */
const ciphers = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

/** Bytes of a TLS record: no longer than a segment, so that a page's first bytes can be decrypted when they arrive. */
const recordBytes = 1400;

/** Protocol limits of a connection. Beyond them, Node closes the connection or refuses the request. */
const protocolLimits = {
  /** Requests that a client opens and cancels: a burst, then a rate per second. A browser cancels the requests of a page that the visitor leaves. */
  streamResetBurst: 200,
  streamResetRate: 20,
  maxHeaderListPairs: 100,
  maxOutstandingPings: 4,
  maxSettings: 16,
  maxSessionInvalidFrames: 50,
  maxSessionRejectedStreams: 100,
};

/** @param trustedProxies the peers whose connections carry requests of many visitors, and have a longer idle timeout */
export function createSecureHttp(
  certificate: Certificate,
  limits: ConnectionLimits,
  trustedProxies: readonly string[],
): SecureHttp {
  const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = toServerOptions(limits);
  const ofHttp1 = { ...http, keepAliveTimeout, requestTimeout };
  let { expires } = certificate;
  const proxies = createAddressList(trustedProxies);
  const secure = createSecureServer({
    ...ofHttp1,
    ...toContext(certificate),
    ...protocolLimits,
    allowHTTP1: true,
    handshakeTimeout: limits.headersTimeoutMs,
    settings: { maxConcurrentStreams: limits.maxStreams, maxHeaderListSize: http.maxHeaderSize },
  });
  secure.setTimeout(connectionTimeout);
  const sessions = limitSessions(secure, limits, (address) => proxies.has(address));
  const handshakes = followHandshakes(secure);
  // Before the handshake is complete, no response can be sent to the client.
  secure.prependListener("tlsClientError", (_error, socket) => socket.destroy());
  secure.on("secureConnection", (socket) => {
    socket.disableRenegotiation();
    socket.setMaxSendFragment(recordBytes);
  });

  const server = Object.assign(secure, {
    closeIdleConnections(): void {
      Server.prototype.closeIdleConnections.call(secure);
      sessions.closeIdle();
    },
    closeAllConnections(): void {
      Server.prototype.closeAllConnections.call(secure);
      sessions.closeAll();
      for (const socket of handshakes) socket.destroy();
    },
    /** Stops accepting connections. Node's own `close` would also close HTTP/2 connections whose first request is still arriving. */
    close(callback?: (error?: Error) => void) {
      TlsServer.prototype.close.call(secure, callback);
      this.closeIdleConnections();
      return this;
    },
  });
  if (!isServer(server)) throw new Error("node:tls returned a server without the interface of an http server");
  return {
    server,
    answer(listener) {
      server.on("request", (request: IncomingMessage, response: ServerResponse) => {
        const stream = toStream(request);
        if (!stream) return listener(request, response);
        // Node enforces the setting only after the client has acknowledged it, which a client may never do.
        if (countBytes(request.rawHeaders) > http.maxHeaderSize)
          return stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
        sessions.inTurn(stream, () => listener(request, response));
      });
    },
    renew(next) {
      secure.setSecureContext(toContext(next));
      ({ expires } = next);
    },
    expires: () => expires,
    announceEnd: sessions.announceEnd,
  };
}

/** Node's options for a certificate. */
const toContext = ({ cert, key }: Certificate) => ({ cert, key, ciphers, minVersion: "TLSv1.2" as const });

const toPeer = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections whose handshake is not complete. */
function followHandshakes(server: TlsServer): Iterable<Socket> {
  const handshakes = new Map<string, Socket>();
  server.on("connection", (socket: Socket) => {
    const peer = toPeer(socket);
    handshakes.set(peer, socket);
    socket.once("close", () => handshakes.delete(peer));
  });
  server.on("secureConnection", (socket) => handshakes.delete(toPeer(socket)));
  return { [Symbol.iterator]: () => handshakes.values() };
}

/** Node serves HTTP/2 through the interface of HTTP/1, but its types do not express that. */
function isServer(server: object): server is Server {
  return server instanceof TlsServer && "closeAllConnections" in server && "closeIdleConnections" in server;
}

function countBytes(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function toStream(request: object): Http2ServerRequest["stream"] | undefined {
  return request instanceof Http2ServerRequest ? request.stream : undefined;
}
