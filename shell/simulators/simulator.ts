import type { FastifyInstance } from "fastify";
import type { SiteConfig } from "@site/contracts/site-config";

/**
 * A third party, imitated in clean-room code: the same globals and the same shapes on the wire, on an origin of its own.
 * Each lives in one process with the others and on a port of its own.
 */
export interface Simulator {
  /** Printed beside its address. */
  name: string;
  /** Answers as the third party would. Every route is readable from every origin. */
  register(server: FastifyInstance): void;
  /** A site's configuration with this simulator, at its origin, in the place of the third party. */
  apply(site: SiteConfig, origin: string): SiteConfig;
}

/** Hosts of a vendor that lives at one origin, whatever it is used for. */
export function toVendorHosts(...origins: string[]) {
  return { script: origins, connect: origins, frame: origins, style: origins, image: origins, font: [] };
}
