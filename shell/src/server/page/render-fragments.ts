import { setImmediate as yieldToRequests } from "node:timers/promises";
import type { DataDocuments, IslandDataName } from "@site/contracts/data-documents";
import { headKey } from "@site/contracts/head-fragment";
import type { IslandContext, RenderedIsland } from "@site/contracts/island";
import type { Layout } from "@site/contracts/layout";
import type { PackageName } from "@site/contracts/package-name";
import type { ReleaseExpose } from "@site/contracts/release";
import { toReleaseUrl } from "@site/contracts/release-set";
import { type IslandName, toIslandParts } from "@site/contracts/remote";
import { type PublicSiteConfig, type SiteConfig, type SiteParts, toPublicSiteConfig, toVendorSettings, type VendorSettings } from "@site/contracts/site-config";
import type { Vendor } from "@site/contracts/vendor";
import type { LoadedRelease } from "../release/release-files.ts";
import type { RenderOutcome, RenderTask } from "../render/messages.ts";
import type { RenderPool } from "../render/render-pool.ts";
import { toFallback } from "./fallbacks.ts";
import type { Fragment, FragmentStyle } from "./fragment.ts";
import { localizeData } from "./localize-data.ts";
import { toKeyString } from "./page-key.ts";
import { pathMark, type PagePlan } from "./page-plan.ts";

export type LoadedPackages = ReadonlyMap<PackageName, LoadedRelease>;

export interface RemoteFailure {
  island: IslandName;
  version: string;
  page: string;
  problem: string;
}

/** A package that was rendered in another language than the page's (B184). */
export interface MissingLocale {
  remote: PackageName;
  version: string;
  locale: string;
}

/** A slot that waits for its HTML. */
export interface PendingSlot {
  plan: PagePlan;
  island: IslandName;
  variant: string;
  id: string;
}

/**
 * What earlier compositions left: HTML that is still right, and the last good HTML of every slot for the day its
 * remote fails. One for the life of a server.
 */
export class FragmentMemory {
  #rendered = new Map<string, RenderedIsland>();
  #used = new Map<string, RenderedIsland>();
  readonly lastGood = new Map<string, Fragment>();

  /** HTML rendered before from the same release, data and context. */
  recall(key: string): RenderedIsland | undefined {
    const island = this.#used.get(key) ?? this.#rendered.get(key);
    if (island) this.#used.set(key, island);
    return island;
  }

  remember(key: string, island: RenderedIsland): void {
    this.#used.set(key, island);
  }

  /** Forgets what the composition that just ended did not use. */
  sweep(): void {
    this.#rendered = this.#used;
    this.#used = new Map();
  }
}

export interface FragmentSource {
  packages: LoadedPackages;
  /** That of the shell among the packages. */
  layout: Layout;
  site: SiteConfig;
  data: DataDocuments;
  pool: RenderPool;
  memory: FragmentMemory;
  onFailure(failure: RemoteFailure): void;
  onMissingLocale?(missing: MissingLocale): void;
}

/** What islands may be told of a site: the part for all of them, and parts and vendors for those that asked. */
interface TaskSite {
  /** By locale code. */
  inLanguage: ReadonlyMap<string, PublicSiteConfig>;
  parts: SiteParts;
  vendors: VendorSettings;
}

/** Renders slots of many pages, each release in one batch; what is known already is not rendered again. */
export async function renderFragments(slots: readonly PendingSlot[], source: FragmentSource): Promise<Fragment[]> {
  const site = {
    inLanguage: new Map(source.site.locales.map(({ code }) => [code, toPublicSiteConfig(source.site, code)])),
    parts: source.site,
    vendors: toVendorSettings(source.site),
  };
  const outcomes = new Map<PendingSlot, RenderOutcome>();
  const byPackage = Map.groupBy(slots, ({ island }) => toIslandParts(island).owner);
  await Promise.all(
    [...byPackage].map(async ([owner, ofOwner]) => {
      for (const [slot, outcome] of await renderBatch(owner, ofOwner, site, source)) outcomes.set(slot, outcome);
    }),
  );
  return slots.map((slot) => toFragment(slot, outcomes.get(slot), source));
}

/**
 * Slots that differ in the country rule alone are rendered once; the others follow only where the island looked at its
 * visitor.
 */
async function renderBatch(
  owner: PackageName,
  slots: readonly PendingSlot[],
  site: TaskSite,
  source: FragmentSource,
): Promise<Map<PendingSlot, RenderOutcome>> {
  const outcomes = new Map<PendingSlot, RenderOutcome>();
  const families = [...Map.groupBy(slots, (slot) => `${slot.id}|${slot.variant}|${slot.plan.key.locale}|${slot.plan.key.page}`).values()];
  const firsts = families.flatMap(([first]) => (first ? [first] : []));
  for (const [slot, outcome] of await renderSlots(owner, firsts, site, source)) outcomes.set(slot, outcome);
  const others: PendingSlot[] = [];
  for (const [first, ...rest] of families) {
    const outcome = first && outcomes.get(first);
    for (const slot of rest) {
      if (outcome?.ok && !outcome.island.readsVisitor) outcomes.set(slot, outcome);
      else others.push(slot);
    }
  }
  for (const [slot, outcome] of await renderSlots(owner, others, site, source)) outcomes.set(slot, outcome);
  return outcomes;
}

async function renderSlots(
  owner: PackageName,
  slots: readonly PendingSlot[],
  site: TaskSite,
  { packages, data, pool, memory }: FragmentSource,
): Promise<Map<PendingSlot, RenderOutcome>> {
  const outcomes = new Map<PendingSlot, RenderOutcome>();
  const release = packages.get(owner);
  const shell = packages.get("shell");
  const missing: { slot: PendingSlot; key: string; task: RenderTask }[] = [];
  for (const [index, slot] of slots.entries()) {
    if (!release || !shell) {
      outcomes.set(slot, { ok: false, problem: `there is no release of ${owner}` });
      continue;
    }
    const task = { expose: toIslandParts(slot.island).expose, id: slot.id, context: toIslandContext(slot, release, site, data) };
    const key = `${release.label} ${shell.label} ${JSON.stringify(task)}`;
    const known = memory.recall(key);
    if (known) outcomes.set(slot, { ok: true, island: known });
    else missing.push({ slot, key, task });
    // A whole site is written here; requests go first.
    if (index % 16 === 15) await yieldToRequests();
  }
  if (!release || !shell || missing.length === 0) return outcomes;
  const rendered = await pool.render(release, shell, missing.map(({ task }) => task));
  for (const [index, { slot, key }] of missing.entries()) {
    const outcome = rendered[index] ?? { ok: false, problem: "it was not rendered" };
    outcomes.set(slot, outcome);
    if (outcome.ok) memory.remember(key, outcome.island);
  }
  return outcomes;
}

function toIslandContext({ plan, island, variant }: PendingSlot, release: LoadedRelease, { inLanguage, parts, vendors }: TaskSite, data: DataDocuments): IslandContext {
  const site = inLanguage.get(plan.locale.code);
  if (!site) throw new Error(`The site has no locale ${plan.locale.code}.`);
  const expose = findExpose(release, island);
  const names: IslandDataName[] = expose?.data ?? [];
  return {
    site,
    locale: plan.locale,
    // Only the island that is the error page is told its path; to the others it would be one page per path.
    page: island === plan.page ? plan.context : toOuterPage(plan),
    visitor: { rule: plan.key.rule },
    data: Object.fromEntries(names.map((name) => [name, localizeData(data, parts, plan.locale.code)[name]])),
    vendors: Object.fromEntries((expose?.vendors ?? []).map((name) => [name, vendors[name]])),
    variant,
  };
}

/** The page as everything around it sees it: an error page has no path of its own. */
export function toOuterPage(plan: PagePlan): PagePlan["context"] {
  return plan.context.path === pathMark ? { ...plan.context, path: `/${plan.context.status}/` } : plan.context;
}

function findExpose({ release }: LoadedRelease, island: IslandName): ReleaseExpose | undefined {
  const { expose } = toIslandParts(island);
  if (expose === headKey && release.head) return { key: headKey, hydrate: "never", data: [], vendors: release.head.vendors, js: [], css: [] };
  return release.exposes.find((one) => one.key === expose);
}

function toFragment(slot: PendingSlot, outcome: RenderOutcome | undefined, { packages, memory, onFailure, onMissingLocale, site, layout }: FragmentSource): Fragment {
  const { plan, island, variant, id } = slot;
  const release = packages.get(toIslandParts(island).owner);
  const version = release?.release.version ?? "none";
  const goodKey = `${toKeyString(plan.key)}|${id}`;
  if (outcome?.ok && release) {
    const { lacksLocale } = outcome.island;
    if (lacksLocale !== undefined) onMissingLocale?.({ remote: release.release.name, version, locale: lacksLocale });
    const expose = findExpose(release, island);
    const fragment: Fragment = {
      island, id, variant, version,
      live: expose && expose.hydrate !== "never" ? expose : undefined,
      vendors: toVendors(island, expose?.vendors ?? [], outcome.island),
      styles: toStyles(release, expose?.css ?? []),
      html: outcome.island.html,
      head: outcome.island.head,
      plain: toPlainScript(release, outcome.island),
      isFallback: false,
    };
    memory.lastGood.set(goodKey, fragment);
    return fragment;
  }
  onFailure({ island, version, page: plan.key.page, problem: outcome && !outcome.ok ? outcome.problem : "it was not rendered" });
  const good = memory.lastGood.get(goodKey);
  // It stays as it stands: what it would need to come alive may have changed since, and so may a plain script.
  if (good) return { ...good, live: undefined, plain: good.version === version ? good.plain : undefined };
  return { island, id, variant, version, live: undefined, vendors: [], styles: [], html: toFallback(island, plan, site, layout), head: undefined, isFallback: true };
}

/** An island's vendors are those its release names; a head fragment says of each page which of them it needs there. */
function toVendors(island: IslandName, named: readonly Vendor[], { headFragment }: RenderedIsland): readonly Vendor[] {
  return toIslandParts(island).expose === headKey ? named.filter((vendor) => headFragment?.vendors.includes(vendor)) : named;
}

function toPlainScript({ release }: LoadedRelease, { headFragment }: RenderedIsland): Fragment["plain"] {
  if (!headFragment || !release.head) return undefined;
  return { script: toReleaseUrl(release.name, release.version, release.head.script), settings: headFragment.settings };
}

function toStyles({ release, files }: LoadedRelease, paths: readonly string[]): FragmentStyle[] {
  return paths.map((path) => ({
    url: toReleaseUrl(release.name, release.version, path),
    integrity: release.files[path]?.integrity ?? "",
    text: files.get(path)?.toString("utf8").trim() ?? "",
  }));
}
