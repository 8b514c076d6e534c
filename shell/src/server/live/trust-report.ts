import type { FastifyBaseLogger } from "fastify";
import { isDeepStrictEqual } from "node:util";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { Metrics } from "./metrics.ts";
import type { RefusedPart, ReleaseStore } from "../releases/release-store.ts";
import type { FollowedTrust, TrustStatus } from "../releases/trust/follow-trust.ts";

export interface TrustReportOptions {
  trust: FollowedTrust;
  store: ReleaseStore;
  metrics: Metrics;
  log: FastifyBaseLogger;
  readLive(): ReleaseSet | undefined;
}

/** What an operator is told of the trust list in `/readyz`. */
export interface TrustDetails extends TrustStatus {
  /** What is live although a key that signed it was revoked. */
  refused: string[];
}

/** Says in the log, in a gauge and in `/readyz` how the trust list is, and what is live that it does not cover any more. */
export interface TrustReport {
  details(): TrustDetails;
  /** Looks again, after a change of the list or of what is live. */
  update(): Promise<void>;
}

export function createTrustReport({ trust, store, metrics, log, readLive }: TrustReportOptions): TrustReport {
  let told: TrustStatus | undefined;
  let refused: RefusedPart[] = [];

  function tellStatus(): void {
    const status = trust.status();
    metrics.trustExpires.set(Date.parse(status.expires) / 1000);
    if (isDeepStrictEqual(status, told)) return;
    if (status.problem)
      log.error(status, "the trust list is refused or has expired; what is live stays, and no new record is accepted");
    else if (told) log.info(status, "the trust list was read again");
    told = status;
  }

  return {
    details: () => ({ ...trust.status(), refused: refused.map(({ what }) => what) }),
    async update() {
      tellStatus();
      const set = readLive();
      const found = set ? await store.audit(set) : [];
      if (isDeepStrictEqual(found, refused)) return;
      refused = found;
      if (found.length > 0)
        log.error(
          { refused: found },
          "a key that signed what is live was revoked; it stays live until the next record, which must do without it",
        );
    },
  };
}
