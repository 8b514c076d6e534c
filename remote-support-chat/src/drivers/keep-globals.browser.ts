const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;

/**
 * Remembers every object and function the page has by name. What it returns puts back what was replaced since, and says
 * which those were: a vendor's script runs in our page, and our code must keep working when it replaces a global.
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
