import type { Command, Option } from "commander";
import { packageNames } from "@site/contracts/build/workspace-packages";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { commonRoles } from "../trust/trust-change.ts";

/** Stands for the names of folders, which the shell itself completes. */
export const folders = ":folders";

/** How many of the latest revisions are offered. */
const offeredRevisions = 20;

/** What the words of a line may name. */
export interface Completed {
  /** Undefined when there is none to ask. */
  store: ReleaseStore | undefined;
  /** How the ids of the trust list's keys begin. */
  keyIds: readonly string[];
}

/**
 * What the last word of a command line can become.
 * @param words the line without the program's name; the last one is what has been typed of the next word, maybe nothing
 */
export async function completeLine(
  program: Command,
  words: readonly string[],
  { store, keyIds }: Completed,
): Promise<string[]> {
  const typed = words.at(-1) ?? "";
  const { command, rest } = findCommand(program, words.slice(0, -1));
  const candidates = await listCandidates({ program, command, rest, typed, keyIds }, store);
  const given = new Set(rest);
  return candidates.filter(
    (candidate) => candidate === folders || (candidate.startsWith(typed) && !given.has(candidate)),
  );
}

interface Line {
  program: Command;
  command: Command;
  /** The words after the verb. */
  rest: readonly string[];
  typed: string;
  keyIds: readonly string[];
}

async function listCandidates(
  { program, command, rest, typed, keyIds }: Line,
  store: ReleaseStore | undefined,
): Promise<string[]> {
  const before = rest.at(-1);
  const awaited = command.options.find((option) => takesValue(option) && option.long === before);
  if (awaited) return listValues(awaited, store);
  if (typed.startsWith("-"))
    return [...command.options, ...program.options].flatMap(({ long }) => long ?? []).concat("--help");
  const verbs = listVerbs(command);
  if (verbs.length > 0) return verbs.map((verb) => verb.name());
  switch (command.name()) {
    case "build":
    case "publish":
      return [...packageNames];
    case "promote":
      return listReleases(store);
    case "rollback":
      return rest.some((word) => !word.startsWith("-")) ? [] : listStoredNames(store);
    case "add":
    case "key":
    case "threshold":
      return rest.some((word) => !word.startsWith("-")) ? [] : [...commonRoles, ...packageNames];
    case "remove":
    case "retire":
    case "revoke":
      return rest.some((word) => !word.startsWith("-")) ? [] : [...keyIds];
    case "completion":
      return ["bash", "zsh"];
    default:
      return [];
  }
}

async function listValues({ long }: Option, store: ReleaseStore | undefined): Promise<string[]> {
  if (long === "--from") return [folders];
  if (long !== "--to" && long !== "--expect") return [];
  const records = (await store?.history({ last: offeredRevisions })) ?? [];
  return records.map(({ set }) => String(set.revision));
}

/** Every package's name, and every release of it in the store. */
async function listReleases(store: ReleaseStore | undefined): Promise<string[]> {
  const names = await listStoredNames(store);
  const versions = await Promise.all(
    names.map(async (name) => ((await store?.versions(name)) ?? []).map((version) => `${name}@${version}`)),
  );
  return [...names, ...versions.flat()];
}

async function listStoredNames(store: ReleaseStore | undefined): Promise<string[]> {
  return [...new Set([...Object.keys((await store?.current())?.set.versions ?? {}), ...packageNames])];
}

/** The verb of a line, as deep as it goes, and the words after it. */
function findCommand(program: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  let command = program;
  for (const [index, word] of words.entries()) {
    const next = listVerbs(command).find((verb) => verb.name() === word);
    if (next) command = next;
    else if (!word.startsWith("-")) return { command, rest: words.slice(index) };
    else if (command !== program) return { command, rest: words.slice(index) };
  }
  return { command, rest: [] };
}

/** The verbs that the help lists. */
function listVerbs(command: Command): Command[] {
  return command.commands.length === 0
    ? []
    : command
        .createHelp()
        .visibleCommands(command)
        .filter((verb) => verb.name() !== "help");
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}
