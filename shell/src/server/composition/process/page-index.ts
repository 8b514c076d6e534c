import type { DataDocumentName } from "@site/contracts/documents/data-documents";
import type { PackageName } from "@site/contracts/names/package-name";
import { inPortions } from "../../pages/in-portions.ts";
import { type PageInputs, type PageUse, toPageId } from "../../pages/page-id.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { LivePage } from "../../pages/site-state.ts";
import type { SitePlans } from "../../pages/site-plans.ts";
import { toValueDigest } from "../../pages/value-digest.ts";

export type Pages = ReadonlyMap<string, LivePage>;

/** An index of all pages of a set, which finds the pages that a change touches without reading the others. */
export interface PageIndex {
  plans: SitePlans;
  /** The inputs of all page ids except those of the open pages. */
  inputs: PageInputs;
  /** The keys of the open pages, which every run composes again: not whole, or reused although their inputs changed. */
  open: ReadonlySet<string>;
  /** All pages, the open ones included, grouped by what they use. */
  groups: ReadonlyMap<string, PageGroup>;
  /** How many slots name each fragment, by its digest. */
  uses: ReadonlyMap<string, number>;
}

/** Pages that show the same packages and read the same documents. */
interface PageGroup extends PageUse {
  keys: ReadonlySet<string>;
}

/** Indexes all pages. */
export async function indexPages(
  { plans, inputs, open }: Pick<PageIndex, "plans" | "inputs" | "open">,
  pages: Pages,
): Promise<PageIndex> {
  const groups = new Map<string, PageUse & { keys: Set<string> }>();
  const uses = new Map<string, number>();
  await inPortions(pages, ([key, page]) => {
    const name = toGroupName(page);
    const group = groups.get(name) ?? { shown: page.shown, reads: page.reads, keys: new Set() };
    groups.set(name, group);
    group.keys.add(key);
    countFragments(uses, page, 1);
  });
  return { plans, inputs, open, groups, uses };
}

/**
 * The keys of the pages that differ with other inputs, in the order of the layout; undefined when any page may differ, as with another shell
 * or other pages.
 */
export function listStale(
  index: PageIndex,
  pages: Pages,
  { plans, inputs }: Pick<PageIndex, "plans" | "inputs">,
): readonly string[] | undefined {
  if (index.plans !== plans || index.inputs.common !== inputs.common) return undefined;
  const isOther = (name: PackageName): boolean => index.inputs.set.digests[name] !== inputs.set.digests[name];
  const isRewritten = (name: DataDocumentName): boolean =>
    toValueDigest(index.inputs.data[name]) !== toValueDigest(inputs.data[name]);
  const stale = new Set<string>();
  for (const { shown, reads, keys } of index.groups.values())
    if (shown.some(isOther) || reads.some(isRewritten)) for (const key of keys) stale.add(key);
  for (const key of index.open) {
    const [page, plan] = [pages.get(key), plans.byKey.get(key)];
    if (page && plan && isMadeOf(page, inputs, plan)) stale.delete(key);
    else stale.add(key);
  }
  return stale.size === 0 ? [] : [...plans.byKey.keys()].filter((key) => stale.has(key));
}

/** Whether a page is whole and has the page id of these inputs. */
export function isMadeOf(page: LivePage, inputs: PageInputs, plan: PagePlan): boolean {
  return page.isWhole && page.pageId === toPageId(inputs, plan, page);
}

/** Updates the index after some pages were replaced. Unchanged groups are shared with the previous index. */
export async function updateIndex(
  before: PageIndex,
  { inputs, open }: Pick<PageIndex, "inputs" | "open">,
  { touched, from, to }: { touched: readonly string[]; from: Pages; to: Pages },
): Promise<PageIndex> {
  if (touched.length === 0) return { ...before, inputs, open };
  const groups = new Map(before.groups);
  const uses = new Map(before.uses);
  /** The groups that were copied, by name. */
  const own = new Map<string, Set<string>>();
  const toOwn = (name: string, use: PageUse): Set<string> => {
    const known = own.get(name);
    if (known) return known;
    const keys = new Set(groups.get(name)?.keys);
    own.set(name, keys);
    groups.set(name, { shown: use.shown, reads: use.reads, keys });
    return keys;
  };
  await inPortions(touched, (key) => {
    const [earlier, later] = [from.get(key), to.get(key)];
    if (!earlier || !later || earlier === later) return;
    countFragments(uses, earlier, -1);
    countFragments(uses, later, 1);
    const [left, entered] = [toGroupName(earlier), toGroupName(later)];
    if (left === entered) return;
    toOwn(left, earlier).delete(key);
    toOwn(entered, later).add(key);
  });
  for (const [name, keys] of own) if (keys.size === 0) groups.delete(name);
  return { plans: before.plans, inputs, open, groups, uses };
}

/** The fragments that pages name, after some pages were replaced. */
export async function updateFragments(
  before: ReadonlyMap<string, Buffer>,
  { uses }: PageIndex,
  { touched, from, to }: { touched: readonly string[]; from: Pages; to: Pages },
  sources: readonly (ReadonlyMap<string, Buffer> | undefined)[],
): Promise<ReadonlyMap<string, Buffer>> {
  const changed = touched.filter((key) => from.get(key) !== to.get(key));
  if (changed.length === 0) return before;
  const fragments = new Map(before);
  await inPortions(changed, (key) => {
    for (const { digest } of from.get(key)?.fragments ?? []) if (!uses.has(digest)) fragments.delete(digest);
    for (const { digest } of to.get(key)?.fragments ?? []) {
      const packed = fragments.has(digest) ? undefined : findPacked(digest, sources);
      if (packed) fragments.set(digest, packed);
    }
  });
  return fragments;
}

/** A packed fragment in the first of some maps that has it. */
export function findPacked(
  digest: string,
  sources: readonly (ReadonlyMap<string, Buffer> | undefined)[],
): Buffer | undefined {
  return sources.map((source) => source?.get(digest)).find((one) => one !== undefined);
}

function countFragments(uses: Map<string, number>, { fragments }: LivePage, by: 1 | -1): void {
  for (const { digest } of fragments) {
    const count = (uses.get(digest) ?? 0) + by;
    if (count > 0) uses.set(digest, count);
    else uses.delete(digest);
  }
}

function toGroupName({ shown, reads }: PageUse): string {
  return `${shown.join(" ")}|${reads.join(" ")}`;
}
