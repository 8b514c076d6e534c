import type { HtmlElement } from "./scan-html.ts";

/** References that lead from one to the next. Source: 3 today; thousands would exhaust the stack, here and where the picture is drawn, and count as too many elements. */
const longestChain = 256;

/**
 * How many elements are drawn when a picture is: one that is referred to, by `href="#id"` or `url(#id)`, is drawn again at each place. A few
 * lines that refer to one another so can make millions. What refers to itself is not drawn.
 * @param elements of the picture in the order of its text
 * @param most counting ends here
 */
export function countDrawn(elements: readonly HtmlElement[], most: number): number {
  const byId = new Map(elements.map((element, index) => [element.attributes.get("id"), index]));
  const known = new Map<number, number>();
  const underWay = new Set<number>();

  /** Of an element, all inside of it, and all that these refer to. */
  function count(index: number): number {
    const before = known.get(index);
    if (before !== undefined) return before;
    if (underWay.has(index)) return 0;
    if (underWay.size >= longestChain) return most;
    underWay.add(index);
    const depth = elements[index]?.around.length ?? 0;
    let total = 0;
    for (let at = index; at === index || (elements[at]?.around.length ?? 0) > depth; at += 1) {
      total += 1;
      for (const id of listReferences(elements[at])) {
        const target = byId.get(id);
        if (target !== undefined) total += count(target);
      }
      if (total >= most) break;
    }
    underWay.delete(index);
    known.set(index, Math.min(total, most));
    return Math.min(total, most);
  }

  return elements.length === 0 ? 0 : count(0);
}

function listReferences(element: HtmlElement | undefined): string[] {
  return [...(element?.attributes ?? [])].flatMap(([name, value]) =>
    name === "href" || name === "xlink:href"
      ? [value.replace(/^#/, "")]
      : [...value.matchAll(/url\(\s*["']?#([^"')]*)/g)].map((found) => found[1] ?? ""),
  );
}
