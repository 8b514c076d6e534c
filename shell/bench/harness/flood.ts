import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { run } from "./processes.ts";
import type { BenchResources } from "./bench-resources.ts";

/** The outcome of requests at a steady rate. */
export interface FloodOutcome {
  sent: number;
  /** Responses with status 200. */
  answered: number;
  /** Responses with another status. */
  refused: number;
  /** Connections that closed with an open request. */
  failed: number;
  /** Requests that were due when too many were open already. */
  unsent: number;
  seconds: number;
  /** Milliseconds to the first byte of a response; undefined without responses. */
  answeredMs: { median: number; p99: number } | undefined;
  refusedMs: { median: number; p99: number } | undefined;
}

/** Sends page requests at this rate per second, from a process of its own. */
export async function flood(
  resources: BenchResources,
  origin: string,
  { rate, seconds, paths }: { rate: number; seconds: number; paths: readonly string[] },
): Promise<FloodOutcome> {
  const output = await run(resources, process.execPath, [
    ...nodeOptions,
    join(import.meta.dirname, "../send-flood.ts"),
    new URL(origin).port,
    String(Math.round(rate)),
    String(seconds),
    ...paths,
  ]);
  const outcome: FloodOutcome = JSON.parse(output.slice(output.indexOf("flood ") + 6));
  return outcome;
}
