/** The objects that React changes while it renders: contexts and its internals. If they were frozen, nothing would render. */
const contextType = Symbol.for("react.context");

/** The names of exports that libraries change themselves, such as React's internals. Only other shared libraries may use them. */
const internalName = /^(?:__|UNSAFE_|unstable_)/;

/**
 * The exports of the shared libraries that a release may use: without internals and contexts, and deeply frozen, so that a render cannot
 * change them for the next.
 */
export function shareModules(modules: object): Map<string, unknown> {
  const seen = new WeakSet();
  return new Map(
    Object.entries(modules).map(([id, exports]: [string, unknown]) => [id, freezeDeep(toFacade(exports), seen)]),
  );
}

/** Copies exports without internals and contexts. The `default` export is the whole CommonJS module. */
function toFacade(exports: unknown): unknown {
  if (typeof exports !== "object" || exports === null) return exports;
  const names = Object.keys(exports).filter(
    (name) => !internalName.test(name) && !isContext(Reflect.get(exports, name)),
  );
  const facade = Object.fromEntries(
    names.map((name): [string, unknown] => [
      name,
      name === "default" ? toFacade(Reflect.get(exports, name)) : Reflect.get(exports, name),
    ]),
  );
  if (Reflect.get(exports, "__esModule") === true) Object.defineProperty(facade, "__esModule", { value: true });
  return facade;
}

/** Freezes a value and everything reachable from it, except the objects that React changes. */
function freezeDeep(value: unknown, seen: WeakSet<object>): unknown {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if ((typeof next !== "object" && typeof next !== "function") || next === null || seen.has(next)) continue;
    seen.add(next);
    if (isContext(next)) continue;
    Object.freeze(next);
    waiting.push(Object.getPrototypeOf(next));
    for (const { value: held, get, set } of Object.values(Object.getOwnPropertyDescriptors(next)))
      waiting.push(held, get, set);
  }
  return value;
}

function isContext(value: unknown): boolean {
  return typeof value === "object" && value !== null && Reflect.get(value, "$$typeof") === contextType;
}
