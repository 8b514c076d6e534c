/** What React writes while it renders: a context's value and its own internals. Frozen, nothing would render. */
const contextType = Symbol.for("react.context");

/** Names under which libraries keep what they change themselves, such as React's internals: they are for other shared libraries alone. */
const internalName = /^(?:__|UNSAFE_|unstable_)/;

/**
 * The shared libraries as a release may use them: what each exports, without internals and contexts, frozen as deep as it goes, so
 * that a render cannot change them for the next.
 */
export function shareModules(modules: object): Map<string, unknown> {
  const seen = new WeakSet();
  return new Map(
    Object.entries(modules).map(([id, exports]: [string, unknown]) => [id, freezeDeep(toFacade(exports), seen)]),
  );
}

/** An object of the same exports, without internals and contexts. What a CommonJS library exports as a whole is its `default`. */
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

/** Freezes a value and everything it leads to, but for what React writes to. */
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
