import { once } from "node:events";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { run, startNode, waitForOutput } from "./processes.ts";
import type { BenchResources } from "./bench-resources.ts";

/** A request: its duration, and its status; 0 when the connection failed. */
export interface LatencySample {
  milliseconds: number;
  status: number;
}

const samplerFile = join(import.meta.dirname, "../sample-latency.ts");

/** Requests a second: few enough not to disturb the measurement. */
const rate = "200";

/** Sends 200 requests a second from a process of its own, so that the work of the bench does not affect the measurement. */
export async function sampleLatency(
  resources: BenchResources,
  address: string,
  seconds: number,
): Promise<LatencySample[]> {
  return parseSamples(
    await run(resources, process.execPath, [...nodeOptions, samplerFile, address, rate, String(seconds)]),
  );
}

/** Begins to send 200 requests a second. The returned function ends that, and returns the outcomes. */
export async function beginLatency(
  resources: BenchResources,
  address: string,
): Promise<() => Promise<LatencySample[]>> {
  const sampler = startNode(resources, samplerFile, [address, rate, "3600"]);
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
