import { once } from "node:events";
import { createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { type ListenAddress, toListenError } from "@site/contracts/errors/listen-error";

/**
 * Makes a server listen.
 * @param socket the file descriptor of an open socket that is used in place of the address
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
 * Checks that a server can listen at an address, before the rest of its start.
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
