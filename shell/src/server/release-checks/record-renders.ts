import type { Rendering } from "@site/contracts/release-checks/release-check";
import { toSourcePlace } from "@site/contracts/release-checks/to-source-place";
import type { IslandContext, RenderedIsland } from "@site/contracts/islands/island";
import type { Layout } from "@site/contracts/pages/layout";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import { planSecondRenders } from "@site/contracts/confine/second-renders";
import type { RenderTask } from "@site/contracts/confine/render-messages";
import type { RenderOutcome } from "@site/contracts/confine/answers";
import type { RenderPool } from "../composition/render/render-pool.ts";

/** One task that a pool was given, and its outcome. */
export interface RecordedRender {
  release: LoadedRelease;
  task: RenderTask;
  /** The outcome of the first render, or of the second one when only the second failed. */
  outcome: RenderOutcome;
  /** The island of the second render of the same task, where it was rendered twice. */
  again?: RenderedIsland | undefined;
  /** The island of a render with the names that only browsers have, where there was one. */
  inBrowser?: RenderedIsland | undefined;
}

/** A pool that keeps renders of candidates, and those that failed. */
export interface RecordingPool extends RenderPool {
  renders: readonly RecordedRender[];
}

/**
 * Renders in another pool and keeps the tasks of candidates, and of others those that failed, with their outcomes.
 * @param isCandidate whether a release's tasks are kept, and rendered a second time, which shows state that is kept between renders, and the time
 */
export function recordRenders(pool: RenderPool, isCandidate: (release: LoadedRelease) => boolean): RecordingPool {
  const renders: RecordedRender[] = [];
  const reloaded = new Set<string>();
  return {
    ...pool,
    renders,
    async render(release, shell, tasks) {
      const isKept = isCandidate(release);
      const second = isKept ? planSecondRenders(tasks, reloaded) : undefined;
      const outcomes = await pool.render(release, shell, second?.tasks ?? tasks);
      for (const [index, task] of tasks.entries()) {
        const outcome = outcomes[index];
        const again = second?.pick(outcomes, index);
        if (!outcome || (outcome.ok && !isKept)) continue;
        const failed = [outcome, again].find((one) => one?.ok === false);
        renders.push({
          release,
          task,
          outcome: failed ?? outcome,
          again: again?.ok ? again.island : undefined,
          inBrowser: second?.pickInBrowser(outcomes, index),
        });
      }
      return outcomes.slice(0, tasks.length);
    },
  };
}

/** A recorded render as the checks take it. `label` names the release that has to change when it has a problem. */
export function toRendering(
  { release, task, outcome, again, inBrowser }: RecordedRender,
  layout: Layout,
  label: string,
): Rendering {
  const { expose, context } = task;
  const page = layout.routes.find(({ name }) => name === context.page.name)?.page ?? layout.error.page;
  return {
    owner: release.release.name,
    expose,
    label,
    context,
    where: toPlaceOnSite(context),
    isPage: page === `${release.release.name}/${expose}`,
    outcome: outcome.ok
      ? { ok: true, island: outcome.island, again, inBrowser }
      : { ok: false, problem: outcome.problem, ...toSourcePlace(release, outcome.thrownAt ?? []) },
  };
}

function toPlaceOnSite({ site, locale, page, visitor }: IslandContext): string {
  const name = page.status === 200 ? `${locale.prefix}${page.path}` : page.name;
  return `${site.siteId} ${name} with country rule ${visitor.rule}`;
}
