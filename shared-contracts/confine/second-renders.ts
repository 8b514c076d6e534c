import type { RenderedIsland } from "../src/islands/island.ts";
import type { RenderOutcome } from "./answers.ts";
import type { RenderTask } from "./render-messages.ts";
import type { Surroundings } from "./surroundings.ts";

/** Surroundings that differ from those of servers in everything. */
const elsewhere: Surroundings = {
  // Another year, month, day of the week and hour.
  clock: Date.UTC(2001, 8, 9, 13, 46, 40),
  // Behind UTC, so that a date without a time, which is midnight in UTC, is the day before.
  timeZone: "Pacific/Pago_Pago",
  // Another order of dates, other separators in numbers, another capital of i, and other digits.
  language: "tr-u-nu-arab",
};

/** The surroundings of servers, with the globals that only browsers have: below each breakpoint and above each. */
const inBrowsers = [1, 10_000].map((browserSize): Surroundings => ({ clock: 0, timeZone: "UTC", browserSize }));

/** The repeated renders of tasks, and their outcomes. */
export interface SecondRenders {
  /** The tasks, followed by their repetitions. */
  tasks: RenderTask[];
  /** The outcome of a repetition of the task at an index: preferably one that failed or differs from the first render. */
  pick(outcomes: readonly RenderOutcome[], index: number): RenderOutcome | undefined;
  /**
   * A render with the globals of browsers of the task at an index, preferably one that differs from the first render; undefined when there is none or all
   * failed, because they may need a real browser.
   */
  pickInBrowser(outcomes: readonly RenderOutcome[], index: number): RenderedIsland | undefined;
}

/**
 * Repeats each task in the same process, at another time, in another time zone and with another default language: a difference means that the island
 * depends on one of these, or on state that is kept between renders. The first task of each expose is rendered a third time, with the server file loaded
 * again in these surroundings, and twice with the globals by which code detects a browser, where the window is narrow and where it is wide.
 * @param reloaded the exposes that were rendered so before; those of these tasks are added
 */
export function planSecondRenders(tasks: readonly RenderTask[], reloaded = new Set<string>()): SecondRenders {
  const third = new Map<number, number>();
  const browsers = tasks.map((): number[] => []);
  const all = [...tasks, ...tasks.map((task): RenderTask => ({ ...task, surroundings: elsewhere }))];
  for (const [index, task] of tasks.entries()) {
    if (reloaded.has(task.expose)) continue;
    reloaded.add(task.expose);
    third.set(index, all.length);
    all.push({ ...task, surroundings: elsewhere, isReloaded: true });
  }
  // Last, because tasks after one that ends the process are not rendered.
  for (const surroundings of inBrowsers) {
    for (const [index, task] of tasks.entries()) {
      if (!third.has(index)) continue;
      browsers[index]?.push(all.length);
      all.push({ ...task, surroundings, isReloaded: true });
    }
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
      const first = outcomes[index];
      const islands = (browsers[index] ?? []).flatMap((at) => {
        const outcome = outcomes[at];
        return outcome?.ok ? [outcome.island] : [];
      });
      return islands.find((island) => first?.ok && !isSameIsland(first.island, island)) ?? islands[0];
    },
  };
}

/** Whether two renders are equal: in their HTML, their head and the settings of a head fragment. */
export function isSameIsland(one: RenderedIsland, other: RenderedIsland): boolean {
  return one.html === other.html && JSON.stringify(listBeside(one)) === JSON.stringify(listBeside(other));
}

/** The parts of a render that the document gets beside its HTML. */
function listBeside({ head, headFragment }: RenderedIsland): unknown[] {
  return [head, headFragment];
}

/** Characters that a problem quotes from each render. */
const shownCharacters = 40;

/** The first difference between two renders, as a sentence. */
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
  // Quote a number or a word from its start.
  const start = left.slice(0, from).findLastIndex((character) => !/[\p{L}\p{N}.,]/u.test(character)) + 1;
  const [before, after] = [left, right].map((all) =>
    JSON.stringify(all.slice(start, start + shownCharacters).join("")),
  );
  return `At character ${start + 1} of ${what} it shows ${before}, and then ${after}.`;
}

function toText(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
