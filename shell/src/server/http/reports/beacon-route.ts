import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Beacon, beaconPath, maxBeaconBytes } from "../../../layout/beacon.ts";
import { beaconSchema } from "../../health/beacon-schema.ts";
import { createPrefixLimit } from "../../reports/prefix-limit.ts";
import { type ReportDrop, registerReportEndpoint } from "./report-endpoint.ts";

/** Beacons in a minute. A document sends one; visitors of one network share an address. */
const limits = { perPrefix: 60, total: 12_000, windowMs: 60_000 };

export type BeaconDrop = ReportDrop | "robot" | "foreign";

/**
 * Registers the address that browsers send what their visitors met to (B302). What a robot sends, or a page of another site, is counted and
 * not used.
 */
export function registerBeacons(
  server: FastifyInstance,
  {
    isCrawler,
    onBeacon,
    onDropped,
  }: {
    isCrawler(request: FastifyRequest): boolean;
    onBeacon(beacon: Beacon, address: string): void;
    onDropped(reason: BeaconDrop): void;
  },
): void {
  registerReportEndpoint(server, {
    path: beaconPath,
    types: ["application/json"],
    limit: createPrefixLimit(limits),
    maxBodyBytes: maxBeaconBytes,
    schema: beaconSchema,
    onReport(beacon, request) {
      if (isCrawler(request)) return onDropped("robot");
      // Another site could have its visitors' browsers send beacons from many networks. Browsers that know the header always send it.
      if ((request.headers["sec-fetch-site"] ?? "same-origin") !== "same-origin") return onDropped("foreign");
      onBeacon(beacon, request.ip);
    },
    onDropped,
  });
}
