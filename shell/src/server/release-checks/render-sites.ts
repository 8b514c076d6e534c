import { toIslandParts } from "@site/contracts/names/island-name";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import { type ComposedPage, flatten } from "../composition/fragments/composed-page.ts";
import { composePages, listHeads } from "../composition/fragments/compose-pages.ts";
import { FragmentMemory, toFragmentDigest } from "../composition/fragments/fragment-memory.ts";
import type { RenderPool } from "../composition/render/render-pool.ts";
import type { SiteWithData } from "../data/open-sites.ts";
import { serverFormat } from "../pages/build-id.ts";
import { openPlans } from "../pages/page-plan.ts";
import { toValueDigest } from "../pages/value-digest.ts";
import type { LoadedPackages, LoadedRelease } from "../releases/loaded-release.ts";
import { readLayout } from "../releases/read-layout.ts";
import { createDeadLinks, type DeadLink } from "./find-dead-links.ts";
import { createSharedIds, type SharedId } from "./find-shared-ids.ts";
import { findSlotProblems, listNamed, type SlotProblem } from "./find-slot-problems.ts";
import type { KnownPages, PageMemory } from "./page-memory.ts";
import { type RecordedRender, recordRenders } from "./record-renders.ts";

/** Page variants that are composed at once: what their islands render fits the memory of fragments, and no more than that is held. */
const portionSize = 256;

export interface RenderSitesOptions {
  sites: readonly SiteWithData[];
  pool: RenderPool;
  /** Whether a release is checked: its islands are rendered twice, and their renders are kept. */
  isCandidate(release: LoadedRelease): boolean;
  /** What differs from a set that needs no check. Without it every page is rendered. */
  changed?: ChangedPackages | undefined;
}

export interface ChangedPackages {
  /** The set that needs no check. */
  from: LoadedPackages;
  /** The packages that are not as they are in it. */
  names: ReadonlySet<PackageName>;
  memory: PageMemory;
}

/** What was found while the pages of all sites were rendered. */
export interface RenderedSites {
  /** Of candidates all, of other releases those that failed. */
  renders: readonly RecordedRender[];
  slotProblems: readonly SlotProblem[];
  deadLinks: readonly DeadLink[];
  sharedIds: readonly SharedId[];
  /** The pages that are too large. */
  cut: readonly Pick<ComposedPage, "plan" | "cut">[];
}

/** Renders the pages of all sites that can differ from those of the set before, for every locale and country rule. */
export async function renderSites(packages: LoadedPackages, options: RenderSitesOptions): Promise<RenderedSites> {
  const all = await Promise.all(options.sites.map((site) => renderSite(packages, site, options)));
  return {
    renders: all.flatMap(({ renders }) => renders),
    slotProblems: all.flatMap(({ slotProblems }) => slotProblems),
    deadLinks: all.flatMap(({ deadLinks }) => deadLinks),
    sharedIds: all.flatMap(({ sharedIds }) => sharedIds),
    cut: all.flatMap(({ cut }) => cut),
  };
}

async function renderSite(
  packages: LoadedPackages,
  { site, data }: SiteWithData,
  { pool, isCandidate, changed }: RenderSitesOptions,
): Promise<RenderedSites> {
  const layout = readLayout(packages);
  const recording = recordRenders(pool, isCandidate);
  const source = {
    packages,
    layout,
    site,
    // A copy for each site: localised data is cached by this object, and contains parts of the site.
    data: { ...data },
    pool: recording,
    memory: new FragmentMemory(),
    takesAnyHtml: true,
    onFailure: () => undefined,
  };
  const known = await changed?.memory.open(toScope(packages, { site, data }));
  const plans = openPlans(site, data, layout);
  const places = pickPlaces(plans.count, packages, known, changed);
  const slotProblems: SlotProblem[] = [];
  const deadLinks = createDeadLinks(site, layout, plans);
  const sharedIds = createSharedIds(site.siteId);
  const cut: Pick<ComposedPage, "plan" | "cut">[] = [];
  for (let from = 0; from < places.length; from += portionSize) {
    const portion = places.slice(from, from + portionSize);
    const pages = await composePages(portion.map(plans.at), source);
    slotProblems.push(...findSlotProblems(pages, packages));
    deadLinks.look(pages);
    sharedIds.look(pages);
    cut.push(...pages.flatMap((page) => (page.cut.length > 0 ? [{ plan: page.plan, cut: page.cut }] : [])));
    if (known)
      for (const [index, place] of portion.entries()) {
        const page = pages[index];
        if (page) learnPage(place, page, packages, known);
      }
  }
  return {
    renders: recording.renders,
    slotProblems,
    deadLinks: deadLinks.list(),
    sharedIds: sharedIds.list(),
    cut,
  };
}

/** The places of the pages that name a changed package, and of those of which nothing is known. */
function pickPlaces(
  count: number,
  packages: LoadedPackages,
  known: KnownPages | undefined,
  changed: ChangedPackages | undefined,
): number[] {
  const all = (): number[] => Array.from({ length: count }, (_, place) => place);
  if (!known || !changed || changed.names.has(shellName)) return all();
  // A head fragment that there was not before is on every page, and that there is no longer was.
  const [heads, headsBefore] = [packages, changed.from].map((set) =>
    listHeads({ packages: set, layout: readLayout(set) }).join(" "),
  );
  return heads === headsBefore ? known.listOpen(changed.from, changed.names, count) : all();
}

/** All that the pages of a site depend on, beside the releases of the packages that they name. */
function toScope(packages: LoadedPackages, { site, data }: SiteWithData): string {
  const heads = listHeads({ packages, layout: readLayout(packages) });
  const documents = Object.entries(data).map(([name, document]) => [name, toValueDigest(document)]);
  const shell = packages.get(shellName)?.digest;
  return `${site.siteId}-${toFragmentDigest(JSON.stringify([serverFormat, toValueDigest(site), documents, shell, heads]))}`;
}

/** Learns which packages a page names, unless something failed on it: then it might name others another time. */
function learnPage(
  place: number,
  { slots, heads, cut }: ComposedPage,
  packages: LoadedPackages,
  known: KnownPages,
): void {
  const all = flatten([...slots, ...heads]);
  if (cut.length > 0 || all.some(({ isLate }) => isLate)) return;
  const names = new Set(all.flatMap(({ island, html }) => [toIslandParts(island).owner, ...listNamed(html)]));
  known.learn(place, [...names], packages);
}
