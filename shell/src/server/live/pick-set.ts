import type { FastifyRequest } from "fastify";
import type { PackageName } from "@site/contracts/names/package-name";
import { isInShare, pickShare } from "../releases/channels.ts";
import type { BreakMode, ReleaseChannel } from "../../layout/tester-facts.ts";
import type { SiteState } from "../pages/site-state.ts";
import { readBucket } from "../visitor/bucket.ts";
import type { VisitorChannel } from "../visitor/site-variant.ts";
import type { LiveSite } from "./live-site.ts";

/** What a person who signed in sees: the releases of an override, or what visitors see. */
export interface OverriddenSet {
  state: SiteState;
  channel: ReleaseChannel;
  /** The versions of the stable set. */
  stable: Readonly<Record<string, string>>;
  /** Who signs for each package, as far as the trust list says it. */
  owners: Readonly<Record<string, string>>;
  /** What the tester asked for, the versions in place of the stable ones, and until when: UTC, ISO 8601. Absent where it is what visitors see. */
  asked?: { label: string; until: string; versions: Readonly<Record<string, string>> };
  /** The remote whose scripts are broken for this tester, and until when: UTC, ISO 8601. */
  broken?: { remote: PackageName; how: BreakMode; until: string };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined for all visitors who did not sign in. */
    overridden?: OverriddenSet | undefined;
    /** Whether the next page has to say that a tester's own set has ended: until then no cache may answer this browser. */
    hasUntoldEnd?: boolean;
  }
}

/** What the set of a visitor depends on. */
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
