// Serves what is in the store, and builds nothing: what the benches measure does not change under them.
import { serveSite } from "../cli/serve-site.ts";
import { workspaceRoot } from "../cli/workspace.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { answerLoopDelay } from "./harness/answer-loop-delay.ts";

answerLoopDelay();
const { address } = await serveSite(parseEnvironment(process.env, workspaceRoot));
console.log(`ready at ${address}`);
