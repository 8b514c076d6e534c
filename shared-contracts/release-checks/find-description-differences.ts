import type { IslandDescriptor } from "../src/islands/island.ts";
import type { Release } from "../src/releases/release.ts";

/** Where a release document and its server file disagree about the islands, as sentences. */
export function findDescriptionDifferences(
  release: Pick<Release, "exposes">,
  described: readonly IslandDescriptor[],
): string[] {
  const byKey = new Map(described.map((descriptor) => [descriptor.key, descriptor]));
  const documented = new Set(release.exposes.map(({ key }) => key));
  return [
    ...described
      .filter(({ key }) => !documented.has(key))
      .map(({ key }) => `The release document does not list ${key}.`),
    ...release.exposes.flatMap(({ key, hydrate, hydrateOnQuery, data, vendors, variants, js }) => {
      const own = byKey.get(key);
      if (!own) return [`The server file does not know ${key}.`];
      const problems: string[] = [];
      if (own.hydrate !== hydrate)
        problems.push(`${key} is ${hydrate} in the document and ${own.hydrate} on the server.`);
      if (own.hydrateOnQuery !== hydrateOnQuery)
        problems.push(
          `${key} is hydrated on ${hydrateOnQuery ?? "no query"} in the document and on ${own.hydrateOnQuery ?? "no query"} on the server.`,
        );
      if (own.data.toSorted().join() !== data.toSorted().join())
        problems.push(
          `${key} asks for ${data.join() || "nothing"} in the document and for ${own.data.join() || "nothing"} on the server.`,
        );
      if (own.vendors?.toSorted().join() !== vendors?.toSorted().join())
        problems.push(
          `${key} loads code of ${vendors?.join() ?? "no third party"} in the document and of ${own.vendors?.join() ?? "no third party"} on the server.`,
        );
      if (own.variants?.toSorted().join() !== variants?.toSorted().join())
        problems.push(
          `${key} declares the variants ${variants?.join() ?? "none"} in the document and ${own.variants?.join() ?? "none"} on the server.`,
        );
      if ((hydrate === "never") !== (js.length === 0))
        problems.push(`${key} is ${hydrate} and has ${js.length} scripts.`);
      return problems;
    }),
  ];
}
