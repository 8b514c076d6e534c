import * as v from "valibot";
import { countryRules } from "../../src/country-rule.ts";
import { headFragmentSchema, headKey } from "../../src/head-fragment.ts";
import type { Release } from "../../src/release.ts";
import type { ServerEntry } from "../../src/server-entry.ts";
import { createFakeContext } from "../fake-site.ts";

const host = "https://vendor.example";
const vendors = {
  consent: { id: "5e0c0de0-51ee-4c0d-8e11-0123456789ab", scriptUrl: `${host}/consent.js` },
  analytics: { tagManagerId: "GTM-ABC1234", scriptUrl: `${host}/tags.js`, pageEvent: "content-view" },
} as const;

/** What of a head fragment differs between a release's document and its server file, or is no fragment, as sentences. */
export function findHeadProblems({ head }: Pick<Release, "head">, entry: ServerEntry): string[] {
  if (!head && !entry.head) return [];
  if (!head || !entry.head) return ["The document and the server do not agree on whether there is a head fragment."];
  const named = head.vendors;
  const differs = named.join() === entry.head.vendors.join() ? [] : ["The document and the server name different third parties."];
  const fragments = [{}, ...Object.entries(vendors).map(([name, settings]) => ({ [name]: settings })), vendors].flatMap((settings) =>
    countryRules.map((rule) => entry.render(headKey, headKey, createFakeContext({ vendors: settings, visitor: { rule } })).headFragment));
  return [...new Set([...differs, ...fragments.flatMap((fragment) => {
    if (fragment === undefined) return [];
    const { issues, output } = v.safeParse(headFragmentSchema, fragment);
    if (issues) return issues.map(({ message }) => `The fragment is none: ${message}.`);
    return output.vendors.filter((vendor) => !named.includes(vendor)).map((vendor) => `The fragment asks for ${vendor}, which the document does not name.`);
  })])];
}
