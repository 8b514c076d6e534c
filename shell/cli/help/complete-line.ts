import type { Command, Option } from "commander";
import { packageNames } from "@site/contracts/build/workspace-packages";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { commonRoles } from "../trust/trust-change.ts";

/** Stands for the names of folders, which the shell itself completes. */
export const folders = ":folders";

/** Number of latest revisions that are offered. */
const offeredRevisions = 20;

/** Sources of the completions. */
export interface Completed {
  /** Opens the store and reads from it. @returns `otherwise` when no store responds */
  askStore<T>(read: (store: ReleaseStore) => Promise<T>, otherwise: T): Promise<T>;
  /** The prefixes of the ids of the trust list's keys. */
  keyIds: readonly string[];
}

/**
 * Completions of the last word of a command line.
 * @param words the line without the program's name; the last one is the typed part of the next word, and may be empty
 */
export async function completeLine(
  program: Command,
  words: readonly string[],
  { askStore, keyIds }: Completed,
): Promise<string[]> {
  const typed = words.at(-1) ?? "";
  const { command, rest } = findCommand(program, words.slice(0, -1));
  const candidates = await listCandidates({ program, command, rest, typed, keyIds, askStore });
  const given = new Set(rest);
  return candidates.filter(
    (candidate) => candidate === folders || (candidate.startsWith(typed) && !given.has(candidate)),
  );
}

interface Line extends Completed {
  program: Command;
  command: Command;
  /** The words after the verb. */
  rest: readonly string[];
  typed: string;
}

async function listCandidates({ program, command, rest, typed, keyIds, askStore }: Line): Promise<string[]> {
  const before = rest.at(-1);
  const awaited = command.options.find((option) => takesValue(option) && option.long === before);
  if (awaited) return listValues(awaited, askStore);
  if (typed.startsWith("-"))
    return [...command.options, ...program.options].flatMap(({ long }) => long ?? []).concat("--help");
  const verbs = listVerbs(command);
  if (verbs.length > 0) return verbs.map((verb) => verb.name());
  switch (command.name()) {
    case "build":
    case "publish":
      return [...packageNames];
    case "promote":
      return listReleases(askStore);
    case "rollback":
      return rest.some((word) => !word.startsWith("-")) ? [] : listStoredNames(askStore);
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

async function listValues({ long }: Option, askStore: Completed["askStore"]): Promise<string[]> {
  if (long === "--from") return [folders];
  if (long !== "--to" && long !== "--expect") return [];
  const records = await askStore((store) => store.history({ last: offeredRevisions }), []);
  return records.map(({ set }) => String(set.revision));
}

/** Every package's name, and every release of it in the store. */
async function listReleases(askStore: Completed["askStore"]): Promise<string[]> {
  const names = await listStoredNames(askStore);
  const versions = await askStore(
    (store) =>
      Promise.all(names.map(async (name) => (await store.versions(name)).map((version) => `${name}@${version}`))),
    [],
  );
  return [...names, ...versions.flat()];
}

async function listStoredNames(askStore: Completed["askStore"]): Promise<string[]> {
  const live = await askStore((store) => store.current(), undefined);
  return [...new Set([...Object.keys(live?.set.versions ?? {}), ...packageNames])];
}

/** The innermost verb of a line, and the words after it. */
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
