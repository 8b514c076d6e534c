import { once } from "node:events";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { run, startNode, waitForOutput } from "./processes.ts";
import type { Room } from "./room.ts";

/** One request: how long it took, and its status; 0 when the connection broke. */
export interface LatencySample {
  milliseconds: number;
  status: number;
}

const samplerFile = join(import.meta.dirname, "../sample-latency.ts");

/** Requests a second: few enough to leave the processors to what is measured. */
const rate = "200";

/** Asks 200 times a second from a process of its own, so that what the bench does meanwhile is not measured with it. */
export async function sampleLatency(room: Room, address: string, seconds: number): Promise<LatencySample[]> {
  return parseSamples(await run(room, process.execPath, [...nodeOptions, samplerFile, address, rate, String(seconds)]));
}

/** Begins to ask 200 times a second. What it returns ends that, and tells what came of it. */
export async function beginLatency(room: Room, address: string): Promise<() => Promise<LatencySample[]>> {
  const sampler = startNode(room, samplerFile, [address, rate, "3600"]);
  const { child, output } = sampler;
  await waitForOutput(sampler, /asking/);
  return async () => {
    const ended = once(child, "close");
    child.send("stop");
    await ended;
    return parseSamples(output());
  };
}

function parseSamples(output: string): LatencySample[] {
  const samples: LatencySample[] = JSON.parse(output.slice(output.indexOf("samples ") + 8));
  return samples;
}
