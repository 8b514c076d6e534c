const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

/**
 * Saves all global objects and functions of the page. The returned function restores those that were replaced, and returns their names: a vendor's
 * script runs in our page, and our code must work when that script replaces a global.
 */
export function keepGlobals(): () => string[] {
  const kept: [name: string, descriptor: PropertyDescriptor][] = [];
  for (const name of ownKeys(window)) {
    const descriptor = getOwnPropertyDescriptor(window, name);
    if (typeof name === "string" && descriptor?.configurable && isThing(descriptor.value))
      kept.push([name, descriptor]);
  }
  return () => {
    const replaced = kept.filter(([name, { value }]) => getOwnPropertyDescriptor(window, name)?.value !== value);
    for (const [name, descriptor] of replaced) defineProperty(window, name, descriptor);
    return replaced.map(([name]) => name);
  };
}

function isThing(value: unknown): boolean {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}
