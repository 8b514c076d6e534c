import { SiteError } from "@site/contracts/errors";
import type { EventBus } from "@site/contracts/events/event-bus";
import { isHttpsUrl, isSitePath } from "@site/contracts/site/safe-url";

/**
 * The address that a remote requests in `navigation:requested`. The detail of an event is `unknown` until it is parsed.
 * @throws SiteError `NAVIGATION_REFUSED`, after emitting `navigation:refused`, when it is neither a path of this site nor an
 * https address that the request calls `external` (B205)
 */
export function toRequestedUrl(bus: EventBus, request: unknown): URL {
  const { to, external } = { to: undefined, external: undefined, ...(typeof request === "object" ? request : {}) };
  try {
    return parseTarget(to, external === true);
  } catch (error) {
    if (error instanceof SiteError) bus.emit("navigation:refused", { problem: error.message });
    throw error;
  }
}

function parseTarget(to: unknown, isExternal: boolean): URL {
  const refuse = (problem: string): SiteError => new SiteError("NAVIGATION_REFUSED", { to: String(to), problem });
  if (typeof to !== "string") throw refuse("expected a path of this site or an https address");
  if (isSitePath(to)) return new URL(to, location.origin);
  if (!isHttpsUrl(to)) throw refuse("expected a path of this site or an https address");
  if (!isExternal) throw refuse("it is not of this site, and the request does not say `external`");
  return new URL(to);
}
