import { listIds } from "@site/contracts/answers/list-ids";
import type { SetFinding } from "@site/contracts/release-checks/release-check";
import { type IslandName, toIslandParts } from "@site/contracts/names/island-name";
import { type ComposedPage, flatten } from "../composition/fragments/composed-page.ts";
import type { LoadedPackages, LoadedRelease } from "../releases/loaded-release.ts";

/** An id that two slots of a page have: links, labels and buttons of the second lead to the first. */
export interface SharedId {
  siteId: string;
  id: string;
  /** The islands in the order of the document. They are equal when a page shows the same island twice. */
  islands: readonly [first: IslandName, second: IslandName];
  /** The first page with it: `GGPPH /contact/ with country rule none`. */
  where: string;
}

/** Finds the ids that slots of a site's pages share: each once for two islands, with its first page. */
export function createSharedIds(siteId: string): { look(pages: readonly ComposedPage[]): void; list(): SharedId[] } {
  const found = new Map<string, SharedId>();
  return {
    look(pages) {
      // Many pages share their header: its ids are read once. Not for the next pages, so that no more HTML is held than theirs.
      const read = new Map<string, ReadonlySet<string>>();
      for (const { plan, slots } of pages) {
        const first = new Map<string, IslandName>();
        for (const { island, html, isFallback } of flatten(slots)) {
          if (isFallback) continue;
          const ids = read.get(html) ?? new Set(listIds(html));
          read.set(html, ids);
          for (const id of ids) {
            const other = first.get(id);
            if (other === undefined) first.set(id, island);
            else {
              const where = `${siteId} ${plan.key.page} with country rule ${plan.key.rule}`;
              const shared: SharedId = { siteId, id, islands: [other, island], where };
              if (!found.has(toKey(shared))) found.set(toKey(shared), shared);
            }
          }
        }
      }
    },
    list: () => [...found.values()],
  };
}

const toKey = ({ id, islands }: SharedId): string => [id, ...islands].join(" ");

/** The shared ids that another set does not have as well. */
export function withoutSharedBefore(shared: readonly SharedId[], before: readonly SharedId[]): SharedId[] {
  const toSiteKey = (one: SharedId): string => `${one.siteId} ${toKey(one)}`;
  const known = new Set(before.map(toSiteKey));
  return shared.filter((one) => !known.has(toSiteKey(one)));
}

/**
 * Assigns each shared id to the candidate whose island has it, the second of two. Where neither is a candidate's, a candidate has brought both onto one page.
 * @param culprit the release that answers for what other releases' islands show
 */
export function toIdFindings(
  shared: readonly SharedId[],
  candidates: LoadedPackages,
  culprit: LoadedRelease,
): SetFinding[] {
  const first = new Map(shared.toReversed().map((one) => [toKey(one), one]));
  return [...first.values()].toReversed().map(({ id, islands, where }) => {
    const own = islands.toReversed().find((island) => candidates.has(toIslandParts(island).owner)) ?? islands[1];
    const [other = own] = islands.filter((island) => island !== own);
    const { owner, expose } = toIslandParts(own);
    const release = candidates.get(owner);
    return {
      release: (release ?? culprit).label,
      ...(release && { file: `src/exposes/${expose}.tsx` }),
      problem: `${own} has the id ${id}, which ${other === own ? "stands twice where a page shows it twice" : `${other} has on the same page`}. (on ${where})`,
      change: "Give it another id, or one of React's useId.",
    };
  });
}
