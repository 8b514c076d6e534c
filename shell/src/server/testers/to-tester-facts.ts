import type { ReleaseChannel, ShownRelease, TesterFacts } from "../../layout/tester-facts.ts";
import type { OverriddenSet } from "../live/pick-set.ts";

/** What a document for a person who signed in tells the overlay of its set. */
export function toTesterFacts({ state, owners, channel, stable, asked, broken }: OverriddenSet): TesterFacts {
  const { id, revision, versions } = state.set;
  const releases = Object.entries(versions).map(([name, version]): [string, ShownRelease] => {
    const ofRelease: ReleaseChannel = stable[name] === version ? "stable" : channel;
    const owner = Object.hasOwn(owners, name) ? owners[name] : undefined;
    return [name, { version, channel: ofRelease, ...(owner !== undefined && { owner }) }];
  });
  return {
    set: id,
    revision,
    channel,
    releases: Object.fromEntries(releases),
    ...(asked && { asked: { label: asked.label, until: asked.until } }),
    ...(broken && { broken }),
  };
}
