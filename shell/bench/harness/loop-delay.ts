import { once } from "node:events";
import { join } from "node:path";
import * as v from "valibot";
import type { LoopQuestion } from "./answer-loop-delay.ts";
import { type Started, startNode, waitForOutput } from "./processes.ts";
import type { BenchResources } from "./bench-resources.ts";

/** The delay of a process's event loop, in milliseconds. */
export type LoopDelay = v.InferOutput<typeof delaySchema>;

const delaySchema = v.object({
  /** The 99th percentile. */
  loopDelayMs: v.number(),
  worstMs: v.number(),
});

/** An idle process: its event loop's delay shows the influence of the machine alone. */
export async function startIdleProcess(resources: BenchResources): Promise<Started> {
  const idle = startNode(resources, join(import.meta.dirname, "../idle.ts"));
  await waitForOutput(idle, /idle/);
  return idle;
}

export function beginLoopDelay({ child }: Started): void {
  child.send("begin loop delay" satisfies LoopQuestion);
}

export async function endLoopDelay({ child }: Started): Promise<LoopDelay> {
  const answer = once(child, "message");
  child.send("end loop delay" satisfies LoopQuestion);
  return v.parse(delaySchema, (await answer)[0]);
}
