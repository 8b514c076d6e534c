import { answerLimits } from "@site/contracts/answers/answer-limits";
import { toIslandParts } from "@site/contracts/names/island-name";
import type { PackageName } from "@site/contracts/names/package-name";
import type { ComposedPage, FragmentTree } from "../composition/fragments/composed-page.ts";
import { findSlots } from "../composition/fragments/fragment.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/** A slot in an island's HTML that stays empty on the site. */
export interface SlotProblem {
  /** The island whose HTML has the slot. */
  island: string;
  /** The island that the slot names, as it is written there. */
  slot: string;
  page: string;
  /** A sentence that says what is wrong, and what the set has instead. */
  problem: string;
  /** The variant it asks for, when the set lacks the island or the variant. */
  lacking?: string | undefined;
  /** Whether it is nested too deep, or beyond the number of slots of a page. */
  isDeep?: boolean | undefined;
}

/** The names of packages in an island's places for others, also in places that are not written as they have to be. */
export function listNamed(html: string): PackageName[] {
  return [...html.matchAll(/\bdata-slot="([^"/]*)/g)].map(([, name = ""]) => name);
}

/** Any element with `data-slot`, also when it is not written as a slot has to be. */
const anySlot = /<[a-z][a-z0-9-]*\s[^>]*?\bdata-slot="([^"]*)"[^>]*>/g;

/**
 * Finds slots inside of islands that stay empty: they name a package or an expose that the set does not have, or a variant that the
 * expose does not declare, are not written as `<Slot>` writes them, or are nested too deep. Each is reported once, with its first page.
 */
export function findSlotProblems(pages: readonly ComposedPage[], packages: LoadedPackages): SlotProblem[] {
  const problems = new Map<string, SlotProblem>();
  const look = (tree: FragmentTree, page: string, depth: number): void => {
    // A fallback is the shell's own HTML, and the failure of the island is reported by another check.
    if (!tree.isFallback) {
      for (const [slot, problem, lacking, isDeep] of findProblems(tree, packages, depth)) {
        const key = `${tree.island} ${slot} ${problem}`;
        if (!problems.has(key)) problems.set(key, { island: tree.island, slot, page, problem, lacking, isDeep });
      }
    }
    for (const inner of tree.inner) look(inner, page, depth + 1);
  };
  for (const { plan, slots } of pages) for (const tree of slots) look(tree, plan.key.page, 1);
  return [...problems.values()];
}

/** The problems of one island's slots, by the island that each slot names. */
function findProblems(
  { html, inner }: FragmentTree,
  packages: LoadedPackages,
  depth: number,
): [slot: string, problem: string, lacking?: string | undefined, isDeep?: boolean][] {
  if (!html.includes("data-slot")) return [];
  const slots = findSlots(html);
  const written = [...html.matchAll(anySlot)].map(([, name = ""]) => name);
  const lost = without(
    written,
    slots.map(({ island }) => island),
  ).map((name): [string, string] => [
    name,
    'is not written as a place is: `<Slot name="owner/expose" />` writes one, and leaves it empty',
  ]);
  const unfilled = slots.flatMap(({ island, variant }): [string, string, string][] => {
    const problem = findProblem(island, variant, packages);
    return problem === undefined ? [] : [[island, problem, variant]];
  });
  const why =
    depth >= answerLimits.slotDepth ? "is nested too deep" : `is beyond the ${answerLimits.pageSlots} slots of a page`;
  const deep = slots
    .slice(inner.length)
    .map(({ island }): [string, string, undefined, boolean] => [island, `${why}, so it stays empty`, undefined, true]);
  return [...lost, ...unfilled, ...deep];
}

function findProblem(island: `${string}/${string}`, variant: string, packages: LoadedPackages): string | undefined {
  const { owner, expose: key } = toIslandParts(island);
  const release = packages.get(owner);
  if (!release)
    return `names the package ${owner}, which is not in the set; publish them together, or name one of the packages that are: ${[...packages.keys()].toSorted().join(", ")}`;
  const expose = release.release.exposes.find((one) => one.key === key);
  if (!expose)
    return `names an expose that ${release.label} does not have; it has ${
      release.release.exposes
        .map((one) => one.key)
        .toSorted()
        .join(", ") || "none"
    }`;
  const variants = expose.variants ?? [""];
  return variants.includes(variant)
    ? undefined
    : `asks for the variant ${JSON.stringify(variant)}, which ${release.label} does not declare for it; it declares ${variants.map((one) => JSON.stringify(one)).join(", ")}`;
}

/** A list without one occurrence of each item of another. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const rest = [...list];
  for (const other of others) {
    const index = rest.indexOf(other);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest;
}
