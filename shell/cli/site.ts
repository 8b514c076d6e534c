import { runSite } from "./run-site.ts";

process.exitCode = await runSite(process.argv.slice(2), process);
