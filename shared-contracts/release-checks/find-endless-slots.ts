import { slotPlace } from "../answers/allowed-html.ts";
import { findQuoted } from "./find-message-line.ts";
import type { CheckedSet, Rendering, SetFinding } from "./release-check.ts";

/** Islands by `key` or `key#variant`, and the islands of the same package that they have places for. */
type Places = ReadonlyMap<string, readonly string[]>;

/**
 * Islands with a place for themselves, or for an island of their package that leads back to them: each circle once, with the first page on which it was
 * rendered.
 */
export function findEndlessSlots({ candidates, renderings }: CheckedSet): SetFinding[] {
  const found = new Map<string, SetFinding>();
  const leading = renderings.filter((one) => listOwn(one).length > 0);
  for (const page of Map.groupBy(leading, toPage).values()) {
    const places: Places = new Map(page.map((one) => [toNode(one.expose, one.context.variant), listOwn(one)]));
    for (const { owner, expose, label, where, context } of page) {
      const start = toNode(expose, context.variant);
      const way = findWay(places, start);
      const [next = start] = way ?? [];
      if (!way || way.some((node) => found.has(`${owner}/${node}`))) continue;
      const [key = ""] = next.split("#");
      found.set(`${owner}/${start}`, {
        release: label,
        file: `src/exposes/${expose}.tsx`,
        ...findQuoted(candidates.get(owner)?.sourceRoot, `${owner}/${key}`),
        problem: `${owner}/${start} has a place for ${next === start ? "itself" : `${owner}/${next}, which leads back to it`}, so it would nest without end (on ${where}).`,
        change: `Take <Slot name="${owner}/${key}" /> out, or render its component, which needs no place.`,
      });
    }
  }
  return [...found.values()];
}

function toPage({ owner, context: { site, locale, page, visitor } }: Rendering): string {
  return [owner, site.siteId, locale.code, page.name, page.path, visitor.rule].join(" ");
}

function toNode(key: string, variant: string): string {
  return variant === "" ? key : `${key}#${variant}`;
}

/** The islands of its own package that an island has places for. */
function listOwn({ owner, outcome }: Rendering): string[] {
  if (!outcome.ok || !outcome.island.html.includes(`data-slot="${owner}/`)) return [];
  return [...outcome.island.html.matchAll(new RegExp(slotPlace, "g"))].flatMap(([, named, key = "", variant = ""]) =>
    named === owner ? [toNode(key, variant)] : [],
  );
}

/** The islands from the first place of an island back to the island itself; undefined when no place leads back. */
function findWay(places: Places, start: string): string[] | undefined {
  const seen = new Set<string>();
  const look = (from: string): string[] | undefined => {
    for (const next of places.get(from) ?? []) {
      if (next === start) return [next];
      if (seen.has(next)) continue;
      seen.add(next);
      const rest = look(next);
      if (rest) return [next, ...rest];
    }
    return undefined;
  };
  return look(start);
}
