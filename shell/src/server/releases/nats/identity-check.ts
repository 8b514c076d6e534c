import { isIP } from "node:net";
import { checkServerIdentity, type ConnectionOptions } from "node:tls";

/**
 * Compares the certificate of a server with the configured addresses: it has to be for one of them. The client passes host names to TLS, but no IP
 * addresses, and TLS would then compare the certificate with `localhost`.
 */
export function toIdentityCheck(servers: readonly string[]): Pick<ConnectionOptions, "checkServerIdentity"> {
  const hosts = servers.map((server) => new URL(server).hostname.replace(/^\[(.+)\]$/, "$1"));
  const addresses = hosts.filter((host) => isIP(host) !== 0);
  if (addresses.length === 0) return {};
  return {
    checkServerIdentity(host, certificate) {
      const problems = [...addresses, ...(hosts.includes(host) ? [host] : [])].map((name) =>
        checkServerIdentity(name, certificate),
      );
      return problems.includes(undefined) ? undefined : problems[0];
    },
  };
}
