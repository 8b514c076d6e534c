import type { HtmlElement } from "./scan-html.ts";

/** References that lead from one to the next. Source: 3 today; thousands would exhaust the stack, here and where the picture is drawn, and count as too many elements. */
const longestChain = 256;

/** What is counted: of an element by itself, and the parts that it refers to, each with how often it is drawn there. */
interface Counted {
  own(at: number): number;
  refersTo(at: number): readonly (readonly [target: number, times: number])[];
}

/** Attributes whose value holds for all elements inside, also for those that are referred to. */
const inherited = ["fill", "stroke", "marker", "marker-start", "marker-mid", "marker-end"];

/**
 * How many elements are drawn when a picture is: one that is referred to, by `href="#id"` or `url(#id)`, is drawn again at each place, a paint
 * in each shape that it holds for, and a marker at each point. A few lines that refer to one another so can make millions. What refers to
 * itself is not drawn.
 * @param elements of the picture in the order of its text
 * @param most counting ends here
 */
export function countDrawn(elements: readonly HtmlElement[], most: number): number {
  const byId = new Map<string | undefined, number>();
  const spread = new Set(inherited);
  for (const [at, { attributes }] of elements.entries()) {
    const id = attributes.get("id");
    // Of two with one id, the first is drawn.
    if (!byId.has(id)) byId.set(id, at);
    for (const [name, value] of attributes) if (value.trim() === "inherit") spread.add(name);
  }
  const find = (at: number): { name: string; target: number }[] =>
    listReferences(elements[at]).flatMap(({ name, id }) => {
      const target = byId.get(id);
      return target === undefined ? [] : [{ name, target }];
    });
  const findUses = (at: number): (readonly [number, number])[] =>
    find(at).flatMap(({ name, target }) => (isLink(name) ? [[target, 1] as const] : []));
  const shapes = createCounter(elements, most, { own: () => 1, refersTo: findUses });
  const points = createCounter(elements, most, { own: (at) => countPoints(elements[at]), refersTo: findUses });
  const count = createCounter(elements, most, {
    own: () => 1,
    refersTo: (at) =>
      find(at).map(({ name, target }) => {
        if (!spread.has(name)) return [target, 1];
        return [target, name.startsWith("marker") ? points(at) : shapes(at)];
      }),
  });
  return elements.length === 0 ? 0 : count(0);
}

/** Counts an element, all inside of it, and all that these refer to. */
function createCounter(
  elements: readonly HtmlElement[],
  most: number,
  { own, refersTo }: Counted,
): (index: number) => number {
  const known = new Map<number, number>();
  const underWay = new Set<number>();

  function count(index: number): number {
    const before = known.get(index);
    if (before !== undefined) return before;
    if (underWay.has(index)) return 0;
    if (underWay.size >= longestChain) return most;
    underWay.add(index);
    const depth = elements[index]?.around.length ?? 0;
    let total = 0;
    for (let at = index; at === index || (elements[at]?.around.length ?? 0) > depth; at += 1) {
      total += own(at);
      for (const [target, times] of refersTo(at)) total += count(target) * times;
      if (total >= most) break;
    }
    underWay.delete(index);
    known.set(index, Math.min(total, most));
    return Math.min(total, most);
  }

  return count;
}

function isLink(name: string): boolean {
  return name === "href" || name === "xlink:href";
}

function listReferences(element: HtmlElement | undefined): { name: string; id: string }[] {
  return [...(element?.attributes ?? [])].flatMap(([name, value]) =>
    isLink(name)
      ? [{ name, id: value.trim().replace(/^#/, "") }]
      : [...value.matchAll(/url\(\s*["']?#([^"')]*)/gi)].map((found) => ({ name, id: (found[1] ?? "").trim() })),
  );
}

/** The points of a shape at which a marker may stand: no more than its numbers and commands. */
function countPoints(element: HtmlElement | undefined): number {
  const numbers = `${element?.attributes.get("d") ?? ""} ${element?.attributes.get("points") ?? ""}`.match(
    /\d+|[a-z]/gi,
  );
  return (numbers?.length ?? 0) + 2;
}
