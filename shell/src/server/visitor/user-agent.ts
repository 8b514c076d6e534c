import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";

/** Characters of a user agent that are read: browsers send shorter ones, and the time to read one grows with its length. */
const maxAgentLength = 512;

/** The user agent of a request as far as it is read; empty without one. */
export function readAgent(headers: IncomingHttpHeaders): string {
  return headers["user-agent"]?.slice(0, maxAgentLength) ?? "";
}

/** Whether a request says that it is of a crawler. */
export function isCrawler(headers: IncomingHttpHeaders): boolean {
  return isbot(readAgent(headers));
}
