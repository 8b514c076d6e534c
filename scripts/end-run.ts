// A reporter for runs in a pipeline: it ends vitest when a process that a test started keeps it from ending.
import type { Reporter } from "vitest/node";

/** Milliseconds after the last test in which all that tests share has ended. */
const graceMs = Number(process.env["TEST_GRACE_MS"] ?? 60_000);

export default class EndRun implements Reporter {
  onTestRunEnd(): void {
    const timer = setTimeout(() => {
      console.error("All tests have ended, and a process that one of them started has not. The run ends without it.");
      process.exit(1);
    }, graceMs);
    timer.unref();
  }
}
