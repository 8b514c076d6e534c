import { join } from "node:path";
import { run } from "./processes.ts";
import type { Room } from "./room.ts";

/** One request: how long it took, and its status; 0 when the connection broke. */
export interface LatencySample {
  milliseconds: number;
  status: number;
}

/** Asks 200 times a second from a process of its own, so that what the bench does meanwhile is not measured with it. */
export async function sampleLatency(room: Room, address: string, seconds: number): Promise<LatencySample[]> {
  const output = await run(room, process.execPath, ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "../sample-latency.ts"), address, "200", String(seconds)]);
  const samples: LatencySample[] = JSON.parse(output.slice(output.indexOf("samples ") + 8));
  return samples;
}
