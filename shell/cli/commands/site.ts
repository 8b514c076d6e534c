import { setImmediate as turn } from "node:timers/promises";
import { outlastOutput } from "../command-line/outlast-output.ts";
import { runSite } from "./run-site.ts";

outlastOutput(process);
const code = await runSite(process.argv.slice(2), process);
if (code !== 0) {
  // A failed write of the answer is reported in the next turn of the event loop.
  await turn();
  // Otherwise a server whose start failed would keep the process running, by open handles such as the connection to its store.
  process.exit(code);
}
