import type { IncomingMessage } from "node:http";

const header = "x-forwarded-for";

/** An address as some proxies write it: `203.0.113.9:51234`, `[2001:db8::9]:51234` or `[2001:db8::9]`. */
const decorated = /^(?:\[(?<six>[0-9a-f:.]+)\](?::\d{1,5})?|(?<four>[\d.]+):\d{1,5})$/i;

/**
 * Removes the ports from a request's `X-Forwarded-For`. With a port, an address cannot be parsed: its country would be unknown, and no country rule
 * would block it.
 */
export function removeForwardedPorts({ headers }: Pick<IncomingMessage, "headers">): void {
  const given = headers[header];
  if (typeof given === "string" && /\]|\.\d+:/.test(given))
    headers[header] = given.split(",").map(toAddress).join(", ");
}

function toAddress(text: string): string {
  const { six, four } = decorated.exec(text.trim())?.groups ?? {};
  return six ?? four ?? text.trim();
}
