const told = new Set<string>();

/** Writes a problem with a third party into the log: once, however often it happens. The page goes on without. */
export function tellOnce(vendor: "consent" | "analytics", problem: unknown): void {
  const sentence = `${vendor}: ${problem instanceof Error ? problem.message : String(problem)}`;
  if (told.has(vendor)) return;
  told.add(vendor);
  console.warn(sentence);
}
