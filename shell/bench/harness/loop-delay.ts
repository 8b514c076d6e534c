import { once } from "node:events";
import { join } from "node:path";
import * as v from "valibot";
import type { LoopQuestion } from "./answer-loop-delay.ts";
import { type Started, startNode, waitForOutput } from "./processes.ts";
import type { Room } from "./room.ts";

/** How late the event loop of a process was, in milliseconds. */
export type LoopDelay = v.InferOutput<typeof delaySchema>;

const delaySchema = v.object({
  /** The 99th percentile. */
  loopDelayMs: v.number(),
  worstMs: v.number(),
});

/** A process that does nothing: how late its event loop is shows what the machine alone does to one. */
export async function startIdleProcess(room: Room): Promise<Started> {
  const idle = startNode(room, join(import.meta.dirname, "../idle.ts"));
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
