import { setImmediate as turn } from "node:timers/promises";
import { listenForInterruption } from "../command-line/interruption.ts";
import { outlastOutput } from "../command-line/outlast-output.ts";
import { runSite } from "./run-site.ts";

outlastOutput(process);
const { interrupted, end } = listenForInterruption(process);
const { env, stdout, stderr } = process;
const code = await runSite(process.argv.slice(2), { env, stdout, stderr, interrupted });
end();
if (code !== 0) {
  // A failed write of the answer is reported in the next turn of the event loop.
  await turn();
  // Otherwise a server whose start failed would keep the process running, by open handles such as the connection to its store.
  process.exit(code);
}
