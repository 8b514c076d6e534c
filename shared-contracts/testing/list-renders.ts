import { countryRules } from "../src/visitor/country-rule.ts";
import { headKey } from "../src/islands/head-fragment.ts";
import type { IslandContext, IslandDescriptor } from "../src/islands/island.ts";
import type { IslandName } from "../src/names/island-name.ts";
import { createFakeContext, fakeData } from "./fake-site.ts";
import { listPagesOf } from "./fake-pages.ts";

/** One way an island can be asked to render, with words for it. */
export interface Render {
  title: string;
  context: IslandContext;
}

/** Every page the island can stand on, in each of its variants, for each country rule. */
export function listRenders(island: IslandName, descriptor: Pick<IslandDescriptor, "data" | "variants">): Render[] {
  const data = Object.fromEntries(descriptor.data.map((name) => [name, fakeData[name]]));
  return listPagesOf(island).flatMap(({ island: _page, ...page }) =>
    (descriptor.variants ?? [""]).flatMap((variant) =>
      countryRules.map((rule) => ({
        title: toTitle([`page ${page.name}`, ...(variant === "" ? [] : [`variant ${variant}`])], rule),
        context: createFakeContext({ page, variant, data, visitor: { rule } }),
      })),
    ),
  );
}

const host = "https://vendor.example";
const vendors = {
  consent: { id: "5e0c0de0-51ee-4c0d-8e11-0123456789ab", scriptUrl: `${host}/consent.js` },
  analytics: { tagManagerId: "GTM-ABC1234", scriptUrl: `${host}/tags.js`, pageEvent: "content-view" },
} as const;

/** A head fragment without vendors, with each of them and with all, for each country rule. */
export function listHeadRenders(): Render[] {
  const settings = [{}, ...Object.entries(vendors).map(([name, one]) => ({ [name]: one })), vendors];
  return settings.flatMap((used) =>
    countryRules.map((rule) => ({
      title: toTitle([headKey, ...Object.keys(used).map((name) => `vendor ${name}`)], rule),
      context: createFakeContext({ vendors: used, data: {}, visitor: { rule } }),
    })),
  );
}

function toTitle(where: readonly string[], rule: string): string {
  return `${where.join(", ")} with country rule ${rule}`;
}
