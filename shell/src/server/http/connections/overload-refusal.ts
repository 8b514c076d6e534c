import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { inertHeaders } from "../../policies/response-headers.ts";
import type { LoadShedder } from "./load-shedder.ts";

export interface OverloadRefusalOptions {
  shedder: LoadShedder;
  /** Seconds after which a refused client should retry. */
  retryAfterSeconds: number;
  /** Called for each refused request. */
  onRefused(): void;
  /** The id of the overload, by which operators find it in the log. All ids have the same length. */
  readErrorId(): string;
}

/** Paths that are answered during an overload: a load balancer must not take a busy server for a failed one. */
const alwaysAnswered = new Set(["/healthz", "/readyz", "/readyz?whole"]);

/** Refusals that a client of one connection may leave unread; with one more the connection is closed. */
const maxWaiting = 4;

/** The text for a refused visitor. */
function toBody(errorId: string): string {
  return `The site is very busy. Please try again in a few seconds. Error code: ${errorId}\n`;
}

/** Refuses requests that exceed the server's capacity with 503 and `Retry-After`, at the least cost. Returns true when it has answered. */
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
