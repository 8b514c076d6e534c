/** Writes a problem with a third party into the log: once, however often and in however many ways it shows. */
export function createLogOnce(vendor: "consent" | "analytics"): (problem: unknown) => void {
  let isTold = false;
  return (problem) => {
    if (isTold) return;
    isTold = true;
    console.warn(`${vendor}: ${problem instanceof Error ? problem.message : String(problem)}`);
  };
}
