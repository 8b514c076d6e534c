import { answerLimits } from "@site/contracts/answers/answer-limits";
import type { PackageName } from "@site/contracts/names/package-name";
import { toIslandParts } from "@site/contracts/names/island-name";
import { flatten, type FragmentTree } from "./composed-page.ts";
import type { PlacedFragment } from "./composed-page.ts";
import type { CutFragment } from "./composed-page.ts";

/** A fragment of a page, the list that contains it, and the remote that its bytes count for. */
interface Standing {
  tree: FragmentTree;
  siblings: FragmentTree[];
  asker: PackageName;
  /** Bytes of its HTML, and of those of its style sheets that no fragment before it has. */
  bytes: Record<MeasureName, number>;
}

type MeasureName = keyof typeof measures;

/** The limits of a page. */
const measures = {
  html: { limit: answerLimits.pageHtmlBytes, what: "the HTML of the page has" },
  styles: { limit: answerLimits.pageStyleBytes, what: "the style sheets of the page have" },
} as const;

/**
 * Removes fragments from a page until its HTML and its style sheets are within their limits. The bytes of a remote are those of the
 * slots that the layout gives it and of the fragments that its islands place. While the page is too large, the remote with the most bytes loses
 * its largest fragment (the last of equal ones) with all fragments inside of it. Deterministic: equal pages lose the same fragments.
 * @param findStandIn what replaces a fragment. `isKnownBad`: its last good HTML is too large as well
 */
export async function fitPage(
  slots: FragmentTree[],
  findStandIn: (tree: FragmentTree, problem: string, isKnownBad: boolean) => Promise<PlacedFragment>,
): Promise<CutFragment[]> {
  const cut: CutFragment[] = [];
  if (isSurelyWithin(slots)) return cut;
  const tried = new Set<FragmentTree>();
  for (;;) {
    const standing = listStanding(slots);
    const name = measureNames.find((one) => sum(standing, one) > measures[one].limit);
    const largest =
      name &&
      pickLargest(
        standing.filter(({ tree }) => !tree.isFallback),
        name,
      );
    if (!name || !largest) return cut;
    const { tree, siblings, asker } = largest;
    const { limit, what } = measures[name];
    const problem = `${what} ${sum(standing, name)} bytes; a page may have at most ${limit}, and most of them are ${asker}'s.`;
    const standIn: FragmentTree = { ...(await findStandIn(tree, problem, tried.has(tree))), inner: [] };
    siblings[siblings.indexOf(tree)] = standIn;
    tried.add(standIn);
    cut.push({ island: tree.island, owner: asker, problem });
  }
}

/** Most bytes of a character in UTF-8. */
const characterBytes = 3;

/** Whether a page is so small that its bytes need not be counted. */
function isSurelyWithin(slots: readonly FragmentTree[]): boolean {
  const all = flatten(slots);
  const html = all.reduce((total, tree) => total + tree.html.length, 0);
  const sheets = new Map(all.flatMap(({ styles }) => styles).map(({ url, text }) => [url, text.length]));
  const styles = [...sheets.values()].reduce((total, length) => total + length, 0);
  return html * characterBytes <= measures.html.limit && styles * characterBytes <= measures.styles.limit;
}

const measureNames: readonly MeasureName[] = ["html", "styles"];

/** Every fragment of a page in the order of the document. A style sheet counts for the first of those that have it. */
function listStanding(siblings: FragmentTree[], outer?: PackageName, sheets = new Set<string>()): Standing[] {
  return siblings.flatMap((tree) => {
    const { owner } = toIslandParts(tree.island);
    const fresh = tree.styles.filter(({ url }) => !sheets.has(url));
    for (const { url } of fresh) sheets.add(url);
    const bytes = {
      html: Buffer.byteLength(tree.html),
      styles: fresh.reduce((total, { text }) => total + Buffer.byteLength(text), 0),
    };
    return [{ tree, siblings, asker: outer ?? owner, bytes }, ...listStanding(tree.inner, owner, sheets)];
  });
}

function pickLargest(standing: readonly Standing[], name: MeasureName): Standing | undefined {
  const askers = [...Map.groupBy(standing, ({ asker }) => asker).values()];
  const most = askers.reduce<readonly Standing[]>((best, own) => (sum(own, name) > sum(best, name) ? own : best), []);
  return most.reduce<Standing | undefined>(
    (best, one) => (best === undefined || one.bytes[name] >= best.bytes[name] ? one : best),
    undefined,
  );
}

function sum(standing: readonly Standing[], name: MeasureName): number {
  return standing.reduce((total, { bytes }) => total + bytes[name], 0);
}
