import type { RegionId } from "@site/contracts/site/region";
import { expect, test } from "vitest";
import { findMainSite, toRegionCountry } from "./find-main-site.ts";

test.each<[RegionId, string | undefined]>([
  ["GGPPH", "PH"],
  ["GGPUK", "GB"],
  ["GGPCOM", undefined],
  ["GGPEU", undefined],
])("B150 %s is the site of %s", (id, country) => {
  expect(toRegionCountry(id)).toBe(country);
});

const regions = (["GGPPH", "GGPUK", "GGPDE", "GGPCOM"] as const).map((id) => ({ id }));
const site = { siteId: "GGPPH", regionCountryCode: "PH", regions } as const;
const find = (country: string | undefined, here: Parameters<typeof findMainSite>[1] = site) =>
  findMainSite({ country, region: undefined }, here)?.id;

test("B150 a visitor's own site is that of their country, where it is another one", () => {
  expect(find("DE")).toBe("GGPDE");
  expect(find("GB")).toBe("GGPUK");
  expect(find("PH")).toBeUndefined();
  expect(find("FR")).toBeUndefined();
  expect(find("COM")).toBeUndefined();
  expect(find(undefined)).toBeUndefined();
});

test("B150 a site offers neither itself nor another site for its own country", () => {
  expect(find("PH", { ...site, regionCountryCode: "US" })).toBeUndefined();
  expect(find("DE", { ...site, regionCountryCode: "DE" })).toBeUndefined();
});
