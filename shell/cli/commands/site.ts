import { setImmediate as turn } from "node:timers/promises";
import { outlastOutput } from "../command-line/outlast-output.ts";
import { runSite } from "./run-site.ts";

outlastOutput(process);
const code = await runSite(process.argv.slice(2), process);
if (code !== 0) {
  // An answer that could not be written is told in the turn after.
  await turn();
  // What a server opened before its start failed, such as the connection to its store, would keep the process.
  process.exit(code);
}
