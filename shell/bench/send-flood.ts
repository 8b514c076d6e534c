// Requests pages at a steady rate, whether or not they are answered, as independent visitors do. It writes requests to sockets itself and reads only
// the status and the length of a response, so that it can send faster than a server can answer.
import { connect, type Socket } from "node:net";
import type { FloodOutcome } from "./harness/flood.ts";
import { toPercentile } from "./harness/figures.ts";

const [port = "0", rate = "1000", seconds = "10", ...paths] = process.argv.slice(2);

/** Maximum of open requests; further ones are not sent. */
const maxSockets = 3500;

const requests = paths.map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`),
);
const outcome = { sent: 0, answered: 0, refused: 0, failed: 0, unsent: 0 };
const times: Record<"answered" | "refused", number[]> = { answered: [], refused: [] };
const idle: Lane[] = [];
let open = 0;

interface Lane {
  socket: Socket;
  from: number;
  /** Remaining bytes of the response; undefined before its headers, and without a request. */
  left: number | undefined;
  isAsking: boolean;
}

function openLane(): Lane {
  open += 1;
  const lane: Lane = { socket: connect(Number(port), "127.0.0.1"), from: 0, left: undefined, isAsking: false };
  lane.socket.setNoDelay(true);
  lane.socket.on("data", (chunk: Buffer) => read(lane, chunk));
  lane.socket.on("error", () => undefined);
  lane.socket.on("close", () => {
    open -= 1;
    if (lane.isAsking) outcome.failed += 1;
    const at = idle.indexOf(lane);
    if (at >= 0) idle.splice(at, 1);
  });
  return lane;
}

function read(lane: Lane, chunk: Buffer): void {
  let bytes = chunk.length;
  if (lane.left === undefined) {
    const end = chunk.indexOf("\r\n\r\n");
    const head = chunk.toString("latin1", 0, end);
    lane.left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    bytes -= end + 4;
    const kind = head.startsWith("HTTP/1.1 200") ? "answered" : "refused";
    outcome[kind] += 1;
    times[kind].push(performance.now() - lane.from);
  }
  lane.left -= bytes;
  if (lane.left > 0) return;
  lane.left = undefined;
  lane.isAsking = false;
  idle.push(lane);
}

function ask(): void {
  const lane = idle.pop() ?? (open < maxSockets ? openLane() : undefined);
  const request = requests[outcome.sent % requests.length];
  if (!lane || !request) {
    outcome.unsent += 1;
    return;
  }
  outcome.sent += 1;
  lane.from = performance.now();
  lane.isAsking = true;
  lane.socket.write(request);
}

const started = performance.now();
let due = 0;
const timer = setInterval(() => {
  const passed = Math.min((performance.now() - started) / 1000, Number(seconds));
  for (; due < passed * Number(rate); due += 1) ask();
  if (passed < Number(seconds)) return;
  clearInterval(timer);
  const result: FloodOutcome = {
    ...outcome,
    seconds: (performance.now() - started) / 1000,
    answeredMs: toTimes(times.answered),
    refusedMs: toTimes(times.refused),
  };
  process.stdout.write(`flood ${JSON.stringify(result)}\n`, () => process.exit(0));
}, 1);

function toTimes(values: readonly number[]): FloodOutcome["answeredMs"] {
  return values.length === 0 ? undefined : { median: toPercentile(values, 50), p99: toPercentile(values, 99) };
}
