import type { FastifyBaseLogger } from "fastify";
import { isSiteError, toProblem } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Metrics } from "./metrics.ts";

/** Whether a store gave no answer. That tells nothing of the release that was asked for. */
export function isStoreAway(error: unknown): boolean {
  return isSiteError(error, "STORE_UNREACHABLE") || isSiteError(error, "STORE_TIMEOUT");
}

/** Tells operators why a release could not be loaded, and counts it when it was refused. */
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
