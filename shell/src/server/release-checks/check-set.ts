import {
  type CheckedRelease,
  type CheckedSet,
  type EmptySlot,
  type ReleaseProblem,
  runTogether,
  type SetFinding,
} from "@site/contracts/release-checks/release-check";
import { listTogetherChecks } from "@site/contracts/release-checks/release-checks";
import { headKey } from "@site/contracts/islands/head-fragment";
import { type PackageName, shellName } from "@site/contracts/names/package-name";
import type { LoadedPackages } from "../releases/loaded-release.ts";
import { toLinkFindings, withoutKnown } from "./find-dead-links.ts";
import { toIdFindings, withoutSharedBefore } from "./find-shared-ids.ts";
import type { SlotProblem } from "./find-slot-problems.ts";
import { readLayout } from "../releases/read-layout.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { RenderPool } from "../composition/render/render-pool.ts";
import { describeRelease, findProblemsAlone } from "./check-release.ts";
import type { PageMemory } from "./page-memory.ts";
import { type RecordedRender, toRendering } from "./record-renders.ts";
import { type RenderedSites, renderSites } from "./render-sites.ts";
import type { SiteWithData } from "../data/open-sites.ts";

export interface CheckSetOptions {
  /** All sites that the set would serve, each with its own data. */
  sites: readonly SiteWithData[];
  pool: RenderPool;
  /** The live set: a render that fails there already is no problem of the candidates. */
  live?: LoadedPackages | undefined;
  /** What earlier checks learned of the live pages: those that name no package that differs from the live one are not rendered. */
  pages?: PageMemory | undefined;
  /** Whether the candidates are newly published and replace the live releases. Candidates of a rollback were live before, and may have a smaller surface. */
  isPublish?: boolean | undefined;
  /** The folder of the building machine, where it is known: it must not appear in a release. */
  buildRoot?: string | undefined;
  /** The folders of packages' sources, where they are known: refusals name the line there. */
  sourceRoots?: ReadonlyMap<PackageName, string> | undefined;
}

/**
 * All problems of releases, and of the set that they would make with those beside them: every check of the list, with each page
 * that they can change rendered for every site, locale and country rule. Candidates are refused for their own islands, and for islands of
 * others that fail because of them.
 * @throws SiteError `LAYOUT_*` when the shell of the set has no layout that this version supports
 * @param candidates the releases to admit; all of them when a whole set is checked
 * @param beside the other releases of the set
 */
export async function findProblems(
  candidates: LoadedPackages,
  beside: LoadedPackages,
  options: CheckSetOptions,
): Promise<ReleaseProblem[]> {
  const packages = new Map([...beside, ...candidates]);
  const shell = packages.get(shellName);
  const checked = new Map<PackageName, CheckedRelease>();
  for (const described of await Promise.all(
    [...candidates.values()].map((candidate) =>
      describeRelease(candidate, {
        pool: options.pool,
        shell,
        others: packages.keys(),
        buildRoot: options.buildRoot,
        sourceRoots: options.sourceRoots,
      }),
    ),
  )) {
    checked.set(described.release.name, described);
  }
  const alone = [...checked.values()].flatMap(findProblemsAlone);
  // Without a valid layout there are no pages to render; its own check reports that.
  const rendered =
    shell && !alone.some(({ check }) => check === "layout")
      ? await renderSet(packages, candidates, options)
      : { renderings: [], emptySlots: [], largePages: [], deadLinks: [], sharedIds: [] };
  const together = listTogetherChecks().flatMap((check) =>
    runTogether(check, {
      candidates: checked,
      releases: packages,
      before: options.live,
      replaced: options.isPublish ? pickReplaced(options.live, candidates) : undefined,
      ...rendered,
    }),
  );
  return [...alone, ...together];
}

function pickReplaced(live: LoadedPackages = new Map(), candidates: LoadedPackages): LoadedPackages {
  return new Map([...live].filter(([name]) => candidates.has(name)));
}

async function renderSet(
  packages: LoadedPackages,
  candidates: LoadedPackages,
  { sites, pool, live, pages }: CheckSetOptions,
): Promise<Pick<CheckedSet, "renderings" | "emptySlots" | "largePages" | "deadLinks" | "sharedIds">> {
  const isCandidate = ({ release, label }: LoadedRelease): boolean => candidates.get(release.name)?.label === label;
  const layout = readLayout(packages);
  const changed = live && pages && { from: live, names: listChanged(packages, live, candidates), memory: pages };
  const rendered = await renderSites(packages, { sites, pool, isCandidate, changed });
  // The check of slots reports an unfilled slot, and names the island that has it.
  const unfilled = new Set(rendered.slotProblems.map(({ slot }) => slot));
  const renders = rendered.renders.filter((one) => hasExpose(one) || !unfilled.has(toIsland(one)));
  const foreign = renders.filter(({ release, outcome }) => !outcome.ok && !isCandidate(release));
  // Render the live set only when something fails, to leave out what fails there too.
  const before =
    foreign.length + rendered.deadLinks.length + rendered.sharedIds.length > 0 && live?.has(shellName)
      ? await renderSites(live, { sites, pool, isCandidate: () => false, changed })
      : { renders: [], deadLinks: [], sharedIds: [] };
  const failedBefore = new Set(before.renders.filter(({ outcome }) => !outcome.ok).map(toTaskKey));
  const culprit = candidates.get(shellName) ?? [...candidates.values()][0];
  const caused = live ? foreign.filter((one) => !failedBefore.has(toTaskKey(one))) : foreign;
  return {
    renderings: [
      ...renders
        .filter(({ release }) => isCandidate(release))
        .map((one) => toRendering(one, layout, one.release.label)),
      ...(culprit ? caused.map((one) => toRendering(one, layout, culprit.label)) : []),
    ],
    emptySlots: pickFirst(rendered.slotProblems).flatMap((one) => toFinding(one, candidates)),
    largePages: culprit ? findLargePages(rendered.cut, candidates, culprit) : [],
    deadLinks: culprit ? toLinkFindings(withoutKnown(rendered.deadLinks, before.deadLinks), candidates, culprit) : [],
    sharedIds: culprit
      ? toIdFindings(withoutSharedBefore(rendered.sharedIds, before.sharedIds), candidates, culprit)
      : [],
  };
}

function toIsland({ release, task }: RecordedRender): string {
  return `${release.release.name}/${task.expose}`;
}

/** Whether the release that was asked has such an island, or head fragment. */
function hasExpose({ release: { release }, task }: RecordedRender): boolean {
  return task.expose === headKey || release.exposes.some(({ key }) => key === task.expose);
}

/** The candidates, and the packages whose release is another one than in the live set. */
function listChanged(
  packages: LoadedPackages,
  live: LoadedPackages,
  candidates: LoadedPackages,
): ReadonlySet<PackageName> {
  const all = new Set([...packages.keys(), ...live.keys()]);
  return new Set(
    [...all].filter((name) => candidates.has(name) || packages.get(name)?.digest !== live.get(name)?.digest),
  );
}

/** Each island that is cut from a page that is too large, with the first such page. */
function findLargePages(pages: RenderedSites["cut"], candidates: LoadedPackages, culprit: LoadedRelease): SetFinding[] {
  const found = new Map<string, SetFinding>();
  for (const { plan, cut } of pages) {
    for (const { island, owner, problem } of cut) {
      if (!found.has(island))
        found.set(island, {
          release: (candidates.get(owner) ?? culprit).label,
          problem: `${island} is taken out of ${plan.key.page}: ${problem}`,
        });
    }
  }
  return [...found.values()];
}

/** Each problem once, with its first page. */
function pickFirst(problems: readonly SlotProblem[]): SlotProblem[] {
  const first = new Map<string, SlotProblem>();
  for (const one of problems) {
    const key = `${one.island} ${one.slot} ${one.problem}`;
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

/** Assigns an empty slot to the candidate that wrote it, or else to the candidate that no longer fills it. */
function toFinding(
  { island, slot, page, problem, lacking, isDeep }: SlotProblem,
  candidates: LoadedPackages,
): EmptySlot[] {
  const [owner = "", expose = ""] = island.split("/");
  const [lacksOwner = "", key = ""] = slot.split("/");
  const release = candidates.get(owner) ?? candidates.get(lacksOwner);
  return release
    ? [
        {
          release: release.label,
          ...(release.release.name === owner && { file: `src/exposes/${expose}.tsx` }),
          problem: `${island} has a place for ${slot} that ${problem}. (${page})`,
          ...(isDeep && {
            isDeep,
            change:
              "Leave fewer places for islands, and none whose island has a place that leads back, also by way of another package.",
          }),
          lacks: lacking === undefined ? undefined : { where: island, owner: lacksOwner, key, variant: lacking },
        },
      ]
    : [];
}

/** Equal for the same island at the same place, in any release of its package. */
function toTaskKey({ release, task }: RecordedRender): string {
  return `${release.release.name} ${JSON.stringify(task)}`;
}
