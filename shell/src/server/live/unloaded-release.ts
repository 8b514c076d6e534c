import type { FastifyBaseLogger } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Metrics } from "./metrics.ts";

/** Whether the store did not answer. Such an error says nothing about the requested release. */
export function isStoreAway(error: unknown): boolean {
  return isSiteError(error, "STORE_UNREACHABLE") || isSiteError(error, "STORE_TIMEOUT");
}

/** Logs why a release could not be loaded, and counts a refusal in the metrics. */
export function reportUnloaded(
  error: unknown,
  { name, version }: { name: PackageName; version: string },
  { metrics, log }: { metrics: Pick<Metrics, "releasesRefused">; log: FastifyBaseLogger },
): void {
  const code = isSiteError(error) ? error.code : "UNKNOWN";
  const details = { remote: name, version, code, problem: toProblem(error) };
  if (isStoreAway(error)) {
    log.warn(details, "a release could not be read, because the store gives no answer");
    return;
  }
  metrics.releasesRefused.inc({ remote: name, code });
  log.error(details, "a release was refused");
}
