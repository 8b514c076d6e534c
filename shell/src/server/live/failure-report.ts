import type { FastifyBaseLogger } from "fastify";
import { toIslandParts } from "@site/contracts/names/island-name";
import { toRenderErrorId } from "../composition/fragments/render-error-id.ts";
import type { FailureKind } from "../composition/process/compose-messages.ts";
import type { MissingLocale } from "../composition/fragments/fragment-source.ts";
import type { Metrics } from "./metrics.ts";

/** Tells operators what composing a set met. */
export interface FailureReport {
  reportFailures(failures: readonly FailureKind[]): void;
  reportMissingLocales(missing: readonly MissingLocale[]): void;
}

export function createFailureReport(metrics: Metrics, log: FastifyBaseLogger): FailureReport {
  /** Counts every failure and logs each kind once, so that a remote that fails on a hundred pages takes one line. */
  function reportFailures(failures: readonly FailureKind[]): void {
    for (const kind of failures) {
      const remote = toIslandParts(kind.island).owner;
      metrics.remoteFailures.inc({ remote, version: kind.version, reason: "render" }, kind.pages);
      log.error({ errorId: toRenderErrorId(remote, kind.version), remote, ...kind }, "a remote could not be rendered");
    }
  }

  const warned = new Set<string>();

  /** Warns once for each release and language that it lacks; its slots are in another language then (B184). */
  function reportMissingLocales(missing: readonly MissingLocale[]): void {
    for (const one of missing) {
      const key = Object.values(one).join(" ");
      if (!warned.has(key)) log.warn(one, "a remote has no messages in a language of the site");
      warned.add(key);
    }
  }

  return { reportFailures, reportMissingLocales };
}
