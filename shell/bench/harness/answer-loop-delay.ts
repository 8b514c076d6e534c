import { monitorEventLoopDelay } from "node:perf_hooks";

/** Milliseconds between two looks at the event loop. Each recorded delay includes them. */
const resolution = 1;

/** What the parent of a measured process asks it: to begin measuring its event loop, or to end and tell. */
export type LoopQuestion = "begin loop delay" | "end loop delay";

/** Measures this process's event loop while its parent wants it, and tells it the 99th percentile in milliseconds. */
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
  // It is no reason to keep a process that is otherwise done.
  process.channel?.unref();
}
