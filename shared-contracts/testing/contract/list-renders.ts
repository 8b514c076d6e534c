import { countryRules } from "../../src/country-rule.ts";
import type { IslandContext, IslandDescriptor } from "../../src/island.ts";
import type { IslandName } from "../../src/remote.ts";
import { createFakeContext, fakeData } from "../fake-site.ts";
import { islandVariants, listPagesOf } from "../fake-pages.ts";

/** One way an island can be asked to render, with words for it. */
export interface Render {
  title: string;
  context: IslandContext;
}

/** Every page the island can stand on, in each of its variants, for each country rule. */
export function listRenders(island: IslandName, descriptor: Pick<IslandDescriptor, "data">): Render[] {
  const data = Object.fromEntries(descriptor.data.map((name) => [name, fakeData[name]]));
  return listPagesOf(island).flatMap(({ island: _page, ...page }) =>
    (islandVariants[island] ?? [""]).flatMap((variant) =>
      countryRules.map((rule) => ({
        title: [page.name, variant, rule].filter((word) => word !== "").join(", "),
        context: createFakeContext({ page, variant, data, visitor: { rule } }),
      })),
    ),
  );
}
