import type { TesterFacts } from "../layout/tester-facts.ts";
import type { Region } from "./regions.ts";

/** What a document was told of its set, with the releases that its regions are of now. */
export interface ShownFacts extends TesterFacts {
  /** The packages of which another release went live after the page was loaded, and is shown since a soft navigation. */
  newer: readonly string[];
}

/** A document keeps what it was told when it was loaded. The pages that it shows afterwards may be of releases that went live since. */
export function toShownFacts(facts: TesterFacts, regions: readonly Region[]): ShownFacts {
  const newer = new Map(
    regions.flatMap(({ remote, version }) => {
      const told = facts.releases[remote];
      return told && told.version !== version ? [[remote, { ...told, version, channel: facts.channel }] as const] : [];
    }),
  );
  return { ...facts, releases: { ...facts.releases, ...Object.fromEntries(newer) }, newer: [...newer.keys()] };
}
