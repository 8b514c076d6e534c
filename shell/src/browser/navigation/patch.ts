import type { Islands } from "@site/contracts/host/islands";

/**
 * Replaces the children of an element by those of another render of the same component. Only differing nodes are changed, so only these are
 * styled and laid out again. A hydrated island keeps its content.
 */
export function patch(parent: Node, drawn: Node, isTaken: Islands["isTaken"]): void {
  const old = [...parent.childNodes];
  const next = [...drawn.childNodes];
  let after: ChildNode | null = null;
  while (old[0]?.isEqualNode(next[0] ?? null)) {
    old.shift();
    next.shift();
  }
  while (old.at(-1)?.isEqualNode(next.at(-1) ?? null)) {
    after = old.pop() ?? null;
    next.pop();
  }
  const isAligned = old.length === next.length;
  for (const one of old) {
    const other = isAligned ? next.shift() : undefined;
    if (!other) one.remove();
    else if (one instanceof Element && other instanceof Element && isAlike(one, other))
      patchElement(one, other, isTaken);
    else one.replaceWith(other);
  }
  for (const one of next) parent.insertBefore(one, after);
}

/** Whether one element may be patched into the other: same tag, and the same island if any. */
function isAlike(one: Element, other: Element): boolean {
  return one.nodeName === other.nodeName && one.getAttribute("data-island") === other.getAttribute("data-island");
}

function patchElement(element: Element, drawn: Element, isTaken: Islands["isTaken"]): void {
  if (isTaken(element, drawn)) return;
  for (const name of element.getAttributeNames()) if (!drawn.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of drawn.attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  patch(element, drawn, isTaken);
}
