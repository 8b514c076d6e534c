import type { FastifyRequest } from "fastify";

/**
 * Whether a request is to the host name at which the console is alone. In capital letters, or with a dot at its end, it is the same name
 * (RFC 9110, 4.2.3; RFC 1034, 3.1): a cache in front of this server may keep one answer for all of these.
 */
export function isApart({ hostname }: Pick<FastifyRequest, "hostname">, consoleHost: string | undefined): boolean {
  return hostname.toLowerCase().replace(/\.$/, "") === consoleHost;
}
