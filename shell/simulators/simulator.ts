import type { FastifyInstance } from "fastify";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { Vendor, VendorHosts } from "@site/contracts/site/vendor";

/**
 * A third party, imitated in clean-room code: the same globals and the same formats over the network. Each has a port of its own, and so an origin of
 * its own.
 */
export interface Simulator {
  /** Printed beside its address. */
  name: string;
  /** Its vendor: the content policy allows its origin like that vendor's hosts. Undefined when no page loads anything from it. */
  vendor?: Vendor;
  /** Whether a site has this third party. Otherwise it is not started. */
  isUsedBy(site: SiteConfig): boolean;
  /**
   * Registers the routes of the third party for a site. Every response is readable from every origin of this machine, and from no other; `/` and
   * `OPTIONS` are reserved.
   */
  register(server: FastifyInstance, site: SiteConfig): void;
  /** The site's settings with this simulator's addresses in place of the third party's. */
  apply(site: SiteConfig, origin: string): SiteConfig;
  /** Its address for one that is in no configuration, such as one of a data document. */
  toAddress?(origin: string, address: string): string;
  /** The address of the download service, if this simulator is one. */
  toServiceUrl?(origin: string): string;
}

/** The hosts of a vendor that lives at these origins: the same for scripts, connections, frames, styles, pictures and fonts. */
export function toVendorHosts(origins: readonly string[]): VendorHosts {
  const hosts = [...origins];
  return { script: hosts, connect: hosts, frame: hosts, style: hosts, image: hosts, font: hosts };
}
