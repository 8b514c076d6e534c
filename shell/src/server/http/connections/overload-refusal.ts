import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { inertHeaders } from "../../policies/response-headers.ts";
import type { LoadShedder } from "./load-shedder.ts";

export interface OverloadRefusalOptions {
  shedder: LoadShedder;
  /** After how many seconds a refused client should ask again. */
  retryAfterSeconds: number;
  /** Called for each refused request. */
  onRefused(): void;
  /** The id of the overload, by which operators find it in the log: the same length each time. */
  readErrorId(): string;
}

/** Paths that are answered during an overload: a load balancer must not take a busy server for a dead one. */
const alwaysAnswered = new Set(["/healthz", "/readyz", "/readyz?whole"]);

/** Refused requests of one connection whose answer the client has not taken yet; with one more it is closed. */
const maxWaiting = 4;

/** What a refused visitor reads. */
function toBody(errorId: string): string {
  return `The site is very busy. Please try again in a few seconds. Error code: ${errorId}\n`;
}

/** Answers requests beyond what the server can do with 503 and `Retry-After`, at the least cost. True when it has answered. */
export function createOverloadRefusal({
  shedder,
  retryAfterSeconds,
  onRefused,
  readErrorId,
}: OverloadRefusalOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>();
  const lines = Object.entries({
    ...inertHeaders,
    "cache-control": "no-store",
    "content-length": String(toBody("3f2a9c0d11aa").length),
    "content-type": "text/plain; charset=utf-8",
    "retry-after": String(retryAfterSeconds),
  }).flat();
  return (request, response) => {
    if (shedder.admits() || alwaysAnswered.has(request.url ?? "")) return false;
    onRefused();
    const { socket } = request;
    const before = waiting.get(socket) ?? 0;
    if (before >= maxWaiting) {
      socket.destroy();
      return true;
    }
    waiting.set(socket, before + 1);
    response
      .writeHead(503, lines)
      .end(toBody(readErrorId()), () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return true;
  };
}
