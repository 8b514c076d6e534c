import type { IncomingHttpHeaders } from "node:http";

/** The edges whose geography headers can be read. With `none`, headers are ignored. */
export const edges = ["none", "cloudfront", "cloudflare", "vercel", "akamai", "fastly"] as const;
export type Edge = (typeof edges)[number];

/** A place as an edge tells it: ISO 3166 country and region, `undefined` where it does not know. */
export interface Place {
  country: string | undefined;
  region: string | undefined;
}

/** A place that is not known: no country rule follows from it (B155). */
export const unknownPlace: Place = { country: undefined, region: undefined };

/** The header names of each edge. Fastly sends what its operator names; these are the names we ask for. */
const headerNames: Record<Exclude<Edge, "none" | "akamai">, { country: string; region: string }> = {
  cloudfront: { country: "cloudfront-viewer-country", region: "cloudfront-viewer-country-region" },
  cloudflare: { country: "cf-ipcountry", region: "cf-region-code" },
  vercel: { country: "x-vercel-ip-country", region: "x-vercel-ip-country-region" },
  fastly: { country: "x-site-country", region: "x-site-region" },
};

/** Where a request comes from, by the one edge that is configured. A doubled or malformed header is ignored. */
export function parsePlace(edge: Edge, headers: IncomingHttpHeaders): Place {
  if (edge === "none") return unknownPlace;
  if (edge === "akamai") return parseEdgescape(headers["x-akamai-edgescape"]);
  const names = headerNames[edge];
  return toPlace(headers[names.country], headers[names.region]);
}

function parseEdgescape(value: string | string[] | undefined): Place {
  if (typeof value !== "string" || value.length > 1024) return unknownPlace;
  const fields = Map.groupBy(value.split(","), (part) => part.split("=")[0]?.trim());
  const read = (name: string): string | undefined => {
    const [field, ...doubles] = fields.get(name) ?? [];
    return doubles.length === 0 ? field?.split("=")[1]?.trim() : undefined;
  };
  return toPlace(read("country_code"), read("region_code"));
}

/** A place from a country and a region of a header or a database, in one spelling; malformed values are unknown. */
export function toPlace(country: string | string[] | undefined, region: string | string[] | undefined): Place {
  if (typeof country !== "string" || !/^[A-Za-z]{2}$/.test(country)) return unknownPlace;
  const code = country.toUpperCase();
  // Cloudflare's codes for "unknown" and "Tor".
  if (code === "XX" || code === "T1") return unknownPlace;
  return { country: code, region: toRegion(code, region) };
}

/** `ON`, `CA-ON` and `CAON` are one region. */
function toRegion(country: string, region: string | string[] | undefined): string | undefined {
  if (typeof region !== "string" || !/^[A-Za-z0-9-]{1,6}$/.test(region)) return undefined;
  const code = region.toUpperCase();
  const short = code.startsWith(country) && code.length > 3 ? code.slice(country.length).replace(/^-/, "") : code;
  return short === "" ? undefined : short;
}
