// Serves what is in the store, and builds nothing: what the benches measure does not change under them.
import { workspaceRoot } from "../cli/workspace.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { serve } from "../src/server/main.ts";

const { address } = await serve(parseEnvironment(process.env, workspaceRoot));
console.log(`ready at ${address}`);
