import { budgets } from "@site/contracts/release-checks/budgets";

/** Bytes (brotli unless named raw) and counts above which the run fails: those of the release checks. Never milliseconds. */
export const budget: Readonly<Record<keyof typeof budgets, number>> = budgets;
