import type { RenderOutcome } from "../confine/answers.ts";
import { planSecondRenders } from "../confine/second-renders.ts";
import type { Rendering } from "../release-checks/release-check.ts";
import { toSourcePlace } from "../release-checks/to-source-place.ts";
import { headKey } from "../src/islands/head-fragment.ts";
import type { RenderedIsland } from "../src/islands/island.ts";
import type { IslandName } from "../src/names/island-name.ts";
import type { BuiltRemote } from "./built-remote.ts";
import { isPageIsland } from "./fake-pages.ts";
import { listHeadRenders, listRenders, type Render } from "./list-renders.ts";

/** Renders every island of a remote, and its head fragment, on every page of the fake site, as a server renders them. */
export async function renderEverywhere(built: BuiltRemote): Promise<Rendering[]> {
  const {
    checked: { description, release },
  } = built;
  if (!description?.ok) return [];
  const renders = [
    ...description.islands.flatMap((descriptor) =>
      listRenders(`${release.name}/${descriptor.key}`, descriptor).map((render) => ({
        expose: descriptor.key,
        render,
      })),
    ),
    ...(description.head ? listHeadRenders().map((render) => ({ expose: headKey, render })) : []),
  ];
  const { tasks, pick, pickInBrowser } = planSecondRenders(
    renders.map(({ expose, render: { context } }) => ({ expose, id: `${release.name}/${expose}`, context })),
  );
  const outcomes = await built.remote.render(tasks);
  return renders.map(({ expose, render }, index) =>
    toRendering(built, expose, render, {
      first: outcomes[index],
      again: pick(outcomes, index),
      inBrowser: pickInBrowser(outcomes, index),
    }),
  );
}

interface Outcomes {
  first: RenderOutcome | undefined;
  again: RenderOutcome | undefined;
  inBrowser: RenderedIsland | undefined;
}

/** Renders each island twice: different HTML means that it does not depend on its input alone. */
function toRendering(
  { checked }: BuiltRemote,
  expose: string,
  { title, context }: Render,
  { first, again, inBrowser }: Outcomes,
): Rendering {
  const {
    release: { name: owner },
    label,
  } = checked;
  const island: IslandName = `${owner}/${expose}`;
  // A remote that the fake site does not know says by its head that an island is a page.
  const isPage = isPageIsland(island) || (first?.ok === true && first.island.head !== undefined);
  const common = { owner, expose, label, where: title, isPage, context };
  if (first?.ok && again?.ok)
    return { ...common, outcome: { ok: true, island: first.island, again: again.island, inBrowser } };
  const failure = first?.ok ? again : first;
  const { problem, thrownAt } = failure?.ok === false ? failure : { problem: "it was not rendered", thrownAt: [] };
  return { ...common, outcome: { ok: false, problem, ...toSourcePlace(checked, thrownAt ?? []) } };
}
