import { Command, CommanderError } from "commander";
import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import { contractVersion } from "@site/contracts/releases/share-scope";
import shellPackage from "../../package.json" with { type: "json" };
import { parseEnvironment } from "../../src/server/environment.ts";
import { ReleaseRefusal } from "../../src/server/release-checks/refusal.ts";
import { type CommandContext, type CommandProcess, createCommandContext } from "../command-line/command-context.ts";
import { exitCodes, toExitCode } from "../command-line/exit-codes.ts";
import { suggestOwnWord } from "../command-line/other-words.ts";
import { toPrintable } from "../command-line/printable.ts";
import { requireLast } from "../command-line/required-options.ts";
import { toStoreError } from "../store/to-store-error.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

/** Adds a verb to the command. */
type AddVerb = (program: Command, context: CommandContext) => void;

/** Loaders of each verb's code, in the order of the help. */
const verbs: Readonly<Record<string, () => Promise<AddVerb>>> = {
  init: async () => (await import("./init.ts")).addInit,
  build: async () => (await import("./build.ts")).addBuild,
  check: async () => (await import("./check.ts")).addCheck,
  publish: async () => (await import("./publish.ts")).addPublish,
  promote: async () => (await import("./promote.ts")).addPromote,
  rollback: async () => (await import("./rollback.ts")).addRollback,
  canary: async () => (await import("./canary.ts")).addCanary,
  preview: async () => (await import("./preview.ts")).addPreview,
  pin: async () => (await import("./pin.ts")).addPin,
  unpin: async () => (await import("./pin.ts")).addUnpin,
  freeze: async () => (await import("./freeze.ts")).addFreeze,
  thaw: async () => (await import("./freeze.ts")).addThaw,
  status: async () => (await import("./status.ts")).addStatus,
  show: async () => (await import("./show.ts")).addShow,
  sbom: async () => (await import("./sbom.ts")).addSbom,
  history: async () => (await import("./history.ts")).addHistory,
  verify: async () => (await import("./verify.ts")).addVerify,
  serve: async () => (await import("./serve.ts")).addServe,
  servers: async () => (await import("./servers.ts")).addServers,
  doctor: async () => (await import("./doctor.ts")).addDoctor,
  health: async () => (await import("./health.ts")).addHealth,
  explain: async () => (await import("./explain.ts")).addExplain,
  store: async () => (await import("./store.ts")).addStore,
  tokens: async () => (await import("./tokens.ts")).addTokens,
  keys: async () => (await import("./keys.ts")).addKeys,
  trust: async () => (await import("./trust.ts")).addTrust,
  completion: async () => (await import("./completion.ts")).addCompletion,
};

const environmentHelp = `
Environment:
  STORE_DIR        the release store; .site in the workspace when not set. A relative path begins at the workspace
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
 * @returns the exit code, one of `exitCodes`, or that of a signal
 */
export async function runSite(words: readonly string[], given: CommandProcess): Promise<number> {
  const isForMachines = words.includes("--json");
  const program = new Command("site").description("Builds, publishes and promotes releases, and tells what is live.");
  program
    .exitOverride()
    .configureOutput({
      writeOut: (text) => given.stdout.write(text),
      // Prints the help when a verb is missing.
      writeErr: (text) => isForMachines || given.stderr.write(text),
      // Printed by this function, with its code.
      outputError: () => undefined,
    })
    .version(`site ${shellPackage.version}, contract ${contractVersion}, node ${process.versions.node}`)
    .option("--json", "answer in JSON, for machines")
    .addHelpText("after", environmentHelp);
  const context = createCommandContext(program, given);

  async function run(): Promise<number> {
    for (const add of await loadVerbs(words)) add(program, context);
    requireLast(program);
    await program.parseAsync(words, { from: "user" });
    return exitCodes[context.endsWith()].code;
  }

  let isInterrupted = false;
  try {
    return await Promise.race([run(), ...(given.interrupted ? [given.interrupted] : [])]);
  } catch (error) {
    isInterrupted = isSiteError(error, "INTERRUPTED");
    if (isInterrupted) context.endProgress();
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done.code;
    // People have seen the help, which lists the verbs.
    const isHelp = error instanceof CommanderError && error.code === "commander.help";
    if (isHelp && !isForMachines) return exitCodes.usage.code;
    const explained = toStoreError(
      error instanceof CommanderError ? toUsageError(error, findVerb(program, words)) : error,
      readStoreDir(given),
    );
    const code = isSiteError(explained) ? explained.code : "UNEXPECTED";
    const problems = explained instanceof ReleaseRefusal ? { problems: explained.problems } : {};
    const kept = context.kept();
    if (isForMachines) {
      const answer = { error: { code, detail: toProblem(explained), ...problems }, ...kept?.data };
      given.stdout.write(`${JSON.stringify(answer)}\n`);
    } else {
      const before = kept?.text === undefined ? "" : `${kept.text}\n`;
      given.stderr.write(toPrintable(`${code}: ${toProblem(explained)}\n${before}`));
    }
    return toExitCode(explained);
  } finally {
    // The work that was interrupted still uses its connections. The process ends now.
    if (!isInterrupted) await context.close();
  }
}

function readStoreDir({ env }: CommandProcess): string {
  try {
    return parseEnvironment(env, workspaceRoot).places.storeDir;
  } catch {
    return env["STORE_DIR"] ?? workspaceRoot;
  }
}

/** The verb that a command line names; without one all verbs, as for the help. Loading all takes longer than most of them run. */
async function loadVerbs(words: readonly string[]): Promise<AddVerb[]> {
  const given = words.find((word) => !word.startsWith("-")) ?? "";
  const load = Object.hasOwn(verbs, given) ? verbs[given] : undefined;
  return load ? [await load()] : Promise.all(Object.values(verbs).map((one) => one()));
}

/** The verbs of a command line, such as ` tokens make`, with a space in front of each; empty without verbs. */
function findVerb(program: Command, words: readonly string[]): string {
  let command = program;
  let path = "";
  for (const word of words.filter((one) => !one.startsWith("-"))) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) break;
    command = next;
    path += ` ${word}`;
  }
  return path;
}

/** The mistake in the command line, as one sentence that ends with a full stop. */
function toUsageError({ code, message }: CommanderError, verb: string): SiteError {
  if (code === "commander.help")
    return new SiteError("USAGE_INVALID", { problem: `site${verb} needs one of its verbs.`, verb });
  const [, word = ""] = (code === "commander.unknownCommand" && /'(.*?)'/.exec(message)) || [];
  // The most similar word may have the wrong meaning: for "unfreeze" it is "freeze".
  const said = suggestOwnWord(word, verb.trim()) ?? message;
  const text = said.replace(/^error: /, "").replaceAll("\n", " ");
  return new SiteError("USAGE_INVALID", { problem: /[.?)]$/.test(text) ? text : `${text}.`, verb });
}
