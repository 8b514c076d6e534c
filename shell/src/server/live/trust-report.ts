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

/** What `/readyz` says of the trust list. */
export interface TrustDetails extends TrustStatus {
  /** Live releases and records that were signed with a key that was revoked since. */
  refused: string[];
}

/** Reports in the log, a gauge and `/readyz` the state of the trust list, and which live parts it no longer covers. */
export interface TrustReport {
  details(): TrustDetails;
  /** To be called after a change of the list or of the live set. */
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

  // Where the store is away no set goes live, and what is known of the list would not be told.
  tellStatus();

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
