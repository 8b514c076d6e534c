import { once } from "node:events";
import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { SiteError } from "@site/contracts/errors";

/** Where a server listens, and the variable that names its port. */
export interface ListenAddress {
  host: string;
  port: number;
  variable: "PORT" | "METRICS_PORT";
}

/** What keeps a server from listening, by the codes of the operating system. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user may not use the port",
  EADDRINUSE: "another program listens there",
  EADDRNOTAVAIL: "this machine has no such address",
};

/** An error of listening with what to do about it; any other error as it is. */
export function toListenError(error: unknown, { host, port, variable }: ListenAddress): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const problem = reasons[code];
  if (problem === undefined) return error;
  return new SiteError("ADDRESS_UNUSABLE", { address: `${host}:${port}`, problem, variable }, { cause: error });
}

/**
 * Lets a server listen.
 * @param socket the number of an open socket that is taken in place of the address
 * @returns the address as a URL
 * @throws SiteError `ADDRESS_UNUSABLE`
 */
export async function listenAt(
  server: Pick<FastifyInstance, "listen">,
  address: ListenAddress,
  socket?: number,
): Promise<string> {
  const { host, port } = address;
  try {
    return await server.listen({ port, host, ...(socket !== undefined && { fd: socket }) });
  } catch (error) {
    throw toListenError(error, address);
  }
}

/**
 * Checks that a server could listen at an address, before anything is done for its start.
 * @throws SiteError `ADDRESS_UNUSABLE`
 */
export async function assertListenable(address: ListenAddress): Promise<void> {
  const probe = createServer();
  try {
    const listening = once(probe, "listening");
    probe.listen(address.port, address.host);
    await listening;
  } catch (error) {
    throw toListenError(error, address);
  } finally {
    probe.close();
  }
}
