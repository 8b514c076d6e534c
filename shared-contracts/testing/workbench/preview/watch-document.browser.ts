import { after, afterAccess, type Begun } from "./after-call.browser.ts";

/** Elements that stay at a soft navigation, with all that an island changes of them. */
const kept: readonly HTMLElement[] = [document.documentElement, document.body];

/** Properties through which code changes an attribute, by the attribute. */
const properties: readonly [owner: object, property: string, attribute: string][] = [
  [HTMLElement.prototype, "style", "style"],
  [HTMLElement.prototype, "dataset", "data-"],
  [HTMLElement.prototype, "lang", "lang"],
  [HTMLElement.prototype, "dir", "dir"],
  [HTMLElement.prototype, "inert", "inert"],
  [HTMLElement.prototype, "hidden", "hidden"],
  [Element.prototype, "classList", "class"],
  [Element.prototype, "className", "class"],
];

/** Where the remote's code last touched an attribute, by the element and the attribute. */
const touched = new Map<string, string[]>();
/** Elements that the remote's code put outside of its islands. */
const added = new Map<Element, Begun>();
const changed: Begun[] = [];

/** Notes from now on what the remote's code changes of the document around its islands. Called before any of it runs. */
export function watchDocument(): void {
  for (const [owner, property, attribute] of properties)
    afterAccess(owner, property, (self, _values, frames) => touch(self, attribute, frames));
  for (const name of ["setAttribute", "removeAttribute", "toggleAttribute"])
    after(Element.prototype, name, (self, [attribute], frames) => touch(self, attribute, frames));
  for (const name of ["appendChild", "insertBefore"])
    after(Node.prototype, name, (self, [node], frames) => add(self, [node], frames));
  for (const name of ["append", "prepend"])
    after(Element.prototype, name, (self, values, frames) => add(self, values, frames));
}

function touch(self: unknown, attribute: unknown, frames: string[]): void {
  const element = kept.find((one) => one === self);
  if (element && frames.length > 0) touched.set(`${element.localName} ${String(attribute)}`, frames);
}

function add(parent: unknown, values: unknown[], frames: string[]): void {
  if (frames.length === 0 || !(parent instanceof Element)) return;
  for (const one of values)
    if (one instanceof Element)
      added.set(one, { frames, text: `A <${one.localName}> stays in <${parent.localName}>.` });
}

/** Keeps the attributes as they are, before any island hydrates. */
export function keepAttributes(): ReadonlyMap<HTMLElement, ReadonlyMap<string, string>> {
  return new Map(kept.map((element) => [element, readAttributes(element)]));
}

/**
 * The changes of the document that the remote's code left behind, one entry for each visit that left it. Resets the attributes to `before`, so that the next
 * visit starts as the first one did.
 */
export function listChanged(before: ReadonlyMap<HTMLElement, ReadonlyMap<string, string>>): Begun[] {
  for (const [element, attributes] of before) {
    const now = readAttributes(element);
    for (const name of new Set([...attributes.keys(), ...now.keys()])) {
      const [was, is] = [attributes.get(name), now.get(name)];
      const names = [name, name.replace(/^data-.*/, "data-")];
      const frames = names.map((one) => touched.get(`${element.localName} ${one}`)).find((one) => one !== undefined);
      if (was === is || frames === undefined) continue;
      const state = is === undefined ? "is gone" : `stays as it was set: ${is}`;
      changed.push({ frames, text: `The attribute ${name} of <${element.localName}> ${state.replace(/;?$/, ".")}` });
      if (was === undefined) element.removeAttribute(name);
      else element.setAttribute(name, was);
    }
  }
  touched.clear();
  for (const element of added.keys())
    if (!element.isConnected || element.closest("[data-island]")) added.delete(element);
  return [...changed, ...added.values()];
}

/** Without the empty `class` or `style` that is left when its last part is taken away. */
function readAttributes(element: Element): ReadonlyMap<string, string> {
  const all = [...element.attributes].map(({ name, value }) => [name, value] as const);
  return new Map(all.filter(([name, value]) => value !== "" || !["class", "style"].includes(name)));
}
