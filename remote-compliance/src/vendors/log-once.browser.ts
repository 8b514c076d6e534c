/** Logs a problem with a third party once, however often it occurs. */
export function createLogOnce(vendor: "consent" | "analytics"): (problem: unknown) => void {
  let isTold = false;
  return (problem) => {
    if (isTold) return;
    isTold = true;
    console.warn(`${vendor}: ${problem instanceof Error ? problem.message : String(problem)}`);
  };
}
