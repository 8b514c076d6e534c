import { answerLimits } from "@site/contracts/answers/answer-limits";
import { toIslandParts } from "@site/contracts/names/island-name";
import type { ComposedPage, FragmentTree } from "../composition/fragments/composed-page.ts";
import { findSlots } from "../composition/fragments/fragment.ts";
import type { LoadedPackages } from "../releases/loaded-release.ts";

/** A place in an island's HTML that stays empty on the site. */
export interface SlotProblem {
  /** The island whose HTML has the place. */
  island: string;
  /** The island that the place names, as it is written there. */
  slot: string;
  page: string;
  /** A sentence that says what is wrong, and what there is instead. */
  problem: string;
}

/** Any element that names a slot, however it is written. */
const anySlot = /<[a-z][a-z0-9-]*\s[^>]*?\bdata-slot="([^"]*)"[^>]*>/g;

/**
 * Looks for places inside of islands that nothing can fill: they name a package or an expose that is not there, ask for a variant
 * that the expose does not declare, are written as no place is, or are nested too deep. Each is told once, with the first page.
 */
export function findSlotProblems(pages: readonly ComposedPage[], packages: LoadedPackages): SlotProblem[] {
  const problems = new Map<string, SlotProblem>();
  const look = (tree: FragmentTree, page: string, depth: number): void => {
    // A stand-in is the shell's own HTML, and that the island failed is told elsewhere.
    if (!tree.isFallback) {
      for (const [slot, problem] of findProblems(tree, packages, depth)) {
        const key = `${tree.island} ${slot} ${problem}`;
        if (!problems.has(key)) problems.set(key, { island: tree.island, slot, page, problem });
      }
    }
    for (const inner of tree.inner) look(inner, page, depth + 1);
  };
  for (const { plan, slots } of pages) for (const tree of slots) look(tree, plan.key.page, 1);
  return [...problems.values()];
}

/** What is wrong with the places of one island, by the name that each gives. */
function findProblems(
  { html, inner }: FragmentTree,
  packages: LoadedPackages,
  depth: number,
): [slot: string, problem: string][] {
  const slots = findSlots(html);
  const written = [...html.matchAll(anySlot)].map(([, name = ""]) => name);
  const lost = without(
    written,
    slots.map(({ island }) => island),
  ).map((name): [string, string] => [
    name,
    'is not written as a place is: `<Slot name="owner/expose" />` writes one, and leaves it empty',
  ]);
  const unfilled = slots.flatMap(({ island, variant }): [string, string][] => {
    const problem = findProblem(island, variant, packages);
    return problem === undefined ? [] : [[island, problem]];
  });
  const why =
    depth >= answerLimits.slotDepth ? "is nested too deep" : `is beyond the ${answerLimits.pageSlots} slots of a page`;
  const deep = slots.slice(inner.length).map(({ island }): [string, string] => [island, `${why}, so it stays empty`]);
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
