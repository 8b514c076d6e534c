import type { Layout } from "@site/contracts/pages/layout";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { type IslandName, toIslandParts } from "@site/contracts/names/island-name";
import { listHeads } from "../fragments/compose-pages.ts";
import { inPortions } from "../../pages/in-portions.ts";
import type { PagePolicies } from "../../policies/page-policy.ts";
import { type PageInputs, toPageId } from "../../pages/page-id.ts";
import type { PagePlan } from "../../pages/page-plan.ts";
import type { LoadedPackages } from "../../releases/loaded-release.ts";
import type { LivePage, SiteState } from "../../pages/site-state.ts";
import type { WrittenPage } from "./compose-messages.ts";
import { findPacked, isMadeOf, type Pages } from "./page-index.ts";

/** The head fragments of a set. For a release that cannot be read now, those of the previous state are assumed. */
export function findHeads(
  { digests }: ReleaseSet,
  packages: LoadedPackages,
  layout: Layout,
  previous: SiteState | undefined,
): IslandName[] {
  const unread = (previous?.heads ?? []).filter((island) => {
    const { owner } = toIslandParts(island);
    return !packages.has(owner) && layout.heads.includes(owner) && previous?.set.digests[owner] === digests[owner];
  });
  return [...listHeads({ packages, layout }), ...unread].toSorted();
}

/**
 * Merges the previous pages with those of another served set where they are equal. Equal pages are one object then, in memory once,
 * and composed once.
 */
export async function joinBefore(
  plans: ReadonlyMap<string, PagePlan>,
  inputs: PageInputs,
  previous: SiteState | undefined,
  beside: SiteState | undefined,
): Promise<SiteState | undefined> {
  if (!beside) return previous;
  const pages = new Map<string, LivePage>();
  await inPortions(plans, ([key, plan]) => {
    const other = beside.pages.get(key);
    const page = other && isMadeOf(other, inputs, plan) ? other : (previous?.pages.get(key) ?? other);
    if (page) pages.set(key, page);
  });
  const fragments = new Map([...beside.fragments, ...(previous?.fragments ?? [])]);
  return { ...(previous ?? beside), pages, fragments };
}

/** The keys of the pages whose inputs changed, and of those that were not whole. */
export async function findChanged(
  plans: ReadonlyMap<string, PagePlan>,
  inputs: PageInputs,
  previous: SiteState | undefined,
): Promise<string[]> {
  const changed: string[] = [];
  await inPortions(plans, ([key, plan]) => {
    const page = previous?.pages.get(key);
    if (!page || !isMadeOf(page, inputs, plan)) changed.push(key);
  });
  return changed;
}

/** The sources of the pages of a set. */
export interface PageSources {
  plans: ReadonlyMap<string, PagePlan>;
  inputs: PageInputs;
  set: ReleaseSet;
  previous: SiteState | undefined;
  written: ReadonlyMap<string, WrittenPage>;
}

/** Whether the previous page is reused: no page was written, or only one with a fallback while the previous page of the same set has none. */
export function isReused(key: string, { set, previous, written }: PageSources): boolean {
  const page = written.get(key);
  const before = previous?.pages.get(key);
  return !page || (page.hasFallback && before?.hasFallback === false && previous?.set.id === set.id);
}

/** Every page of a set: the written page, else the previous one. */
export async function gatherPages(sources: PageSources): Promise<Pages> {
  const pages = new Map<string, LivePage>();
  const toPage = createPageMaker(sources);
  await inPortions(sources.plans.keys(), (key) => {
    const page = toPage(key);
    if (page) pages.set(key, page);
  });
  return pages;
}

/** The pages of a set that differs from an indexed set in the touched pages only. */
export async function replacePages(
  { from, touched }: { from: Pick<SiteState, "pages">; touched: readonly string[] },
  sources: PageSources,
): Promise<Pages> {
  const toPage = createPageMaker(sources);
  let pages: Map<string, LivePage> | undefined;
  await inPortions(touched, (key) => {
    const page = toPage(key);
    if (!page || page === from.pages.get(key)) return;
    pages ??= new Map(from.pages);
    pages.set(key, page);
  });
  return pages ?? from.pages;
}

function createPageMaker(sources: PageSources): (key: string) => LivePage | undefined {
  const { plans, inputs, previous, written } = sources;
  const share = createSharing<PagePolicies>();
  return (key) => {
    const plan = plans.get(key);
    const page = written.get(key);
    const before = previous?.pages.get(key);
    return page && plan && !isReused(key, sources)
      ? toLivePage({ ...page, policies: share(page.policies) }, before, inputs, plan)
      : before;
  };
}

/** Returns one object for equal values: a thousand pages share a few policies, of some kilobytes each. */
function createSharing<T>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const key = JSON.stringify(value);
    const same = known.get(key) ?? value;
    known.set(key, same);
    return same;
  };
}

/** A page that is not whole depends on earlier releases too, so its page id includes the hashes of its bytes. */
function toLivePage(page: WrittenPage, before: LivePage | undefined, inputs: PageInputs, plan: PagePlan): LivePage {
  const late = page.isWhole ? "" : `${page.document.etag}${page.payload.etag}`;
  return {
    ...page,
    pageId: toPageId(inputs, plan, page, late),
    document: before?.document.etag === page.document.etag ? before.document : page.document,
    payload: before?.payload.etag === page.payload.etag ? before.payload : page.payload,
  };
}

/** The packed fragments that pages name, each once, from the first source that has it. */
export async function gatherFragments(
  pages: Pages,
  sources: readonly (ReadonlyMap<string, Buffer> | undefined)[],
): Promise<Map<string, Buffer>> {
  const gathered = new Map<string, Buffer>();
  await inPortions(pages, ([, { fragments }]) => {
    for (const { digest } of fragments) {
      const packed = gathered.has(digest) ? undefined : findPacked(digest, sources);
      if (packed) gathered.set(digest, packed);
    }
  });
  return gathered;
}
