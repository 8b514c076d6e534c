// Asks for one address at a steady rate, answered or not, and prints what came of each request as JSON.
import { Agent, get } from "node:http";
import type { LatencySample } from "./harness/latency.ts";

const [address = "", rate = "200", seconds = "4"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const samples: LatencySample[] = [];
const total = Number(rate) * Number(seconds);
const started = performance.now();
let sent = 0;

function ask(): void {
  const from = performance.now();
  const end = (status: number): void => {
    samples.push({ milliseconds: performance.now() - from, status });
    if (samples.length === total) {
      console.log(`samples ${JSON.stringify(samples)}`);
      process.exit(0);
    }
  };
  get(address, { agent, headers: { "accept-encoding": "br" } }, (response) => {
    response.resume().on("end", () => end(response.statusCode ?? 0));
  }).on("error", () => end(0));
}

const timer = setInterval(() => {
  const due = Math.min(total, Math.ceil(((performance.now() - started) / 1000) * Number(rate)));
  for (; sent < due; sent += 1) ask();
  if (sent === total) clearInterval(timer);
}, 1);
