import type { FastifyBaseLogger } from "fastify";
import { isDeepStrictEqual } from "node:util";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import type { Metrics } from "./metrics.ts";
import type { RefusedPart, ReleaseStore } from "../releases/release-store.ts";
import type { FollowedTrust, TrustStatus } from "../releases/trust/follow-trust.ts";

export interface TrustReportOptions {
  trust: Pick<FollowedTrust, "status">;
  store: Pick<ReleaseStore, "audit">;
  metrics: Pick<Metrics, "trustExpires">;
  log: Pick<FastifyBaseLogger, "error" | "info">;
  /** The sets that visitors get: the stable one first, and the canary. */
  readServed(): readonly ReleaseSet[];
  /** Called with what would be refused now, after each look at it. */
  onRefused?(what: ReadonlySet<string>): void;
}

/** What `/readyz` says of the trust list. */
export interface TrustDetails extends TrustStatus {
  /** Releases that visitors get, those of a canary too, and records that would be refused if they went live now, mostly because a key that signed them was revoked since. */
  refused: string[];
  /** The code of the error of each of them. */
  why: Record<string, string>;
}

/** Reports in the log, a gauge and `/readyz` the state of the trust list, and which live parts it no longer covers. */
export interface TrustReport {
  details(): TrustDetails;
  /** To be called after a change of the list or of the live set. */
  update(): Promise<void>;
}

export function createTrustReport({
  trust,
  store,
  metrics,
  log,
  readServed,
  onRefused,
}: TrustReportOptions): TrustReport {
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
    details: () => ({
      ...trust.status(),
      refused: refused.map(({ what }) => what),
      why: Object.fromEntries(refused.map(({ what, code }) => [what, code])),
    }),
    async update() {
      tellStatus();
      const audits = await Promise.all(readServed().map((set) => store.audit(set)));
      // A release of both the canary and the stable set is reported once.
      const found = [...new Map(audits.flat().map((part) => [part.what, part])).values()];
      // While the store cannot be read nothing is known of the live releases: the last report stays.
      if (found.some(({ code }) => code.startsWith("STORE_"))) return;
      onRefused?.(new Set(found.map(({ what }) => what)));
      if (isDeepStrictEqual(found, refused)) return;
      refused = found;
      if (found.length > 0)
        log.error(
          { refused: found },
          "what is live would be refused now, each for the reason given; it stays live until the next record, which must do without it",
        );
    },
  };
}
