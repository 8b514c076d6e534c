import type { RenderedIsland } from "../src/islands/island.ts";
import type { RenderOutcome } from "./answers.ts";
import type { RenderTask } from "./render-messages.ts";

/** Another moment than the one at which the clock of servers stands: another year, month, day of the week and hour. */
const otherMoment = Date.UTC(2001, 8, 9, 13, 46, 40);

/** What islands are rendered a second time for, and what came of it. */
export interface SecondRenders {
  /** The tasks, and those that render them once more. */
  tasks: RenderTask[];
  /** What a second render gave, by the index of the first: one that failed or differs from the first, where there is one. */
  pick(outcomes: readonly RenderOutcome[], index: number): RenderOutcome | undefined;
}

/**
 * Renders each task a second time by the same process, with the clock at another moment: what differs shows state that is kept between renders, or the time.
 * The first task of each expose is rendered a third time, by the server file as it is when it is loaded at that moment.
 * @param reloaded the exposes for which that was done; those of these tasks are added
 */
export function planSecondRenders(tasks: readonly RenderTask[], reloaded = new Set<string>()): SecondRenders {
  const third = new Map<number, number>();
  const all = [...tasks, ...tasks.map((task): RenderTask => ({ ...task, clock: otherMoment }))];
  for (const [index, task] of tasks.entries()) {
    if (reloaded.has(task.expose)) continue;
    reloaded.add(task.expose);
    third.set(index, all.length);
    all.push({ ...task, clock: otherMoment, isReloaded: true });
  }
  return {
    tasks: all,
    pick(outcomes, index) {
      const first = outcomes[index];
      const others = [outcomes[index + tasks.length], outcomes[third.get(index) ?? -1]].filter(
        (outcome) => outcome !== undefined,
      );
      return (
        others.find((other) => !other.ok) ??
        others.find((other) => first?.ok && other.ok && !isSameIsland(first.island, other.island)) ??
        others[0]
      );
    },
  };
}

/** Whether two renders show the same, and a head fragment has the same settings. */
export function isSameIsland(one: RenderedIsland, other: RenderedIsland): boolean {
  return one.html === other.html && JSON.stringify(listBeside(one)) === JSON.stringify(listBeside(other));
}

/** What the document gets of an island beside its HTML. */
function listBeside({ head, headFragment }: RenderedIsland): unknown[] {
  return [head, headFragment];
}
