import type { FastifyBaseLogger } from "fastify";
import { toIslandParts } from "@site/contracts/names/island-name";
import { toRenderErrorId } from "../composition/fragments/render-error-id.ts";
import type { FailureKind } from "../composition/process/compose-messages.ts";
import type { MissingLocale } from "../composition/fragments/fragment-source.ts";
import type { Metrics } from "./metrics.ts";

/** Reports failures of a composition in the log and the metrics. */
export interface FailureReport {
  reportFailures(failures: readonly FailureKind[]): void;
  reportMissingLocales(missing: readonly MissingLocale[]): void;
}

export function createFailureReport(metrics: Metrics, log: FastifyBaseLogger): FailureReport {
  /** Counts every failure, and logs one line for each kind: a remote may fail on hundreds of pages in the same way. */
  function reportFailures(failures: readonly FailureKind[]): void {
    for (const kind of failures) {
      const remote = toIslandParts(kind.island).owner;
      metrics.remoteFailures.inc({ remote, version: kind.version, reason: "render" }, kind.pages);
      log.error({ errorId: toRenderErrorId(remote, kind.version), remote, ...kind }, "a remote could not be rendered");
    }
  }

  const warned = new Set<string>();

  /** Warns once for each release and each language that it lacks: its slots are rendered in another language (B184). */
  function reportMissingLocales(missing: readonly MissingLocale[]): void {
    for (const one of missing) {
      const key = Object.values(one).join(" ");
      if (!warned.has(key)) log.warn(one, "a remote has no messages in a language of the site");
      warned.add(key);
    }
  }

  return { reportFailures, reportMissingLocales };
}
