import type { ReleaseChannel, ShownRelease, TesterFacts } from "../../layout/tester-facts.ts";
import type { OverriddenSet } from "../live/pick-set.ts";

/** The facts about a set in a signed-in person's document, for the overlay. */
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
