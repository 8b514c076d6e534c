import { expect, test } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { listAlternates, toCanonical } from "./page-address.ts";

/** The homes of all sites in all their languages, by their canonical address. */
const homes = new Map(
  Object.values(siteConfigs).flatMap((site) =>
    site.locales.map(({ code }) => [toCanonical(site, code, "/"), listAlternates(site, code, "/")] as const),
  ),
);

test("a home that names another site's home as an alternate is named by it: search engines ignore the others", () => {
  for (const [address, alternates] of homes) {
    const unanswered = alternates.filter(({ url }) => homes.get(url)?.every((back) => back.url !== address));
    expect(unanswered, address).toEqual([]);
    expect(
      alternates.map(({ url }) => url),
      "it names itself",
    ).toContain(address);
  }
});

test("no two homes claim the readers of one language in one country", () => {
  const addresses = new Map<string, Set<string>>();
  for (const alternates of homes.values())
    for (const { tag, url } of alternates) addresses.set(tag, (addresses.get(tag) ?? new Set()).add(url));
  expect([...addresses].filter(([, urls]) => urls.size > 1)).toEqual([]);
  expect(addresses.size).toBeGreaterThan(16);
});
