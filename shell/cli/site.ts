import { Command } from "commander";
import { isSiteError, toProblem } from "@site/contracts/errors";
import { createCommandContext } from "./command-context.ts";
import { addBuild } from "./commands/build.ts";
import { addHistory } from "./commands/history.ts";
import { addPromote } from "./commands/promote.ts";
import { addPublish } from "./commands/publish.ts";
import { addRollback } from "./commands/rollback.ts";
import { addStatus } from "./commands/status.ts";
import { addVerify } from "./commands/verify.ts";

const program = new Command("site").description("Builds, publishes and promotes releases, and tells what is live.");
program.option("--json", "answer in JSON, for machines");

const context = createCommandContext(program);
for (const add of [addBuild, addPublish, addPromote, addRollback, addStatus, addHistory, addVerify]) add(program, context);

try {
  await program.parseAsync();
} catch (error) {
  const code = isSiteError(error) ? error.code : "UNEXPECTED";
  if (program.opts<{ json?: boolean }>().json) console.log(JSON.stringify({ error: { code, detail: toProblem(error) } }));
  else console.error(`${code}: ${toProblem(error)}`);
  process.exitCode = 1;
}
