import type { IncomingMessage } from "node:http";

/**
 * Keeps a connection whose answer takes the server longer than a connection may be idle: no byte goes over it meanwhile. HTTP/2 needs nothing, as a
 * session with an open request is not idle.
 * @param request its connection is left as it is where it has no time limit of its own
 * @returns puts the limit back, before the answer is sent: a client that does not read its answer is not kept
 */
export function keepWhileWaiting(
  { httpVersionMajor, socket }: Pick<IncomingMessage, "httpVersionMajor" | "socket">,
  milliseconds: number,
): () => void {
  const before = httpVersionMajor === 1 ? socket.timeout : undefined;
  if (!before) return () => undefined;
  socket.setTimeout(Math.max(milliseconds, before));
  return () => void socket.setTimeout(before);
}
