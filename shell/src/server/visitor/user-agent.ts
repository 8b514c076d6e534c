import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";

/** Maximum characters of a user agent that are parsed: browsers send shorter ones, and the time to parse one grows with its length. */
const maxAgentLength = 512;

/** The parsed part of a request's user agent; empty without one. */
export function readAgent(headers: IncomingHttpHeaders): string {
  return headers["user-agent"]?.slice(0, maxAgentLength) ?? "";
}

/** Whether a request's user agent is that of a crawler. */
export function isCrawler(headers: IncomingHttpHeaders): boolean {
  return isbot(readAgent(headers));
}
