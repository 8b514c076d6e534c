import { monitorEventLoopDelay } from "node:perf_hooks";

/** Resolution of the event loop's measurement in milliseconds. Each recorded delay includes it. */
const resolution = 1;

/** A message of the parent of a measured process: begin measuring the event loop, or end and reply. */
export type LoopQuestion = "begin loop delay" | "end loop delay";

/** Measures this process's event loop on request of its parent, and replies with the 99th percentile in milliseconds. */
export function answerLoopDelay(): void {
  const histogram = monitorEventLoopDelay({ resolution });
  process.on("message", (question: LoopQuestion) => {
    if (question === "begin loop delay") {
      histogram.reset();
      histogram.enable();
    } else if (question === "end loop delay") {
      histogram.disable();
      process.send?.({
        loopDelayMs: Math.max(0, histogram.percentile(99) / 1e6 - resolution),
        worstMs: Math.max(0, histogram.max / 1e6 - resolution),
      });
    }
  });
  // The channel must not keep a process running that has no other work.
  process.channel?.unref();
}
