// Stand-ins for the globals of browsers, for a render that shows whether an island depends on them. Each has every property, each of its functions may be
// called, and none of them has an effect.

/** The globals by which code detects a browser. */
const objects = [
  "document",
  "history",
  "localStorage",
  "location",
  "navigator",
  "screen",
  "self",
  "sessionStorage",
  "window",
];

/** The longest chain of properties, so that a loop over `parentNode` ends. */
const maxDepth = 8;

/**
 * A stand-in that can be used as an object, a text, a number and, where `target` is one, a function.
 * @param size its value as a number
 */
function createStandIn(target: object, size: number, depth = 0): object {
  const next = (): object | undefined =>
    depth === maxDepth ? undefined : createStandIn(() => undefined, size, depth + 1);
  return new Proxy(target, {
    get(_target, key) {
      if (Object.hasOwn(target, key)) return Reflect.get(target, key);
      if (key === Symbol.toPrimitive) return (hint: string) => (hint === "string" ? "browser" : size);
      if (key === Symbol.iterator) return () => [].values();
      return typeof key === "symbol" || key === "then" ? undefined : next();
    },
    apply: next,
    construct: () => next() ?? {},
  });
}

/** The globals that only browsers have, of a browser whose window is as wide and as high as `size`. */
export function createBrowserNames(size: number): Record<string, unknown> {
  return {
    ...Object.fromEntries(objects.map((name) => [name, createStandIn({}, size)])),
    matchMedia: createStandIn(() => undefined, size),
    innerHeight: size,
    innerWidth: size,
  };
}
