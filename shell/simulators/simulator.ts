import type { FastifyInstance } from "fastify";
import type { SiteConfig } from "@site/contracts/site-config";
import type { Vendor, VendorHosts } from "@site/contracts/vendor";

/**
 * A third party, imitated in clean-room code: the same globals and the same shapes on the wire. Each answers on a port of
 * its own, which makes it an origin of its own.
 */
export interface Simulator {
  /** Printed beside its address. */
  name: string;
  /** Whose part it plays: the content policy names its origin where it names that vendor's hosts. */
  vendor: Vendor;
  /** Whether a site has this third party. One that it does not have is not started. */
  isUsedBy(site: SiteConfig): boolean;
  /** Answers as the third party would. Every answer is readable from every origin; `/` and `OPTIONS` are taken. */
  register(server: FastifyInstance): void;
  /** The site's settings with this simulator's addresses in the place of the third party's. */
  apply(site: SiteConfig, origin: string): SiteConfig;
}

/** The hosts of a vendor that lives at these origins, whatever they are used for. */
export function toVendorHosts(origins: readonly string[]): VendorHosts {
  const hosts = [...origins];
  return { script: hosts, connect: hosts, frame: hosts, style: hosts, image: hosts, font: hosts };
}
