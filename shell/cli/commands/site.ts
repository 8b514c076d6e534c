import { ignoreClosedPipes } from "../command-line/closed-pipe.ts";
import { runSite } from "./run-site.ts";

ignoreClosedPipes(process.stdout, process.stderr);
const code = await runSite(process.argv.slice(2), process);
// What a server opened before its start failed, such as the connection to its store, would keep the process.
if (code !== 0) process.exit(code);
