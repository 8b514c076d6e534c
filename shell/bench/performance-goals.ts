import { developmentGoals } from "./goals/development-goals.ts";
import type { PerformanceGoal } from "./goals/performance-goal.ts";
import { releaseGoals } from "./goals/release-goals.ts";
import { serverGoals } from "./goals/server-goals.ts";
import { visitorGoals } from "./goals/visitor-goals.ts";

/** The goals, in the order of the table in docs/performance.md. */
export const performanceGoals: readonly PerformanceGoal[] = [
  ...visitorGoals,
  ...serverGoals,
  ...releaseGoals,
  ...developmentGoals,
];
