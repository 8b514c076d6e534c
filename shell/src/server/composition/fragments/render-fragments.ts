import { toKeptProblem } from "@site/contracts/answers/find-answer-problem";
import { findFragmentProblems } from "@site/contracts/answers/find-fragment-problems";
import type { DataDocuments, IslandDataName } from "@site/contracts/documents/data-documents";
import type { IslandContext } from "@site/contracts/islands/island";
import type { PackageName } from "@site/contracts/names/package-name";
import { toIslandParts } from "@site/contracts/names/island-name";
import {
  type PublicSiteConfig,
  type SiteConfig,
  type SiteParts,
  toPublicSiteConfig,
  toVendorSettings,
  type VendorSettings,
} from "@site/contracts/site/site-config";
import type { LoadedRelease } from "../../releases/loaded-release.ts";
import type { RenderTask } from "@site/contracts/confine/render-messages";
import type { RenderOutcome } from "@site/contracts/confine/answers";
import { toFragmentDigest } from "./fragment-memory.ts";
import { localizeData } from "./localize-data.ts";
import { toValueDigest } from "../../pages/value-digest.ts";
import { pathMark, type PagePlan } from "../../pages/page-plan.ts";
import { createSharedNames } from "./shared-names.ts";
import { renderOnce, type SlotOutcome } from "./render-once.ts";
import { findExpose, findStyleProblem, toFragment } from "./released-fragment.ts";
import type { PlacedFragment } from "./composed-page.ts";
import type { FragmentSource, PendingSlot } from "./fragment-source.ts";
import { findStandIn } from "./stand-in.ts";

/** The parts of a site that islands may receive: the public configuration for all, parts and vendors for those that declare them. */
interface TaskSite {
  /** The public configuration by locale code. */
  inLanguage: ReadonlyMap<string, PublicSiteConfig>;
  parts: SiteParts;
  vendors: VendorSettings;
}

/** Renders slots of many pages, in one batch for each release. Fragments in `memory` are not rendered again. */
export async function renderFragments(
  slots: readonly PendingSlot[],
  source: FragmentSource,
): Promise<PlacedFragment[]> {
  const site = {
    inLanguage: new Map(source.site.locales.map(({ code }) => [code, toPublicSiteConfig(source.site, code)])),
    parts: source.site,
    vendors: toVendorSettings(source.site),
  };
  const outcomes = new Map<PendingSlot, SlotOutcome>();
  const byPackage = Map.groupBy(slots, ({ island }) => toIslandParts(island).owner);
  await Promise.all(
    [...byPackage].map(async ([owner, ofOwner]) => {
      const rendered = await renderOnce(ofOwner, {
        listNames: createSharedNames(owner, source),
        release: source.packages.get(owner)?.label ?? "",
        memory: source.memory,
        render: (some) => renderSlots(owner, some, site, source),
      });
      for (const [slot, outcome] of rendered) outcomes.set(slot, outcome);
    }),
  );
  return Promise.all(slots.map((slot) => place(slot, outcomes.get(slot), source)));
}

async function renderSlots(
  owner: PackageName,
  slots: readonly PendingSlot[],
  site: TaskSite,
  source: FragmentSource,
): Promise<Map<PendingSlot, SlotOutcome>> {
  const { packages, data, pool, memory, takesAnyHtml = false } = source;
  const release = packages.get(owner);
  const shell = packages.get("shell");
  if (!release || !shell)
    return new Map(slots.map((slot) => [slot, { ok: false, problem: `there is no release of ${owner}` }]));
  const outcomes = new Map<PendingSlot, SlotOutcome>(
    slots.flatMap((slot) => {
      const problem = findStyleProblem(release, findExpose(release, slot.island)?.css ?? []);
      return problem === undefined ? [] : [[slot, { ok: false, problem }]];
    }),
  );
  const asked = slots
    .filter((slot) => !outcomes.has(slot))
    .map((slot) => {
      const task = {
        expose: toIslandParts(slot.island).expose,
        id: slot.id,
        context: toIslandContext(slot, release, site, data),
      };
      return { slot, task, key: toRenderKey(task, release, shell, source.site) };
    });
  const known = await memory.recall(asked.map(({ key }) => key));
  const missing = asked.filter(({ slot, key }) => {
    const fragment = known.get(key);
    if (fragment) outcomes.set(slot, { ok: true, ...fragment });
    return !fragment;
  });
  if (missing.length === 0) return outcomes;
  // Several pages have the same HTML: check it once.
  const judged = new Map<string, string | undefined>();
  const take = (answered: RenderOutcome, index: number, milliseconds?: number): void => {
    const { slot, key } = missing[index] ?? {};
    if (!slot || key === undefined || outcomes.has(slot)) return;
    const outcome = takesAnyHtml ? answered : judge(answered, judged);
    if (!outcome.ok) {
      outcomes.set(slot, outcome);
      return;
    }
    if (milliseconds !== undefined) memory.noteTime(key, milliseconds);
    const fragment = toFragment(slot, outcome.island, release);
    outcomes.set(slot, { ok: true, fragment, ...memory.remember(key, fragment) });
  };
  const tasks = missing.map(({ task }) => task);
  // Outcomes are checked while the next island is rendered.
  const rendered = await pool.render(release, shell, tasks, take);
  for (const [index, outcome] of rendered.entries()) take(outcome, index);
  return outcomes;
}

/** Replaces an outcome whose HTML could reach outside of its slot by a failure. */
function judge(outcome: RenderOutcome, judged: Map<string, string | undefined>): RenderOutcome {
  if (!outcome.ok) return outcome;
  const { html } = outcome.island;
  if (!judged.has(html)) {
    const [found] = findFragmentProblems(html);
    judged.set(html, found && toKeptProblem(`its HTML at character ${found.at + 1}: ${found.problem}`));
  }
  const problem = judged.get(html);
  return problem === undefined ? outcome : { ok: false, problem };
}

/** The cache key of a task: a hash of all of its inputs. Documents and the site are hashed once, not for every island. */
function toRenderKey(
  { expose, id, context }: RenderTask,
  release: LoadedRelease,
  shell: LoadedRelease,
  site: SiteConfig,
): string {
  const { site: _site, data, vendors, ...page } = context;
  const documents = Object.entries(data).map(([name, document]) => [name, toValueDigest(document)]);
  return toFragmentDigest(
    JSON.stringify([
      release.digest,
      shell.digest,
      toValueDigest(site),
      expose,
      id,
      page,
      documents,
      Object.keys(vendors ?? {}),
    ]),
  );
}

function toIslandContext(
  { plan, island, variant }: PendingSlot,
  release: LoadedRelease,
  { inLanguage, parts, vendors }: TaskSite,
  data: DataDocuments,
): IslandContext {
  const site = inLanguage.get(plan.locale.code);
  if (!site) throw new Error(`The site has no locale ${plan.locale.code}.`);
  const expose = findExpose(release, island);
  const names: IslandDataName[] = expose?.data ?? [];
  return {
    site,
    locale: plan.locale,
    // Only the error page itself gets the requested path; the islands around it are rendered once for all paths.
    page: island === plan.island ? plan.context : toOuterPage(plan),
    visitor: { rule: plan.key.rule },
    data: Object.fromEntries(names.map((name) => [name, localizeData(data, parts, plan.locale.code)[name]])),
    vendors: Object.fromEntries((expose?.vendors ?? []).map((name) => [name, vendors[name]])),
    variant,
  };
}

/** The page context of the islands around a page. For an error page it has a fixed path instead of the requested one, and no id of a failure. */
export function toOuterPage(plan: PagePlan): PagePlan["context"] {
  return plan.context.path === pathMark
    ? { ...plan.context, path: `/${plan.context.status}/`, params: {} }
    : plan.context;
}

/** The fragment of a slot: the rendered one, else its stand-in. */
function place(
  slot: PendingSlot,
  outcome: SlotOutcome | undefined,
  source: FragmentSource,
): PlacedFragment | Promise<PlacedFragment> {
  if (!outcome?.ok) return findStandIn(slot, outcome?.problem ?? "it was not rendered", source, outcome);
  const { fragment, key, digest } = outcome;
  if (fragment.lacksLocale !== undefined)
    source.onMissingLocale?.({
      remote: toIslandParts(slot.island).owner,
      version: fragment.version,
      locale: fragment.lacksLocale,
    });
  return { ...fragment, origin: { key, digest }, isLate: false };
}
