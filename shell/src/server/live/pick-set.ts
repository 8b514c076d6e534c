import type { FastifyRequest } from "fastify";
import type { PackageName } from "@site/contracts/names/package-name";
import { isInShare, pickShare } from "../releases/channels.ts";
import type { BreakMode, ReleaseChannel } from "../../layout/tester-facts.ts";
import type { SiteState } from "../pages/site-state.ts";
import { readBucket } from "../visitor/bucket.ts";
import type { VisitorChannel } from "../visitor/site-variant.ts";
import type { LiveSite } from "./live-site.ts";

/** Who sees the set of an override: only testers, also the visitors of the canary, or also the visitors of the stable set. */
export type Audience = "testers" | "canary" | "visitors";

/** The set that a person who signed in sees: that of an override, or that of visitors. */
export interface OverriddenSet {
  state: SiteState;
  channel: ReleaseChannel;
  /** The versions of the stable set. */
  stable: Readonly<Record<string, string>>;
  /** The owner of each package by the trust list, for the packages that it names. */
  owners: Readonly<Record<string, string>>;
  /**
   * The override: its label, the versions in place of the stable ones, its end (UTC, ISO 8601), and who else sees its set. Absent where the tester
   * sees the set of visitors.
   */
  asked?: { label: string; until: string; versions: Readonly<Record<string, string>>; seenBy: Audience };
  /** The remote whose scripts are broken for this tester, and until when: UTC, ISO 8601. */
  broken?: { remote: PackageName; how: BreakMode; until: string };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for all visitors who did not sign in. */
    overridden?: OverriddenSet | undefined;
    /** Whether the next page has to say that an override has ended: until then no cache may answer this browser. */
    hasUntoldEnd?: boolean;
  }
}

/** The parts of a request that decide on the set of a visitor. */
export type SetRequest = Pick<FastifyRequest, "headers" | "overridden" | "hasUntoldEnd">;

/** The set that a visitor gets. */
export interface VisitorSet {
  state: SiteState | undefined;
  channel: VisitorChannel;
}

/**
 * Picks the set of a visitor by the bucket in the cookie (B300). A visitor without one, as on a first visit, gets the stable set.
 * Without a canary no cookie is read. A tester's own set goes before.
 */
export function pickSet(
  live: Pick<LiveSite, "state" | "canary">,
  { headers, overridden, hasUntoldEnd }: SetRequest,
): VisitorSet {
  if (overridden) return { state: overridden.state, channel: "override" };
  if (hasUntoldEnd) return { state: live.state(), channel: "override" };
  const canary = live.canary();
  const bucket = canary && readBucket(headers.cookie);
  return canary && bucket !== undefined && isInShare(bucket, canary.share.first, pickShare(canary.share, new Date()))
    ? { state: canary.state, channel: "canary" }
    : { state: live.state(), channel: "stable" };
}

/** The sets that are served, the stable one first, and a tester's own last. */
export function listServedSets(live: Pick<LiveSite, "state" | "canary">, request?: SetRequest): SiteState[] {
  return [live.state(), live.canary()?.state, request?.overridden?.state].filter((state) => state !== undefined);
}
