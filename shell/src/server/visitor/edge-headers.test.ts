import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edges } from "./edge-headers.ts";
import { parsePlaces, type Place, toPlace } from "./edge-headers.ts";

const unknown = { country: undefined, region: undefined };

/** The one place that headers name. */
function parsePlace(...given: Parameters<typeof parsePlaces>): Place | undefined {
  const places = parsePlaces(...given);
  return places === "unreadable" || places.length > 1 ? undefined : places[0];
}

const toRegions = (count: number): string => Array.from({ length: count }, () => "ON").join();
const toLine = (length: number): string => "country_code=CA,x=".padEnd(length, "y");

describe("where a request comes from", () => {
  test.each([
    ["cloudfront", { "cloudfront-viewer-country": "CA", "cloudfront-viewer-country-region": "ON" }],
    ["cloudflare", { "cf-ipcountry": "CA", "cf-region-code": "ON" }],
    ["vercel", { "x-vercel-ip-country": "CA", "x-vercel-ip-country-region": "ON" }],
    ["fastly", { "x-site-country": "CA", "x-site-region": "ON" }],
    ["akamai", { "x-akamai-edgescape": "georegion=12,country_code=CA,region_code=ON,city=TORONTO" }],
  ] as const)("is read from %s's own headers, and not for another edge", (edge, headers) => {
    expect(parsePlace(edge, headers)).toEqual({ country: "CA", region: "ON" });
    for (const other of edges) if (other !== edge) expect(parsePlace(other, headers)).toEqual(unknown);
  });

  test("is unknown without an edge, for any headers", () => {
    expect(
      parsePlace("none", { "cf-ipcountry": "US", "x-vercel-ip-country": "US", "cloudfront-viewer-country": "US" }),
    ).toEqual(unknown);
  });

  test.each(["ON", "on", "CA-ON", "ca-on", "CAON", "CA-On"])(
    "B143 is Ontario for the region %s of Canada",
    (region) => {
      expect(parsePlace("cloudflare", { "cf-ipcountry": "CA", "cf-region-code": region })).toEqual({
        country: "CA",
        region: "ON",
      });
      expect(parsePlace("akamai", { "x-akamai-edgescape": `country_code=ca,region_code=${region}` })).toEqual({
        country: "CA",
        region: "ON",
      });
    },
  );

  test("keeps a region that equals its country's code or does not begin with it", () => {
    expect(parsePlace("cloudflare", { "cf-ipcountry": "CA", "cf-region-code": "CA" })?.region).toBe("CA");
    expect(parsePlace("cloudflare", { "cf-ipcountry": "IT", "cf-region-code": "62" })?.region).toBe("62");
    expect(parsePlace("cloudflare", { "cf-ipcountry": "CA", "cf-region-code": "CAX" })?.region).toBe("CAX");
    expect(parsePlace("cloudflare", { "cf-ipcountry": "CA", "cf-region-code": "A-B" })?.region).toBe("A-B");
    expect(parsePlace("cloudflare", { "cf-ipcountry": "CA", "cf-region-code": "CAA-B" })?.region).toBe("A-B");
    expect(parsePlace("cloudflare", { "cf-ipcountry": "CA", "cf-region-code": "CA--" })?.region).toBe("-");
  });

  test.each(["", "XX", "xx", "T1", "ZZ"])("B155 is unknown when the edge writes %j", (country) => {
    expect(parsePlace("cloudflare", { "cf-ipcountry": country, "cf-region-code": "ON" })).toEqual(unknown);
  });

  test.each(["C", "CAN", "C4", "QQ", "__", "Canada", "CA".repeat(2000), "CA,CAN", "CA,US,PH,AU,JP"])(
    "is unreadable when the country is %j",
    (country) => {
      expect(parsePlaces("cloudflare", { "cf-ipcountry": country, "cf-region-code": "ON" })).toBe("unreadable");
    },
  );

  test.each(["CA, CA, CA, CA, CA", "CA,CA,CA,CA,CA"])(
    "is unreadable when there are more than four countries: %j",
    (country) => {
      expect(parsePlaces("cloudflare", { "cf-ipcountry": country })).toBe("unreadable");
      expect(parsePlaces("cloudflare", { "cf-ipcountry": "CA, CA, CA, CA" })).toHaveLength(4);
    },
  );

  test("is unreadable when there are more than four regions", () => {
    expect(parsePlaces("cloudflare", { "cf-ipcountry": "CA", "cf-region-code": toRegions(5) })).toBe("unreadable");
    expect(parsePlaces("cloudflare", { "cf-ipcountry": "CA", "cf-region-code": toRegions(4) })).toHaveLength(4);
  });

  test("is read of an Akamai line of up to 1,024 characters, with spaces around its parts", () => {
    const line = " country_code = CA ,region_code = ON";
    expect(parsePlace("akamai", { "x-akamai-edgescape": line })).toEqual({ country: "CA", region: "ON" });
    expect(parsePlace("akamai", { "x-akamai-edgescape": toLine(1024) })?.country).toBe("CA");
    expect(parsePlaces("akamai", { "x-akamai-edgescape": toLine(1025) })).toBe("unreadable");
  });

  test.each([
    [undefined, undefined],
    ["CAN", "ON"],
    ["xCA", "ON"],
    ["", "ON"],
  ])("is unknown for the country %j of a database", (country, region) => {
    expect(toPlace(country, region)).toEqual(unknown);
  });

  test.each(["", "O N", "ON;x", "TOOLONG", "O\u0000", "é", "ON".repeat(4000)])(
    "has no region when the region is %j",
    (region) => {
      expect(parsePlace("vercel", { "x-vercel-ip-country": "CA", "x-vercel-ip-country-region": region })).toEqual({
        country: "CA",
        region: undefined,
      });
    },
  );

  test("is each of the places that a doubled header names: one of them may be forged", () => {
    const [canada, states] = [
      { country: "CA", region: undefined },
      { country: "US", region: undefined },
    ];
    expect(parsePlaces("fastly", { "x-site-country": ["CA", "US"] })).toEqual([canada, states]);
    expect(parsePlaces("fastly", { "x-site-country": "CA, US" })).toEqual([canada, states]);
    expect(parsePlaces("akamai", { "x-akamai-edgescape": ["country_code=CA", "country_code=US"] })).toEqual([
      canada,
      states,
    ]);
    expect(parsePlaces("akamai", { "x-akamai-edgescape": "country_code=CA,country_code=US" })).toEqual([
      canada,
      states,
    ]);
    expect(parsePlaces("fastly", { "x-site-country": "CA", "x-site-region": ["ON", "QC"] })).toEqual([
      { country: "CA", region: "ON" },
      { country: "CA", region: "QC" },
    ]);
  });

  test.each(["", "country_code", "country_code=", "=CA", "region_code=ON"])(
    "is unknown for the Akamai line %j",
    (line) => {
      expect(parsePlace("akamai", { "x-akamai-edgescape": line })).toEqual(unknown);
    },
  );

  test.each(["country_code=CAN", `country_code=CA,x=${"y".repeat(2000)}`])(
    "is unreadable for the Akamai line %j",
    (line) => {
      expect(parsePlaces("akamai", { "x-akamai-edgescape": line })).toBe("unreadable");
    },
  );

  test("is always two capital letters, unknown or unreadable, for any header", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...edges),
        fc.string({ unit: "binary-ascii" }),
        fc.string({ unit: "binary-ascii" }),
        (edge, one, two) => {
          const headers = {
            "cloudfront-viewer-country": one,
            "cf-ipcountry": one,
            "x-vercel-ip-country": one,
            "x-site-country": one,
            "cloudfront-viewer-country-region": two,
            "cf-region-code": two,
            "x-vercel-ip-country-region": two,
            "x-site-region": two,
            "x-akamai-edgescape": `country_code=${one},region_code=${two}`,
          };
          const places = parsePlaces(edge, headers);
          for (const { country, region } of places === "unreadable" ? [] : places) {
            expect(country ?? "AA").toMatch(/^[A-Z]{2}$/);
            expect(region ?? "A").toMatch(/^[A-Z0-9-]{1,6}$/);
          }
        },
      ),
    );
  });
});
