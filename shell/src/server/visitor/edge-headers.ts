import type { IncomingHttpHeaders } from "node:http";
import { isCountryCode, unknownCountry } from "@site/contracts/visitor/country-code";

/** The edges whose geography headers can be read. With `none`, headers are ignored. */
export const edges = ["none", "cloudfront", "cloudflare", "vercel", "akamai", "fastly"] as const;
export type Edge = (typeof edges)[number];

/** A place from an edge's headers: ISO 3166 country and region, `undefined` when unknown. */
export interface Place {
  country: string | undefined;
  region: string | undefined;
}

/** An unknown place: no country rule follows from it (B155). */
export const unknownPlace: Place = { country: undefined, region: undefined };

/** The header names of each edge. Fastly's operator chooses the names; these are the ones we document. */
const headerNames: Record<Exclude<Edge, "none" | "akamai">, { country: string; region: string }> = {
  cloudfront: { country: "cloudfront-viewer-country", region: "cloudfront-viewer-country-region" },
  cloudflare: { country: "cf-ipcountry", region: "cf-region-code" },
  vercel: { country: "x-vercel-ip-country", region: "x-vercel-ip-country-region" },
  fastly: { country: "x-site-country", region: "x-site-region" },
};

/**
 * The places that the configured edge's headers give for a request: one place, or several when a header has several values, of which one may be forged.
 * `unreadable` when a value is not a country.
 */
export type ToldPlaces = readonly [Place, ...Place[]] | "unreadable";

/** Maximum values of a repeated header. With more of them it is unreadable. */
const maxValues = 4;

export function parsePlaces(edge: Edge, headers: IncomingHttpHeaders): ToldPlaces {
  if (edge === "none") return [unknownPlace];
  if (edge === "akamai") return parseEdgescape(headers["x-akamai-edgescape"]);
  const names = headerNames[edge];
  return toPlaces(toValues(headers[names.country]), toValues(headers[names.region]));
}

/** The values of a header. Node joins the values of a repeated header with a comma. */
function toValues(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return [value].flat().flatMap((one) => one.split(",").map((part) => part.trim()));
}

function parseEdgescape(value: string | string[] | undefined): ToldPlaces {
  const text = [value ?? ""].flat().join(",");
  if (text.length > 1024) return "unreadable";
  const fields = text.split(",").map((part) => part.split("="));
  const read = (name: string): string[] =>
    fields.flatMap(([key = "", field = ""]) => (key.trim() === name ? [field.trim()] : []));
  return toPlaces(read("country_code"), read("region_code"));
}

function toPlaces(countries: readonly string[], regions: readonly string[]): ToldPlaces {
  if (countries.length > maxValues || regions.length > maxValues) return "unreadable";
  const told = countries.filter((country) => country !== "" && !unknownCodes.has(country.toUpperCase()));
  if (!told.every((country) => isCountryCode(country.toUpperCase()))) return "unreadable";
  const [first, ...others] = told.flatMap((country) =>
    (regions.length === 0 ? [undefined] : regions).map((region) => toPlace(country, region)),
  );
  return first ? [first, ...others] : [unknownPlace];
}

/** The codes of edges for an unknown country, and Cloudflare's for Tor. */
const unknownCodes: ReadonlySet<string> = new Set(["XX", "T1", unknownCountry]);

/** A place from a country and a region of a header or a database, in one spelling; malformed values are unknown. */
export function toPlace(country: string | undefined, region: string | undefined): Place {
  if (country === undefined || !/^[A-Za-z]{2}$/.test(country)) return unknownPlace;
  const code = country.toUpperCase();
  return { country: code, region: toRegion(code, region) };
}

/** `ON`, `CA-ON` and `CAON` are one region. */
function toRegion(country: string, region: string | undefined): string | undefined {
  if (region === undefined || !/^[A-Za-z0-9-]{1,6}$/.test(region)) return undefined;
  const code = region.toUpperCase();
  return code.startsWith(country) && code.length > 3 ? code.slice(country.length).replace(/^-/, "") : code;
}
