import type { SetVersions } from "@site/contracts/releases/release-set";
import type { Beacon } from "../../layout/beacon.ts";
import type { FixtureApp } from "./fixture-app.ts";

/** What a browser of a person calls itself. */
export const personAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** A beacon of a document of a set, on which nothing failed unless said otherwise. */
export function toBeacon(channel: Beacon["channel"], set: SetVersions, more: Partial<Beacon> = {}): Beacon {
  const releases = Object.entries(set).map(([name, version]) => `${name}@${version}`);
  return { channel, releases, problems: [], vitals: [], ...more };
}

/** An address of the network with a number. */
export function toNetwork(index: number): string {
  return `10.${index >> 8}.${index & 255}.7`;
}

/** Sends a beacon as a browser does, from an address that a trusted proxy tells. @returns the status */
export async function tellBeacon(
  { server }: Pick<FixtureApp, "server">,
  body: unknown,
  { from = "203.0.113.7", headers = {} }: { from?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const { statusCode } = await server.inject({
    method: "POST",
    url: "/-/beacon",
    headers: { "content-type": "application/json", "user-agent": personAgent, "x-forwarded-for": from, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return statusCode;
}
