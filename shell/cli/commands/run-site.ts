import { Command, CommanderError } from "commander";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { contractVersion } from "@site/contracts/releases/share-scope";
import shellPackage from "../../package.json" with { type: "json" };
import { parseEnvironment } from "../../src/server/environment.ts";
import { ReleaseRefusal } from "../../src/server/release-checks/refusal.ts";
import { type CommandProcess, createCommandContext } from "../command-context.ts";
import { addExplain } from "./explain.ts";
import { addFreeze, addThaw } from "./freeze.ts";
import { addPin, addUnpin } from "./pin.ts";
import { addBuild } from "./build.ts";
import { addCanary } from "./canary.ts";
import { addCompletion } from "./completion.ts";
import { addCheck } from "./check.ts";
import { addDoctor } from "./doctor.ts";
import { addHealth } from "./health.ts";
import { addHistory } from "./history.ts";
import { addInit } from "./init.ts";
import { addPreview } from "./preview.ts";
import { addPromote } from "./promote.ts";
import { addPublish } from "./publish.ts";
import { addRollback } from "./rollback.ts";
import { addServe } from "./serve.ts";
import { addServers } from "./servers.ts";
import { addSbom } from "./sbom.ts";
import { addShow } from "./show.ts";
import { addStatus } from "./status.ts";
import { addStore } from "./store.ts";
import { addKeys } from "./keys.ts";
import { addTokens } from "./tokens.ts";
import { addTrust } from "./trust.ts";
import { addVerify } from "./verify.ts";
import { exitCodes, toExitCode } from "../exit-codes.ts";
import { explainError } from "../explain-error.ts";
import { workspaceRoot } from "../workspace.ts";

/** In the order in which the help lists them. */
const verbs = [
  addInit,
  addBuild,
  addCheck,
  addPublish,
  addPromote,
  addRollback,
  addCanary,
  addPreview,
  addPin,
  addUnpin,
  addFreeze,
  addThaw,
  addStatus,
  addShow,
  addSbom,
  addHistory,
  addVerify,
  addServe,
  addServers,
  addDoctor,
  addHealth,
  addExplain,
  addStore,
  addTokens,
  addKeys,
  addTrust,
  addCompletion,
];

const environmentHelp = `
Environment:
  STORE_DIR        the release store; .site in the workspace when not set
  STORE            addresses of NATS servers that have the release store instead, such as nats://10.0.0.1:4222

Exit codes:
${Object.values(exitCodes)
  .map(({ code, meaning }) => `  ${code}  ${meaning}`)
  .join("\n")}

Examples:
  site status
  site publish content && site promote content --why "new home page"
  site rollback content --dry-run
`;

/**
 * Runs the site command.
 * @param words the command line without the program's name
 * @returns the exit code, one of `exitCodes`
 */
export async function runSite(words: readonly string[], given: CommandProcess): Promise<number> {
  const program = new Command("site").description("Builds, publishes and promotes releases, and tells what is live.");
  program
    .exitOverride()
    .configureOutput({
      writeOut: (text) => given.stdout.write(text),
      writeErr: (text) => given.stderr.write(text),
      // Said below, with its code.
      outputError: () => undefined,
    })
    .version(`site ${shellPackage.version}, contract ${contractVersion}, node ${process.versions.node}`)
    .option("--json", "answer in JSON, for machines")
    .addHelpText("after", environmentHelp);
  const context = createCommandContext(program, given);
  for (const add of verbs) add(program, context);

  try {
    await program.parseAsync(words, { from: "user" });
    return exitCodes[context.endsWith()].code;
  } catch (error) {
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help")) {
      return error.exitCode === 0 ? exitCodes.done.code : exitCodes.usage.code;
    }
    const explained = explainError(
      error instanceof CommanderError ? toUsageError(error, findVerb(program, words)) : error,
      readStoreDir(given),
    );
    const code = isSiteError(explained) ? explained.code : "UNEXPECTED";
    const problems = explained instanceof ReleaseRefusal ? { problems: explained.problems } : {};
    if (words.includes("--json"))
      given.stdout.write(`${JSON.stringify({ error: { code, detail: toProblem(explained), ...problems } })}\n`);
    else given.stderr.write(`${code}: ${toProblem(explained)}\n`);
    return toExitCode(explained);
  } finally {
    await context.close();
  }
}

function readStoreDir({ env }: CommandProcess): string {
  try {
    return parseEnvironment(env, workspaceRoot).places.storeDir;
  } catch {
    return env["STORE_DIR"] ?? workspaceRoot;
  }
}

/** The verb of a command line, with a space in front; nothing when it has none. */
function findVerb(program: Command, words: readonly string[]): string {
  const given = words.find((word) => !word.startsWith("-"));
  return program.commands.some((command) => command.name() === given) ? ` ${given}` : "";
}

/** What is wrong with the command line, as one sentence that ends with a full stop. */
function toUsageError({ message }: CommanderError, verb: string): SiteError {
  const text = message.replace(/^error: /, "").replaceAll("\n", " ");
  return new SiteError("USAGE_INVALID", { problem: /[.?)]$/.test(text) ? text : `${text}.`, verb });
}
