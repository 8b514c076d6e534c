import { createHash } from "node:crypto";
import type { DataDocuments } from "@site/contracts/data-documents";
import type { IslandContext } from "@site/contracts/island";
import type { PackageName } from "@site/contracts/package-name";
import { type IslandName, toIslandParts } from "@site/contracts/remote";
import { type SiteConfig, toPublicSiteConfig } from "@site/contracts/site-config";
import { frame } from "../../layout/routes.ts";
import type { LoadedRelease } from "../release/release-files.ts";
import type { RenderOutcome, RenderTask } from "../render/messages.ts";
import type { RenderPool } from "../render/render-pool.ts";
import { toFallback } from "./fallbacks.ts";
import { findSlots, type Fragment, pickData } from "./fragment.ts";
import { toKeyString } from "./page-key.ts";
import { pathMark, type PagePlan } from "./page-plan.ts";

export type LoadedPackages = ReadonlyMap<PackageName, LoadedRelease>;

/** The fragments of a page, outermost first, with those inside of them. */
export interface ComposedPage {
  plan: PagePlan;
  slots: FragmentTree[];
}

export interface FragmentTree extends Fragment {
  inner: FragmentTree[];
}

export interface Composition {
  packages: LoadedPackages;
  site: SiteConfig;
  data: DataDocuments;
  pool: RenderPool;
  /** The last good HTML of a slot, by page and slot id: used when its remote fails. */
  lastGood: Map<string, Fragment>;
  onFailure(failure: { island: IslandName; version: string; page: string; problem: string }): void;
}

interface Pending {
  plan: PagePlan;
  island: IslandName;
  variant: string;
  id: string;
  into: FragmentTree[];
}

/** Nesting deeper than this is a mistake of the remotes, such as two islands that contain each other. */
const maxDepth = 4;

/** Renders every slot of every page, level by level, each release in one batch. Never rejects for a remote's fault. */
export async function composePages(plans: readonly PagePlan[], composition: Composition): Promise<ComposedPage[]> {
  const pages: ComposedPage[] = plans.map((plan) => ({ plan, slots: [] }));
  const ids = plans.map(() => new Map<string, number>());
  let level: (Pending & { page: number })[] = pages.flatMap((page, index) =>
    toTopSlots(page.plan).map((island) => ({ page: index, plan: page.plan, island, variant: "", id: nextId(ids[index], island), into: page.slots })),
  );
  for (let depth = 0; level.length > 0 && depth < maxDepth; depth += 1) {
    const fragments = await renderLevel(level, composition);
    const next: typeof level = [];
    for (const [index, fragment] of fragments.entries()) {
      const pending = level[index];
      if (!pending) continue;
      const tree: FragmentTree = { ...fragment, inner: [] };
      pending.into.push(tree);
      for (const { island, variant } of findSlots(fragment.html)) {
        next.push({ ...pending, island, variant, id: nextId(ids[pending.page], island), into: tree.inner });
      }
    }
    level = next;
  }
  return pages;
}

/** The slots of the document itself, in its order. */
function toTopSlots(plan: PagePlan): IslandName[] {
  return [frame.header, frame.subNavigation, plan.page, frame.footer, frame.quickArea];
}

function nextId(used: Map<string, number> | undefined, island: IslandName): string {
  const count = (used?.get(island) ?? 0) + 1;
  used?.set(island, count);
  return count === 1 ? island : `${island}.${count}`;
}

async function renderLevel(level: Pending[], composition: Composition): Promise<Fragment[]> {
  const outcomes = new Map<Pending, RenderOutcome>();
  const byPackage = Map.groupBy(level, ({ island }) => toIslandParts(island).owner);
  await Promise.all(
    [...byPackage].map(async ([owner, pendings]) => {
      const results = await renderBatch(owner, pendings, composition);
      for (const [index, pending] of pendings.entries()) {
        const outcome = results[index];
        if (outcome) outcomes.set(pending, outcome);
      }
    }),
  );
  return level.map((pending) => toFragment(pending, outcomes.get(pending), composition));
}

/** Renders equal tasks once: most of a page's frame is the same for every country rule. */
async function renderBatch(owner: PackageName, pendings: Pending[], composition: Composition): Promise<RenderOutcome[]> {
  const release = composition.packages.get(owner);
  const shell = composition.packages.get("shell");
  if (!release || !shell) return pendings.map(() => ({ ok: false, problem: `there is no release of ${owner}` }));
  const unique = new Map<string, { index: number; task: RenderTask }>();
  const indexes = pendings.map((pending) => {
    const task: RenderTask = {
      expose: toIslandParts(pending.island).expose,
      id: pending.id,
      context: toIslandContext(pending, release, composition),
    };
    const key = createHash("sha256").update(JSON.stringify(task)).digest("base64");
    const known = unique.get(key);
    if (known) return known.index;
    unique.set(key, { index: unique.size, task });
    return unique.size - 1;
  });
  const outcomes = await composition.pool.render(release, shell, [...unique.values()].map(({ task }) => task));
  return indexes.map((index) => outcomes[index] ?? { ok: false, problem: "it was not rendered" });
}

function toIslandContext({ plan, island, variant }: Pending, release: LoadedRelease, { site, data }: Composition): IslandContext {
  const context: IslandContext = {
    site: toPublicSiteConfig(site),
    locale: plan.locale,
    // Only the island that is the error page is told its path; to the others it would be one page per path.
    page: island === plan.page ? plan.context : toOuterPage(plan),
    visitor: { rule: plan.key.rule },
    data,
    variant,
  };
  return { ...context, data: pickData(context, release, toIslandParts(island).expose) };
}

/** The page as everything around it sees it: an error page has no path of its own. */
export function toOuterPage(plan: PagePlan): PagePlan["context"] {
  return plan.context.path === pathMark ? { ...plan.context, path: `/${plan.context.status}/` } : plan.context;
}

function toFragment(pending: Pending, outcome: RenderOutcome | undefined, composition: Composition): Fragment {
  const { plan, island, variant, id } = pending;
  const { owner, expose } = toIslandParts(island);
  const release = composition.packages.get(owner);
  const version = release?.release.version ?? "none";
  const goodKey = `${toKeyString(plan.key)}|${id}`;
  if (outcome?.ok) {
    const fragment: Fragment = {
      island, id, variant, version,
      expose: release?.release.exposes.find((one) => one.key === expose),
      html: outcome.island.html,
      head: outcome.island.head,
      isFallback: false,
    };
    composition.lastGood.set(goodKey, fragment);
    return fragment;
  }
  composition.onFailure({ island, version, page: plan.key.page, problem: outcome?.problem ?? "it was not rendered" });
  return (
    composition.lastGood.get(goodKey) ?? {
      island, id, variant, version, expose: undefined, html: toFallback(island, plan, composition.site.name), head: undefined, isFallback: true,
    }
  );
}
