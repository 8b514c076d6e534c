import { countryRules } from "@site/contracts/visitor/country-rule";
import { fetchPage } from "./fetch-page.ts";

/** The entity tags of pages, by address and country rule. */
export type Tags = ReadonlyMap<string, string>;

/** An environment in which a server trusts the bench's header for the country rule of a request. */
export const ruledEnvironment = { TRUSTED_PROXIES: "127.0.0.1" };

/** Number of concurrent requests. */
const lanes = 8;

/** Requests every page and payload under each country rule. For unchanged ones only the headers are sent. */
export async function readTags(origin: string, paths: readonly string[], before: Tags = new Map()): Promise<Tags> {
  const asked = paths
    .flatMap((path) => [path, `${path}_payload.json`])
    .flatMap((path) => countryRules.map((rule) => ({ path, rule })));
  const tags = new Map<string, string>();
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let one = asked[next++]; one; one = asked[next++]) {
        const key = `${one.rule} ${one.path}`;
        const { status, headers } = await fetchPage(origin, one.path, {
          "accept-encoding": "br",
          "site-variant": one.rule,
          "if-none-match": before.get(key) ?? '"none"',
        });
        if (status !== 200 && status !== 304) throw new Error(`${one.path} answered ${status}.`);
        tags.set(key, String(headers.etag));
      }
    }),
  );
  return tags;
}

/** The addresses of changed pages: as a document or a payload, under any country rule. */
export function listChanged(before: Tags, after: Tags): string[] {
  const changed = [...after]
    .filter(([key, tag]) => before.get(key) !== tag)
    .map(([key]) => (key.split(" ")[1] ?? "").replace("_payload.json", ""));
  return [...new Set(changed)];
}
