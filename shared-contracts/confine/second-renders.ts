import type { RenderedIsland } from "../src/islands/island.ts";
import type { RenderOutcome } from "./answers.ts";
import type { RenderTask } from "./render-messages.ts";
import type { Surroundings } from "./surroundings.ts";

/** Surroundings of which nothing is as on servers. */
const elsewhere: Surroundings = {
  // Another year, month, day of the week and hour.
  clock: Date.UTC(2001, 8, 9, 13, 46, 40),
  // Behind UTC, so that a date without a time, which is midnight in UTC, is the day before.
  timeZone: "Pacific/Pago_Pago",
  // Another order of dates, other signs in numbers and another capital of i; with digits that are others in every number.
  language: "tr-u-nu-arab",
};

/** As on servers, with the names that only browsers have. */
const inBrowser: Surroundings = { clock: 0, timeZone: "UTC", isBrowser: true };

/** What islands are rendered a second time for, and what came of it. */
export interface SecondRenders {
  /** The tasks, and those that render them once more. */
  tasks: RenderTask[];
  /** What a second render gave, by the index of the first: one that failed or differs from the first, where there is one. */
  pick(outcomes: readonly RenderOutcome[], index: number): RenderOutcome | undefined;
  /** What a render with the names of browsers gave, by the index of the first, where there is one that did not fail: what fails there may need a real browser. */
  pickInBrowser(outcomes: readonly RenderOutcome[], index: number): RenderedIsland | undefined;
}

/**
 * Renders each task a second time by the same process, with the clock at another moment, in another time zone and with another default language: what
 * differs shows state that is kept between renders, or one of these. The first task of each expose is rendered a third time, by the server file as it is
 * when it is loaded there. It is rendered a fourth time where there are the names of browsers, by which code tells where it runs.
 * @param reloaded the exposes for which that was done; those of these tasks are added
 */
export function planSecondRenders(tasks: readonly RenderTask[], reloaded = new Set<string>()): SecondRenders {
  const third = new Map<number, number>();
  const fourth = new Map<number, number>();
  const all = [...tasks, ...tasks.map((task): RenderTask => ({ ...task, surroundings: elsewhere }))];
  for (const [index, task] of tasks.entries()) {
    if (reloaded.has(task.expose)) continue;
    reloaded.add(task.expose);
    third.set(index, all.length);
    all.push({ ...task, surroundings: elsewhere, isReloaded: true });
  }
  // After all others, which are not tried when one of these ends the process.
  for (const index of third.keys()) {
    fourth.set(index, all.length);
    all.push(...tasks.slice(index, index + 1).map((task) => ({ ...task, surroundings: inBrowser, isReloaded: true })));
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
    pickInBrowser(outcomes, index) {
      const outcome = outcomes[fourth.get(index) ?? -1];
      return outcome?.ok ? outcome.island : undefined;
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

/** Characters that are shown of what differs. */
const shownCharacters = 40;

/** What differs first between two renders, as a sentence. */
export function describeDifference(one: RenderedIsland, other: RenderedIsland): string {
  const parts: [what: string, first: string, then: string][] = [
    ["its HTML", one.html, other.html],
    ["its head", toText(one.head), toText(other.head)],
    ["its settings", toText(one.headFragment), toText(other.headFragment)],
  ];
  const [what, first, then] = parts.find(([, a, b]) => a !== b) ?? ["its HTML", "", ""];
  const [left, right] = [[...first], [...then]];
  const at = left.findIndex((character, index) => character !== right[index]);
  const from = at < 0 ? left.length : at;
  // A number or a word is shown from its start.
  const start = left.slice(0, from).findLastIndex((character) => !/[\p{L}\p{N}.,]/u.test(character)) + 1;
  const [before, after] = [left, right].map((all) =>
    JSON.stringify(all.slice(start, start + shownCharacters).join("")),
  );
  return `At character ${start + 1} of ${what} it shows ${before}, and then ${after}.`;
}

function toText(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
