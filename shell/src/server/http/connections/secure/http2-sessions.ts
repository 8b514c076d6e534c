import { constants, type Http2SecureServer, type Http2Session, type ServerHttp2Stream } from "node:http2";
import type { TLSSocket } from "node:tls";
import type { ConnectionLimits } from "../connections.ts";

/** The open HTTP/2 connections of a server. */
export interface Http2Sessions {
  /** Calls `answer` as soon as the connection has a free place among its concurrent answers; never when the client has closed the stream before. */
  inTurn(stream: ServerHttp2Stream, answer: () => void): void;
  /** From now on each request is the last of its connection: its client gets GOAWAY before the response ends. */
  announceEnd(): void;
  /** Closes connections that had a request and have none now. */
  closeIdle(): void;
  /** Closes all connections, each when its requests are answered. */
  closeAll(): void;
}

/** The state of an open connection. Times are those of `performance.now`. */
interface HeldSession {
  socket: TLSSocket;
  isProxy: boolean;
  /** The unfinished requests, and when each arrived. */
  streams: Map<ServerHttp2Stream, number>;
  /** The number of requests that are being answered, and the callbacks that answer those in the queue. */
  answering: number;
  waiting: (() => void)[];
  hadRequest: boolean;
  /** The time since which there is no request. */
  idleSince: number;
  /** The bytes sent by the socket when the client last read some. */
  taken: { bytes: number; at: number };
  /** The bytes sent by the socket at the client's last confirmation, and the next confirmation that is awaited, with the time it was requested. */
  confirmed: { bytes: number; awaited?: { bytes: number; since: number } };
  /** PING and SETTINGS since the last check. */
  controlFrames: number;
}

/** Bytes per millisecond of the slowest supported connection, about 64 kbit/s: its client may confirm later by the time that the bytes take. */
const slowestBytesAMs = 8;

/** Bytes of its responses that a client has to read within the idle time. A client that only exchanges acknowledgements reads fewer. */
const leastTakenBytes = 1024;

/**
 * The share of the limits of concurrent answers and unread bytes that applies until the client has first confirmed bytes. Clients do so before they
 * request the files of the first page.
 */
const firstShare = 1 / 4;

const { NGHTTP2_ENHANCE_YOUR_CALM } = constants;

/**
 * Applies the limits of connections to HTTP/2. Node's own timeouts restart at each frame of a connection, so a client can delay them for ever: these
 * timeouts start at requests, and at response bytes that the client has read.
 */
export function limitSessions(
  server: Http2SecureServer,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): Http2Sessions {
  const sessions = new Map<Http2Session, HeldSession>();
  let total = 0;
  let isEnding = false;
  /** The connection whose session begins next: Node does both in one call. */
  let connected: TLSSocket | undefined;

  server.prependListener("secureConnection", (socket) => {
    connected = socket;
  });
  server.on("session", (session) => {
    if (!connected) return void session.destroy();
    const socket = connected;
    const now = performance.now();
    const held: HeldSession = {
      socket,
      isProxy: isProxy(socket.remoteAddress ?? ""),
      streams: new Map(),
      answering: 0,
      waiting: [],
      hadRequest: false,
      idleSince: now,
      taken: { bytes: 0, at: now },
      confirmed: { bytes: 0 },
      controlFrames: 0,
    };
    sessions.set(session, held);
    session.setTimeout(0);
    session.on("stream", (stream) => hold(session, held, stream));
    for (const event of ["ping", "remoteSettings"] as const) session.on(event, () => (held.controlFrames += 1));
    session.once("close", () => sessions.delete(session));
  });
  const timer = setInterval(checkAll, limits.checkIntervalMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));

  function hold(session: Http2Session, held: HeldSession, stream: ServerHttp2Stream): void {
    if (held.streams.size === 0) held.taken = { bytes: held.socket.bytesWritten, at: performance.now() };
    held.streams.set(stream, performance.now());
    total += 1;
    stream.once("close", () => {
      held.streams.delete(stream);
      total -= 1;
      held.idleSince = performance.now();
      if (held.streams.size > 0) return;
      if (session.closed) endLater(held);
      else if (held.socket.bytesWritten > held.confirmed.bytes) askWhetherTaken(session, held);
    });
    held.hadRequest = true;
    // After the requests that arrived in the same packet: GOAWAY names the last request that is answered, and the client sends later ones elsewhere.
    if (isEnding) setImmediate(() => close(session, held));
    if (total > limits.maxConnections && held.streams.size > limits.maxWaitingRequests && !held.isProxy)
      destroy(session, held);
  }

  function checkAll(): void {
    const now = performance.now();
    for (const [session, held] of sessions) {
      if (held.streams.size > 0) {
        if (isRefused(held, now)) destroy(session, held);
      } else if (held.confirmed.awaited) {
        if (isUnconfirmed(held, now)) destroy(session, held);
      } else if (now - held.idleSince > (held.isProxy ? limits.proxyIdleTimeoutMs : limits.idleTimeoutMs))
        close(session, held);
      if (held.controlFrames > limits.maxControlFrames) destroy(session, held);
      held.controlFrames = 0;
    }
  }

  /** Whether a client has not confirmed sent bytes in time. */
  function isUnconfirmed({ confirmed: { bytes, awaited } }: HeldSession, now: number): boolean {
    return (
      awaited !== undefined && now - awaited.since > limits.idleTimeoutMs + (awaited.bytes - bytes) / slowestBytesAMs
    );
  }

  /** Whether a client is too slow with a request, or does not read its responses. */
  function isRefused(held: HeldSession, now: number): boolean {
    if (isUnconfirmed(held, now)) return true;
    let isAnswered = false;
    for (const [stream, since] of held.streams) {
      if (now - since > limits.requestTimeoutMs && stream.state.remoteClose !== 1) return true;
      isAnswered ||= stream.headersSent;
    }
    const bytes = held.socket.bytesWritten;
    if (!isAnswered || bytes - held.taken.bytes >= leastTakenBytes) held.taken = { bytes, at: now };
    return now - held.taken.at > limits.idleTimeoutMs;
  }

  /** Answers the next requests of the queue. */
  function goOn(session: Http2Session, held: HeldSession): void {
    const untaken = (): number => held.socket.bytesWritten - held.confirmed.bytes;
    // A client that never reads does not answer the first PING either, so it is detected before much is sent to it.
    const isConfirmed = held.confirmed.bytes > 0;
    const share = isConfirmed ? 1 : firstShare;
    if (!isConfirmed) askWhetherTaken(session, held);
    while (
      held.answering < limits.maxAnswersAtOnce * share &&
      untaken() < limits.maxUntakenBytes * share &&
      held.waiting.length > 0
    )
      held.waiting.shift()?.();
    if (untaken() > limits.maxUntakenBytes / 8) askWhetherTaken(session, held);
  }

  /**
   * Encrypted bytes wait in Node's memory until the client reads them, and Node does not report their number. A client answers a PING after it has
   * read everything that was sent before it.
   */
  function askWhetherTaken(session: Http2Session, held: HeldSession): void {
    if (held.isProxy || held.confirmed.awaited || session.destroyed) return;
    const bytes = held.socket.bytesWritten;
    held.confirmed.awaited = { bytes, since: performance.now() };
    session.ping((error) => {
      if (error) return;
      held.confirmed = { bytes };
      held.idleSince = performance.now();
      goOn(session, held);
    });
  }

  /** Destroys the socket some time after the end of the session, in case the client does not close its side. */
  function endLater({ socket }: HeldSession): void {
    setTimeout(() => socket.destroy(), limits.checkIntervalMs).unref();
  }

  function destroy(session: Http2Session, held: HeldSession): void {
    session.destroy(new Error("a client asks for too much, or is too slow"), NGHTTP2_ENHANCE_YOUR_CALM);
    endLater(held);
  }

  function close(session: Http2Session, held: HeldSession): void {
    if (!session.closed && !session.destroyed) session.close();
    if (held.streams.size === 0) endLater(held);
  }

  return {
    inTurn(stream, answer) {
      const { session } = stream;
      const held = session && sessions.get(session);
      if (!held || held.isProxy) return answer();
      held.waiting.push(() => {
        if (stream.destroyed) return;
        held.answering += 1;
        stream.once("close", () => {
          held.answering -= 1;
          goOn(session, held);
        });
        answer();
      });
      goOn(session, held);
    },
    announceEnd() {
      isEnding = true;
    },
    closeIdle() {
      for (const [session, held] of sessions) if (held.hadRequest && held.streams.size === 0) close(session, held);
    },
    closeAll() {
      for (const [session, held] of sessions) close(session, held);
    },
  };
}
