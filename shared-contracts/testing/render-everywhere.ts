import * as v from "valibot";
import type { Rendering } from "../checks/release-check.ts";
import { toSourcePlace } from "../checks/to-source-place.ts";
import { toProblem } from "../src/errors.ts";
import { headFragmentSchema, headKey } from "../src/head-fragment.ts";
import type { IslandContext } from "../src/island.ts";
import type { IslandName } from "../src/remote.ts";
import { listThrownAt } from "../src/thrown-at.ts";
import type { BuiltRemote } from "./built-remote.ts";
import { isPageIsland } from "./fake-pages.ts";
import { listHeadRenders, listRenders, type Render } from "./list-renders.ts";

/** Renders every island of a remote, and its head fragment, on every page of the fake site: in this process, without a shell. */
export function renderEverywhere(remote: BuiltRemote): Rendering[] {
  const { checked: { description, release } } = remote;
  if (!description?.ok) return [];
  const islands = description.islands.flatMap((descriptor) => listRenders(`${release.name}/${descriptor.key}`, descriptor).map((one) => renderTwice(remote, descriptor.key, one)));
  return [...islands, ...(description.head ? listHeadRenders().map((one) => renderTwice(remote, headKey, one)) : [])];
}

function renderTwice({ checked, entry, serverFile }: BuiltRemote, expose: string, { title, context }: Render): Rendering {
  const { release: { name: owner }, label } = checked;
  const island: IslandName = `${owner}/${expose}`;
  const common = { owner, expose, label, where: title, isPage: isPageIsland(island), context };
  try {
    // Once from a copy, as a render process gets it, once from the original.
    const rendered = entry.render(expose, island, toCopy(context));
    if (rendered.headFragment !== undefined) v.parse(headFragmentSchema, rendered.headFragment);
    return { ...common, outcome: { ok: true, island: rendered, again: entry.render(expose, island, context) } };
  } catch (error) {
    return { ...common, outcome: { ok: false, problem: toProblem(error), ...toSourcePlace(checked, listThrownAt(error, serverFile)) } };
  }
}

/** What a render process receives: the same, through JSON. */
function toCopy(context: IslandContext): IslandContext {
  return JSON.parse(JSON.stringify(context));
}
