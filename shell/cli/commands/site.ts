import { ignoreClosedPipes } from "../closed-pipe.ts";
import { runSite } from "./run-site.ts";

ignoreClosedPipes(process.stdout, process.stderr);
process.exitCode = await runSite(process.argv.slice(2), process);
