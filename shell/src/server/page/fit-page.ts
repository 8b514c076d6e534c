import { answerLimits } from "@site/contracts/checks/answer-limits";
import type { PackageName } from "@site/contracts/package-name";
import { type IslandName, toIslandParts } from "@site/contracts/remote";
import type { FragmentTree } from "./compose.ts";
import type { PlacedFragment } from "./render-fragments.ts";

/** A fragment that was taken out of a page, and why. */
export interface CutFragment {
  island: IslandName;
  /** The remote that has the most bytes on the page. */
  owner: PackageName;
  problem: string;
}

/** A fragment in a page, with the list it stands in and the remote that asked for it. */
interface Standing {
  tree: FragmentTree;
  siblings: FragmentTree[];
  asker: PackageName;
  bytes: number;
}

/**
 * Takes fragments out of a page until its HTML is within the limit. A remote answers for the slots that the layout gives it and
 * for what it asks of others: the remote with the most bytes loses its largest fragment, of equal ones the last, with all that
 * stands inside of it, until the page fits. The same fragments always lose the same ones.
 * @param findStandIn what stands in for a fragment. `isKnownBad`: its last good HTML was tried and is too large as well
 */
export async function fitPage(
  slots: FragmentTree[],
  findStandIn: (tree: FragmentTree, problem: string, isKnownBad: boolean) => Promise<PlacedFragment>,
): Promise<CutFragment[]> {
  const cut: CutFragment[] = [];
  const tried = new Set<FragmentTree>();
  for (let standing = listStanding(slots); ; standing = listStanding(slots)) {
    const total = standing.reduce((sum, { bytes }) => sum + bytes, 0);
    const largest =
      total > answerLimits.pageHtmlBytes ? pickLargest(standing.filter(({ tree }) => !tree.isFallback)) : undefined;
    if (!largest) return cut;
    const { tree, siblings, asker } = largest;
    const problem = `the HTML of the page has ${total} bytes; a page may have at most ${answerLimits.pageHtmlBytes}, and most of them are ${asker}'s.`;
    const standIn: FragmentTree = { ...(await findStandIn(tree, problem, tried.has(tree))), inner: [] };
    siblings[siblings.indexOf(tree)] = standIn;
    tried.add(standIn);
    cut.push({ island: tree.island, owner: asker, problem });
  }
}

/** Every fragment of a page in the order of the document. */
function listStanding(siblings: FragmentTree[], outer?: PackageName): Standing[] {
  return siblings.flatMap((tree) => {
    const { owner } = toIslandParts(tree.island);
    return [
      { tree, siblings, asker: outer ?? owner, bytes: Buffer.byteLength(tree.html) },
      ...listStanding(tree.inner, owner),
    ];
  });
}

function pickLargest(standing: readonly Standing[]): Standing | undefined {
  const askers = [...Map.groupBy(standing, ({ asker }) => asker).values()];
  const most = askers.reduce<readonly Standing[]>((best, own) => (sum(own) > sum(best) ? own : best), []);
  return most.reduce<Standing | undefined>(
    (best, one) => (best === undefined || one.bytes >= best.bytes ? one : best),
    undefined,
  );
}

function sum(standing: readonly Standing[]): number {
  return standing.reduce((bytes, one) => bytes + one.bytes, 0);
}
