import type { IncomingMessage } from "node:http";

/**
 * Suspends the idle timeout of a connection whose response takes longer than that. HTTP/2 does not need it, because a session with an open request is
 * not idle.
 * @param request a connection without an idle timeout is not changed
 * @returns a function that restores the timeout. Call it before the response is sent, so that a client that does not read is disconnected
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
