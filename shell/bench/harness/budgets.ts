import { budgets } from "@site/contracts/release-checks/budgets";

/** Bytes (brotli unless named raw) and counts that fail the run when they are passed: those of the release checks. Never milliseconds. */
export const budget: Readonly<Record<keyof typeof budgets, number>> = budgets;
