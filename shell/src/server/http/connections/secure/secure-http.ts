import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { constants, createSecureServer, Http2ServerRequest } from "node:http2";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import { createAddressList } from "../../../visitor/address-list.ts";
import { type ConnectionLimits, toServerOptions } from "../connections.ts";
import type { Certificate } from "./certificate.ts";
import { limitSessions } from "./http2-sessions.ts";

/** Answers by https: HTTP/2 to clients that speak it, HTTP/1.1 to the others. */
export interface SecureHttp {
  /** The server, which has no port yet. */
  server: Server;
  /** Answers its requests, each connection's in turn. */
  answer(listener: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Shows another certificate to connections from now on. Those that are open keep theirs. */
  renew(certificate: Certificate): void;
  /** From when on browsers refuse the certificate. */
  expires(): Date;
  /** From now on each request of HTTP/2 is the last of its connection. */
  announceEnd(): void;
}

/** For TLS 1.2: forward secrecy and authenticated encryption, which HTTP/2 asks for. TLS 1.3 has a list of its own. */
const ciphers = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

/** Bytes of a record: no longer than a segment, so that a page's first bytes can be decrypted when they come. */
const recordBytes = 1400;

/** What a connection may ask of the protocol itself. Beyond it, Node ends the connection or refuses the request. */
const protocolLimits = {
  /** Requests that a client opens and takes back: so many at once, then so many a second. A browser takes back those of a page that is left. */
  streamResetBurst: 200,
  streamResetRate: 20,
  maxHeaderListPairs: 100,
  maxOutstandingPings: 4,
  maxSettings: 16,
  maxSessionInvalidFrames: 50,
  maxSessionRejectedStreams: 100,
};

/** @param trustedProxies whose connections carry requests of many visitors, and wait longer for the next one */
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
  // Before a handshake is done, nothing can be told the client.
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
    /** Accepts no further connection. Node's own `close` would also end HTTP/2 connections whose first request is still on its way. */
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
        // A client is held to the setting after it has acknowledged it, which it need not do.
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

/** What Node needs to show a certificate. */
const toContext = ({ cert, key }: Certificate) => ({ cert, key, ciphers, minVersion: "TLSv1.2" as const });

const toPeer = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Connections that have not agreed on a key yet. */
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

/** Node answers HTTP/2 through the interface of HTTP/1, and its types do not say so. */
function isServer(server: object): server is Server {
  return server instanceof TlsServer && "closeAllConnections" in server && "closeIdleConnections" in server;
}

function countBytes(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function toStream(request: object): Http2ServerRequest["stream"] | undefined {
  return request instanceof Http2ServerRequest ? request.stream : undefined;
}
