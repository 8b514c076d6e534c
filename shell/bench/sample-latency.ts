// Requests one address at a steady rate, whether or not it is answered, and prints the outcome of each request as JSON: after the given seconds, or
// when its parent stops it.
import { Agent, get } from "node:http";
import type { LatencySample } from "./harness/latency.ts";

const [address = "", rate = "200", seconds = "4"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const samples: LatencySample[] = [];
let total = Number(rate) * Number(seconds);
const started = performance.now();
let sent = 0;

function ask(): void {
  const from = performance.now();
  const end = (status: number): void => {
    samples.push({ milliseconds: performance.now() - from, status });
    endWhenDone();
  };
  get(address, { agent, headers: { "accept-encoding": "br" } }, (response) => {
    response.resume().on("end", () => end(response.statusCode ?? 0));
  }).on("error", () => end(0));
}

function endWhenDone(): void {
  if (samples.length < total) return;
  total = Number.POSITIVE_INFINITY;
  process.stdout.write(`samples ${JSON.stringify(samples)}\n`, () => process.exit(0));
}

console.log("asking");
process.on("message", () => {
  total = sent;
  endWhenDone();
});

const timer = setInterval(() => {
  const due = Math.min(total, Math.ceil(((performance.now() - started) / 1000) * Number(rate)));
  for (; sent < due; sent += 1) ask();
  if (sent === total) clearInterval(timer);
}, 1);
