import type { PerformanceGoal } from "./performance-goal.ts";

/** Goals for engineers' waiting times. */
export const developmentGoals: readonly PerformanceGoal[] = [
  ...(
    [
      ["component of an island, with its dialog open", 500],
      ["component of a page", 500],
      ["message", 1000],
      ["style", 1000],
      ["policy", 1000],
      ["menu", 1000],
    ] as const
  ).map(([what, atMost]): PerformanceGoal => ({
    what: `saved ${what}: until the open page shows it`,
    goal: `${atMost / 1000} s`,
    peer: "",
    bench: "development",
    figure: `saved ${what}: until it shows`,
    reads: "median",
    atMost,
    why: "A save is compiled, signed, loaded, rendered and composed by processes that wait for each other, and then the page is loaded again.",
    next: "Hand the browser the changed module alone, and compose the page after it.",
  })),
  {
    what: "fresh clone, packages cached: until its first page",
    goal: "45 s, better 30",
    peer: "",
    bench: "development",
    figure: "fresh clone, packages cached: until its first page",
    reads: "median",
    atMost: 45_000,
    next: "Install while what is there already builds.",
  },
];
