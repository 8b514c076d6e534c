import budgets from "../budgets.json" with { type: "json" };

/** Bytes (brotli unless named raw) and counts that fail the run when they are passed. Never milliseconds. */
export const budget: Readonly<Record<keyof typeof budgets, number>> = budgets;
