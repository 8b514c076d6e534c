import type { FastifyInstance } from "fastify";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { Vendor, VendorHosts } from "@site/contracts/site/vendor";

/**
 * A third party, imitated in clean-room code: the same globals and the same shapes on the wire. Each answers on a port of
 * its own, which makes it an origin of its own.
 */
export interface Simulator {
  /** Printed beside its address. */
  name: string;
  /** Whose part it plays: the content policy names its origin where it names that vendor's hosts. None: no page loads anything of it. */
  vendor?: Vendor;
  /** Whether a site has this third party. One that it does not have is not started. */
  isUsedBy(site: SiteConfig): boolean;
  /** Answers as the third party would, for a site. Every answer is readable from every origin of this machine, and from no other; `/` and `OPTIONS` are taken. */
  register(server: FastifyInstance, site: SiteConfig): void;
  /** The site's settings with this simulator's addresses in the place of the third party's. */
  apply(site: SiteConfig, origin: string): SiteConfig;
  /** Where it stands in for an address that is in no configuration, such as one of a data document. */
  toAddress?(origin: string, address: string): string;
  /** The address of the download service, for the simulator that is it. */
  toServiceUrl?(origin: string): string;
}

/** The hosts of a vendor that lives at these origins: the same for scripts, connections, frames, styles, pictures and fonts. */
export function toVendorHosts(origins: readonly string[]): VendorHosts {
  const hosts = [...origins];
  return { script: hosts, connect: hosts, frame: hosts, style: hosts, image: hosts, font: hosts };
}
