import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { run } from "./processes.ts";
import type { Room } from "./room.ts";

/** What came of requests that were sent at a steady rate. */
export interface FloodOutcome {
  sent: number;
  /** Answers with status 200. */
  answered: number;
  /** Answers with another status. */
  refused: number;
  /** Connections that broke with a request open. */
  failed: number;
  /** Requests that were due when too many were open already. */
  unsent: number;
  seconds: number;
  /** Milliseconds to the first byte of an answer; undefined when there was none. */
  answeredMs: { median: number; p99: number } | undefined;
  refusedMs: { median: number; p99: number } | undefined;
}

/** Asks for pages so many times a second, from a process of its own. */
export async function flood(
  room: Room,
  origin: string,
  { rate, seconds, paths }: { rate: number; seconds: number; paths: readonly string[] },
): Promise<FloodOutcome> {
  const output = await run(room, process.execPath, [
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
